#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/json_values.h"
#include "cli/text_file.h"

#include <hearth/model_file.h>
#include <hearth/prompt.h>

#include <memory>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

struct RenderOptions {
    std::optional<std::string> model, template_file, bos, eos, tools;
    std::string messages;
    bool no_generation_prompt = false;
};

/// Where the template comes from, and the tokenizer where a model gives one.
struct Source {
    ChatTemplate chat;
    std::shared_ptr<const Tokenizer> tokenizer;
};

Result<Source> open_source(const RenderOptions& options) {
    if (options.template_file) {
        HEARTH_TRY_ASSIGN(const std::string text, read_text_file(*options.template_file));
        HEARTH_TRY_ASSIGN(ChatTemplate chat, ChatTemplate::parse(text, *options.template_file));
        return Source{std::move(chat), nullptr};
    }
    HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(*options.model));
    HEARTH_TRY_ASSIGN(ChatTemplate chat, read_chat_template(file.metadata()));
    HEARTH_TRY_ASSIGN(std::shared_ptr<const Tokenizer> tokenizer, Tokenizer::create(file.metadata()));
    return Source{std::move(chat), std::move(tokenizer)};
}

Result<nlohmann::ordered_json> read_list(const std::string& path, const char* what) {
    HEARTH_TRY_ASSIGN(nlohmann::ordered_json list, read_json_file(path));
    if (!list.is_array()) {
        return Error{
            ErrorCode::bad_value,
            fmt::format("{}: {} must be a JSON list, this is {}", escaped(path), what, list.type_name()),
            {.file = path, .expected = "array", .actual = list.type_name()}};
    }
    return list;
}

Result<ChatTemplateInput> read_input(const RenderOptions& options, const Tokenizer* tokenizer) {
    ChatTemplateInput input;
    if (tokenizer != nullptr) {
        input = chat_template_input(*tokenizer);
    }
    input.now = local_now();
    input.bos_token = options.bos.value_or(input.bos_token);
    input.eos_token = options.eos.value_or(input.eos_token);
    input.add_generation_prompt = !options.no_generation_prompt;
    HEARTH_TRY_ASSIGN(input.messages, read_list(options.messages, "messages"));
    if (options.tools) {
        HEARTH_TRY_ASSIGN(input.tools, read_list(*options.tools, "tools"));
    }
    return input;
}

std::string_view origin_name(TextOrigin origin) {
    return origin == TextOrigin::template_text ? "template" : "message";
}

Status render(const RenderOptions& options, Console& console) {
    HEARTH_TRY_ASSIGN(const Source source, open_source(options));
    HEARTH_TRY_ASSIGN(const ChatTemplateInput input, read_input(options, source.tokenizer.get()));
    HEARTH_TRY_ASSIGN(const Segments segments, source.chat.render(input));
    std::string text;
    auto list = nlohmann::ordered_json::array();
    for (const Segment& segment : segments) {
        text += segment.text;
        list.push_back({{"text", segment.text}, {"origin", origin_name(segment.origin)}});
    }
    nlohmann::ordered_json json = {{"text", text}, {"segments", std::move(list)}};
    if (source.tokenizer) {
        HEARTH_TRY_ASSIGN(std::vector<TokenId> ids, source.tokenizer->encode(segments));
        json["ids"] = ids_json(with_bos(*source.tokenizer, std::move(ids)));
    }
    if (console.json()) {
        console.write_json(json);
    } else {
        console.write(text + "\n");
    }
    return {};
}

}  // namespace

Run set_up_render(CLI::App& app) {
    const auto options = std::make_shared<RenderOptions>();
    CLI::App* source = app.add_option_group("Template", "Exactly one of");
    source->require_option(1);
    add_file(*source, "--model", options->model, "The model file whose template is used");
    add_file(*source, "--template", options->template_file, "A file with a Jinja template");
    add_text(app, "--bos", options->bos, "What bos_token is");
    add_text(app, "--eos", options->eos, "What eos_token is");
    add_required_file(app, "--messages", options->messages,
                      "A JSON file: [{\"role\": …, \"content\": …}, …]");
    add_file(app, "--tools", options->tools, "A JSON file with a list of tools");
    app.add_flag("--no-generation-prompt", options->no_generation_prompt, "Do not open the model's turn");
    return [options](Console& console) { return render(*options, console); };
}

}  // namespace hearth::cli
