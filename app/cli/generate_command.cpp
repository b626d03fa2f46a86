#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/engine_session.h"
#include "cli/interrupt.h"
#include "cli/json_values.h"
#include "cli/model_options.h"
#include "cli/sampling_options.h"
#include "cli/terminal_text.h"

#include <hearth/prompt.h>

#include <memory>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

struct GenerateOptions {
    std::string model;
    LoadOptions load;
    std::vector<std::string> prompts;
    std::optional<std::string> system;
    bool raw = false;
    std::optional<std::uint32_t> logprobs;
    SamplingOptions sampling;
};

Status check_text(const std::string& option, const std::string& text) {
    if (!is_utf8(text)) {
        return Error{ErrorCode::invalid_utf8, option + " is not UTF-8: " + escaped(text), {.field = option}};
    }
    return {};
}

Status check_texts(const GenerateOptions& options) {
    for (const std::string& prompt : options.prompts) {
        if (prompt.empty()) {
            return Error{ErrorCode::invalid_request, "--prompt is empty", {.field = "--prompt"}};
        }
        HEARTH_TRY(check_text("--prompt", prompt));
    }
    return options.system ? check_text("--system", *options.system) : Status{};
}

Result<Prompt> chat_prompt(const Engine& engine, const ChatTemplate& chat, const GenerateOptions& options,
                           const std::string& text) {
    ChatTemplateInput input = chat_template_input(engine.tokenizer());
    if (options.system) {
        input.messages.push_back({{"role", "system"}, {"content", *options.system}});
    }
    input.messages.push_back({{"role", "user"}, {"content", text}});
    return build_chat_prompt(engine.tokenizer(), chat, input);
}

Result<std::vector<Prompt>> build_prompts(const Engine& engine, const GenerateOptions& options) {
    std::vector<Prompt> prompts;
    if (options.raw) {
        for (const std::string& text : options.prompts) {
            HEARTH_TRY_ASSIGN(Prompt prompt, build_raw_prompt(engine.tokenizer(), text));
            prompts.push_back(std::move(prompt));
        }
        return prompts;
    }
    auto chat = engine.chat_template();
    if (!chat) {
        Error error = std::move(chat).error();
        if (error.code == ErrorCode::no_chat_template) {
            error.message += "; --raw continues the text without one";
        }
        return error;
    }
    for (const std::string& text : options.prompts) {
        HEARTH_TRY_ASSIGN(Prompt prompt, chat_prompt(engine, *chat, options, text));
        prompts.push_back(std::move(prompt));
    }
    return prompts;
}

nlohmann::ordered_json answer_json(const Prompt& prompt, const Answer& answer) {
    nlohmann::ordered_json json = {
        {"text", answer.text},
        {"ids", ids_json(answer.ids)},
        {"prompt_ids", ids_json(prompt.ids)},
        {"cached_tokens", answer.finished.cached_tokens},
        {"ttft_ms", milliseconds(answer.finished.time_to_first_token)},
        {"decode_tokens_per_s", decode_speed_json(answer.finished)},
        {"finish_reason", finish_reason_name(answer.finished.reason)},
    };
    if (!answer.logprobs.empty()) {
        json["logprobs"] = logprobs_json(answer.logprobs);
    }
    return json;
}

void write_answers(Console& console, const std::vector<Prompt>& prompts, const std::vector<Answer>& answers) {
    if (console.json()) {
        auto list = nlohmann::ordered_json::array();
        for (std::size_t i = 0; i < answers.size(); ++i) {
            list.push_back(answer_json(prompts[i], answers[i]));
        }
        console.write_json(list);
    } else if (answers.size() > 1) {
        for (std::size_t i = 0; i < answers.size(); ++i) {
            console.write(fmt::format("[{}] {}\n", i + 1, answers[i].text));
        }
    }
}

Status generate(const GenerateOptions& options, Console& console) {
    HEARTH_TRY(check_texts(options));
    const Interrupt interrupt;
    HEARTH_TRY_ASSIGN(const std::unique_ptr<Engine> engine,
                      load_engine(options.model, options.load, console));
    HEARTH_TRY_ASSIGN(const std::vector<Prompt> prompts, build_prompts(*engine, options));
    std::vector<GenerateRequest> requests;
    for (const Prompt& prompt : prompts) {
        GenerateRequest request = generate_request(options.sampling);
        request.prompt = prompt.ids;
        request.stable_prefix = prompt.stable_prefix;
        request.logprobs = options.logprobs;
        requests.push_back(std::move(request));
    }
    // A single answer is shown while it grows; several would mix.
    const bool live = !console.json() && prompts.size() == 1;
    const auto show = [&](std::size_t, std::string_view text) {
        if (live) {
            console.write(text);
        }
    };
    HEARTH_TRY_ASSIGN(const std::vector<Answer> answers,
                      answer_all(*engine, std::move(requests), console, show));
    if (live) {
        console.write("\n");
    }
    write_answers(console, prompts, answers);
    if (Interrupt::count() > 0) {
        return Error{ErrorCode::cancelled, "cancelled"};
    }
    return {};
}

}  // namespace

Run set_up_generate(CLI::App& app) {
    const auto options = std::make_shared<GenerateOptions>();
    add_model(app, options->model);
    add_texts(app, "--prompt", options->prompts, "What to answer; repeated: all in one batch")->required();
    CLI::Option* system = add_text(app, "--system", options->system, "The system message");
    app.add_flag("--raw", options->raw, "Continue the text as it is, without the chat template")
        ->excludes(system);
    add_number(app, "--logprobs", options->logprobs, "Report log-probabilities and N alternatives (JSON)");
    add_sampling_options(app, options->sampling);
    add_memory_options(app, options->load);
    add_arithmetic_options(app, options->load);
    return [options](Console& console) { return generate(*options, console); };
}

}  // namespace hearth::cli
