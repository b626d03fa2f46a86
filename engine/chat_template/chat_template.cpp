#include "chat_template/budget.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/functions.h"
#include "chat_template/go_template.h"
#include "chat_template/json_input.h"
#include "chat_template/limits.h"
#include "chat_template/parser.h"
#include "chat_template/program.h"
#include "chat_template/unicode.h"

#include <hearth/chat_template.h>
#include <hearth/utf8.h>

#include <algorithm>
#include <array>
#include <new>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth {

namespace {

using jinja::Failure;
using jinja::Value;

/// The names that rendering sets, which variables of the request cannot replace.
constexpr std::array<std::string_view, 12> kOwnNames = {"add_generation_prompt",
                                                        "bos_token",
                                                        "cycler",
                                                        "dict",
                                                        "eos_token",
                                                        "joiner",
                                                        "messages",
                                                        "namespace",
                                                        "raise_exception",
                                                        "range",
                                                        "strftime_now",
                                                        "tools"};

Error to_error(const Failure& failure, const std::string& file, std::uint32_t line) {
    ErrorDetails details;
    if (!failure.field.empty()) {
        details.field = failure.field;
        return {failure.code, failure.message, details};
    }
    const std::uint32_t known = failure.line != 0 ? failure.line : line;
    details.file = file;
    details.field = "chat template";
    details.actual = failure.message;
    details.line = known;
    return {failure.code,
            fmt::format("{}chat template, line {}: {}", file.empty() ? "" : escaped(file) + ": ", known,
                        failure.message),
            details};
}

Error memory_error(const std::string& file, std::uint32_t line) {
    return to_error({ErrorCode::template_limit, "there is not enough memory for the template"}, file, line);
}

/// 1-based line of a byte.
std::uint32_t line_of(std::string_view source, std::size_t position) {
    const auto end = source.begin() + static_cast<std::ptrdiff_t>(position);
    return 1 + static_cast<std::uint32_t>(std::count(source.begin(), end, '\n'));
}

struct RenderSetup {
    jinja::InputSize size;

    explicit RenderSetup(const ChatTemplateInput& input) {
        if (!input.messages.is_array()) {
            jinja::fail_input(ErrorCode::invalid_request, "messages", "messages is not a list");
        }
        if (!input.variables.is_object() && !input.variables.is_null()) {
            jinja::fail_input(ErrorCode::invalid_request, "variables", "variables is not an object");
        }
        size += jinja::measure(input.messages, "messages");
        size += jinja::measure(input.tools, "tools");
        size += jinja::measure(input.variables, "variables");
        size.bytes += input.bos_token.size() + input.eos_token.size();
    }

    std::int64_t steps() const {
        return jinja::kBaseSteps + static_cast<std::int64_t>(size.nodes) * jinja::kStepsPerInputNode +
               static_cast<std::int64_t>(size.bytes) * jinja::kStepsPerInputByte;
    }
    std::size_t bytes() const {
        return jinja::kBaseBytes + size.nodes * jinja::kBytesPerInputNode +
               size.bytes * jinja::kBytesPerInputByte;
    }
};

Value special_token(jinja::Budget& budget, const std::string& token, std::string_view name) {
    if (find_invalid_utf8(token)) {
        jinja::fail_input(ErrorCode::invalid_utf8, std::string(name),
                          fmt::format("{} is not valid UTF-8", name));
    }
    return jinja::make_string(&budget, token, TextOrigin::template_text);
}

std::vector<std::pair<std::string_view, Value>> make_globals(jinja::Budget& budget,
                                                             const ChatTemplateInput& input) {
    auto globals = jinja::global_functions();
    globals.emplace_back("messages", jinja::from_json(budget, input.messages, "messages"));
    globals.emplace_back("tools", jinja::from_json(budget, input.tools, "tools"));
    globals.emplace_back("add_generation_prompt",
                         jinja::make_bool(input.add_generation_prompt, TextOrigin::message));
    globals.emplace_back("bos_token", special_token(budget, input.bos_token, "bos_token"));
    globals.emplace_back("eos_token", special_token(budget, input.eos_token, "eos_token"));
    if (!input.variables.contains("documents")) {
        globals.emplace_back("documents", Value());  // as the transformers package has it
    }
    if (input.variables.is_null()) {
        return globals;
    }
    for (const auto& [name, value] : input.variables.items()) {
        if (std::find(kOwnNames.begin(), kOwnNames.end(), name) != kOwnNames.end()) {
            jinja::fail_input(
                ErrorCode::invalid_request, fmt::format("variables.{}", name),
                fmt::format("variables.{} has a name that chat templates get from elsewhere", name));
        }
        globals.emplace_back(name,
                             jinja::from_json(budget, value, fmt::format("variables.{}", escaped(name))));
    }
    return globals;
}

Segments to_segments(const jinja::Text& text) {
    Segments segments;
    text.for_each_run([&](std::string_view piece, TextOrigin origin) {
        segments.push_back({std::string(piece), origin});
    });
    return segments;
}

}  // namespace

struct ChatTemplate::Program {
    jinja::Program parsed;
    std::string file;
};

Result<ChatTemplate> ChatTemplate::parse(std::string_view source, std::string file) {
    try {
        if (const auto invalid = find_invalid_utf8(source)) {
            return to_error({ErrorCode::template_syntax, "the template is not valid UTF-8"}, file,
                            line_of(source, *invalid));
        }
        return ChatTemplate(
            std::make_shared<const Program>(Program{jinja::parse_program(source), std::move(file)}));
    } catch (const Failure& failure) {
        if (failure.code == ErrorCode::template_syntax && jinja::looks_like_go_template(source)) {
            Failure go = failure;
            go.message = "this is not a Jinja template but one of Go's: " + failure.message;
            return to_error(go, file, 1);
        }
        return to_error(failure, file, 1);
    } catch (const std::bad_alloc&) {
        return memory_error(file, 1);
    }
}

Result<Segments> ChatTemplate::render(const ChatTemplateInput& input) const {
    std::uint32_t line = 1;
    try {
        const RenderSetup setup(input);
        jinja::Budget budget(setup.steps(), setup.bytes());
        jinja::Evaluator evaluator(program_->parsed, budget, input.now, make_globals(budget, input));
        try {
            return to_segments(evaluator.run());
        } catch (...) {
            line = evaluator.line();
            throw;
        }
    } catch (const Failure& failure) {
        return to_error(failure, program_->file, line);
    } catch (const std::bad_alloc&) {
        return memory_error(program_->file, line);
    }
}

}  // namespace hearth
