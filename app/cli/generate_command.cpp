#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/engine_session.h"
#include "cli/interrupt.h"
#include "cli/json_values.h"
#include "cli/measured_runs.h"
#include "cli/model_options.h"
#include "cli/sampling_options.h"

#include <hearth/model_file.h>
#include <hearth/prompt.h>

#include <algorithm>
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

bool all_empty(const std::vector<std::string>& texts) {
    return std::ranges::all_of(texts, &std::string::empty);
}

/// Wrong use that the single options do not show.
void check_options(const CLI::App& app, const GenerateOptions& options) {
    check_sampling(options.sampling);
    if (all_empty(options.prompts) && !options.raw) {
        throw WrongValue("--prompt", "some text", "");
    }
    if (options.logprobs && app.count("--json") == 0) {
        throw WrongValue("--logprobs", ErrorCode::invalid_request,
                         "--logprobs is shown in JSON alone: add --json");
    }
}

/// Before the weights are read: nothing but BOS can stand for an empty prompt.
Status check_empty_prompts(const GenerateOptions& options) {
    if (!all_empty(options.prompts)) {
        return {};
    }
    HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(options.model));
    HEARTH_TRY_ASSIGN(const std::shared_ptr<const Tokenizer> tokenizer, Tokenizer::create(file.metadata()));
    if (!tokenizer->adds_bos()) {
        throw WrongValue("--prompt", "some text (this model has no BOS token to begin with)", "");
    }
    return {};
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

Error empty_prompt() {
    return Error{ErrorCode::invalid_request, "the prompt is empty", {.field = "--prompt"}};
}

Result<Prompt> raw_prompt(const Engine& engine, const std::string& text) {
    HEARTH_TRY_ASSIGN(Prompt prompt, build_raw_prompt(engine.tokenizer(), text));
    if (prompt.ids.empty()) {
        return empty_prompt();
    }
    return prompt;
}

/// One for each --prompt; a prompt that is refused keeps none of the others from being answered.
Result<std::vector<Result<Prompt>>> build_prompts(const Engine& engine, const GenerateOptions& options) {
    std::vector<Result<Prompt>> prompts;
    if (options.raw) {
        for (const std::string& text : options.prompts) {
            prompts.push_back(raw_prompt(engine, text));
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
        prompts.push_back(text.empty() ? empty_prompt() : chat_prompt(engine, *chat, options, text));
    }
    return prompts;
}

nlohmann::ordered_json answer_json(const Prompt& prompt, const Answer& answer) {
    nlohmann::ordered_json json = {
        {"text", answer.text},
        {"ids", ids_json(answer.ids)},
        {"prompt_ids", ids_json(prompt.ids)},
        {"cached_tokens", answer.finished.cached_tokens},
        {"ttft_ms", first_token_json(answer.finished)},
        {"decode_tokens_per_s", decode_speed_json(answer.finished)},
        {"finish_reason", finish_reason_name(answer.finished.reason)},
    };
    if (!answer.logprobs.empty()) {
        json["logprobs"] = logprobs_json(answer.logprobs);
    }
    return json;
}

/// What came of one --prompt.
struct Outcome {
    Result<Prompt> prompt;
    Result<Answer> answer;  ///< the prompt's error where that has one
};

std::vector<GenerateRequest> make_requests(const std::vector<Result<Prompt>>& prompts,
                                           const GenerateOptions& options) {
    std::vector<GenerateRequest> requests;
    for (const Result<Prompt>& prompt : prompts) {
        if (!prompt) {
            continue;
        }
        GenerateRequest request = generate_request(options.sampling);
        request.prompt = prompt->ids;
        request.stable_prefix = prompt->stable_prefix;
        request.logprobs = options.logprobs;
        requests.push_back(std::move(request));
    }
    return requests;
}

std::vector<Outcome> join(std::vector<Result<Prompt>> prompts, std::vector<Result<Answer>> answers) {
    std::vector<Outcome> outcomes;
    auto answer = answers.begin();
    for (Result<Prompt>& prompt : prompts) {
        Result<Answer> own = prompt ? std::move(*answer++) : Result<Answer>(prompt.error());
        outcomes.push_back({std::move(prompt), std::move(own)});
    }
    return outcomes;
}

/// All that was asked in the order of the prompts; those that failed are told one by one.
void write_outcomes(Console& console, const std::vector<Outcome>& outcomes) {
    auto list = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const auto& [prompt, answer] = outcomes[i];
        if (!answer) {
            list.push_back({{"error", error_json(answer.error())}});
        } else if (console.json()) {
            list.push_back(answer_json(*prompt, *answer));
        } else if (outcomes.size() > 1) {
            console.write(fmt::format("[{}] {}\n", i + 1, answer->text));
        }
    }
    if (console.json()) {
        console.write_json(list);
    }
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        if (!outcomes[i].answer) {
            Error error = outcomes[i].answer.error();
            error.message = fmt::format("prompt {}: {}", i + 1, error.message);
            console.note_failure(error);
        }
    }
}

Status generate(const GenerateOptions& options, Console& console) {
    HEARTH_TRY(check_empty_prompts(options));
    const Interrupt interrupt;
    HEARTH_TRY_ASSIGN(const std::unique_ptr<Engine> engine,
                      load_engine(options.model, options.load, console));
    HEARTH_TRY_ASSIGN(std::vector<Result<Prompt>> prompts, build_prompts(*engine, options));
    // A single answer is shown while it grows; several would mix.
    const bool live = !console.json() && prompts.size() == 1;
    const auto show = [&](std::size_t, std::string_view text) {
        if (live) {
            console.write(text);
        }
    };
    HEARTH_TRY_ASSIGN(std::vector<Result<Answer>> answers,
                      answer_all(*engine, make_requests(prompts, options), console, show));
    if (live) {
        console.write("\n");
    }
    if (answers.size() == 1 && answers.front()) {
        MeasuredRuns run(options.model, options.load);
        run.add(answers.front()->finished);
        run.keep(console);
    }
    const std::vector<Outcome> outcomes = join(std::move(prompts), std::move(answers));
    if (outcomes.size() == 1 && !outcomes.front().answer) {
        return outcomes.front().answer.error();
    }
    write_outcomes(console, outcomes);
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
    add_number(app, "--logprobs", options->logprobs, {},
               "Report log-probabilities and N alternatives (JSON)");
    add_sampling_options(app, options->sampling);
    add_memory_options(app, options->load);
    add_arithmetic_options(app, options->load);
    app.final_callback([&app, options] { check_options(app, *options); });
    return [options](Console& console) { return generate(*options, console); };
}

}  // namespace hearth::cli
