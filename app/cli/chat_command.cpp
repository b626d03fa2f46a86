#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/engine_session.h"
#include "cli/interrupt.h"
#include "cli/json_values.h"
#include "cli/model_options.h"
#include "cli/sampling_options.h"
#include "cli/terminal.h"
#include "cli/terminal_text.h"

#include <hearth/prompt.h>

#include <algorithm>
#include <memory>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

constexpr std::string_view kHelp =
    "/system TEXT  set the system message and start anew\n"
    "/reset        start anew\n"
    "/help         show this\n"
    "/quit         leave, as Ctrl-D does; Ctrl-C stops an answer, again it leaves";

bool is_lower_case(char letter) {
    return letter >= 'a' && letter <= 'z';
}

struct ChatOptions {
    std::string model;
    LoadOptions load;
    std::optional<std::string> system;
    SamplingOptions sampling;
};

/// A conversation in the terminal: what was said and how to answer.
class Conversation {
 public:
    Conversation(Engine& engine, ChatTemplate chat, const ChatOptions& options, Console& console)
        : engine_(engine),
          chat_(std::move(chat)),
          options_(options),
          console_(console),
          system_(options.system) {
        reset();
    }

    /// Until the input ends, the person leaves, or the engine is of no more use. Without a person at the
    /// terminal the first turn that fails ends it, too.
    Status run() {
        while (console_.output_works()) {
            Interrupt::reset();
            const std::optional<std::string> line = read_turn();
            if (!line || *line == "/quit") {
                break;
            }
            if (line->empty() || command(*line)) {
                continue;
            }
            const Status status = answer(*line);
            if (status) {
                continue;
            }
            messages_.erase(messages_.end() - 1);
            if (Interrupt::count() > 1) {
                break;
            }
            if (!interactive_ || status.error().code == ErrorCode::engine_failed) {
                return status;
            }
            console_.write_error(status.error());
        }
        return {};
    }

 private:
    std::optional<std::string> read_turn() {
        if (interactive_) {
            console_.prompt("> ");
        }
        return read_line();
    }

    void reset() {
        messages_ = nlohmann::ordered_json::array();
        if (system_) {
            messages_.push_back({{"role", "system"}, {"content", *system_}});
        }
    }

    /// Obeys a line that is a command: a slash and one word, so that a path or a fraction is a message.
    bool command(const std::string& line) {
        constexpr std::string_view kSystem = "/system ";
        if (line == "/help") {
            console_.note(kHelp);
        } else if (line == "/reset") {
            reset();
        } else if (line.starts_with(kSystem)) {
            if (!is_utf8(line)) {
                console_.note("the system message is not valid UTF-8; the old one stays");
                return true;
            }
            system_ = line.substr(kSystem.size());
            reset();
        } else if (line.starts_with('/') && std::all_of(line.begin() + 1, line.end(), is_lower_case)) {
            console_.note("no such command; /help lists them");
        } else {
            return false;
        }
        return true;
    }

    Status answer(const std::string& text) {
        messages_.push_back({{"role", "user"}, {"content", text}});
        if (!is_utf8(text)) {
            return Error{ErrorCode::invalid_utf8, "the message is not UTF-8", {.field = "message"}};
        }
        ChatTemplateInput input = chat_template_input(engine_.tokenizer());
        input.messages = messages_;
        HEARTH_TRY_ASSIGN(const Prompt prompt, build_chat_prompt(engine_.tokenizer(), chat_, input));
        GenerateRequest request = generate_request(options_.sampling);
        request.prompt = prompt.ids;
        request.stable_prefix = prompt.stable_prefix;
        std::vector<GenerateRequest> requests;
        requests.push_back(std::move(request));
        const auto show = [this](std::size_t, std::string_view piece) {
            if (!console_.json()) {
                console_.write(piece);
            }
        };
        HEARTH_TRY_ASSIGN(const std::vector<Answer> answers,
                          answer_all(engine_, std::move(requests), console_, show));
        const Answer& answer = answers.front();
        messages_.push_back({{"role", "assistant"}, {"content", answer.text}});
        report(answer);
        return {};
    }

    void report(const Answer& answer) {
        if (console_.json()) {
            console_.write_json_line({{"text", answer.text},
                                      {"prompt_tokens", answer.finished.prompt_tokens},
                                      {"cached_tokens", answer.finished.cached_tokens},
                                      {"ttft_ms", milliseconds(answer.finished.time_to_first_token)},
                                      {"decode_tokens_per_s", decode_speed_json(answer.finished)},
                                      {"finish_reason", finish_reason_name(answer.finished.reason)}});
            return;
        }
        console_.write("\n");
        if (answer.finished.reason == FinishReason::length) {
            console_.note("(the answer reached its length limit)");
        }
    }

    Engine& engine_;
    ChatTemplate chat_;
    const ChatOptions& options_;
    Console& console_;
    std::optional<std::string> system_;
    nlohmann::ordered_json messages_;
    bool interactive_ = is_terminal(Stream::input);
};

Status chat(const ChatOptions& options, Console& console) {
    if (options.system && !is_utf8(*options.system)) {
        return Error{ErrorCode::invalid_utf8, "--system is not UTF-8", {.field = "--system"}};
    }
    const Interrupt interrupt;
    HEARTH_TRY_ASSIGN(const std::unique_ptr<Engine> engine,
                      load_engine(options.model, options.load, console));
    HEARTH_TRY_ASSIGN(ChatTemplate chat_template, engine->chat_template());
    if (is_terminal(Stream::input)) {
        console.note(fmt::format("{} on {}, {} tokens of context. /help lists commands.",
                                 engine->info().model_name, engine->info().backend,
                                 engine->info().context_tokens));
    }
    return Conversation(*engine, std::move(chat_template), options, console).run();
}

}  // namespace

Run set_up_chat(CLI::App& app) {
    const auto options = std::make_shared<ChatOptions>();
    add_model(app, options->model);
    add_text(app, "--system", options->system, "The system message");
    add_sampling_options(app, options->sampling);
    add_memory_options(app, options->load);
    add_arithmetic_options(app, options->load);
    return [options](Console& console) { return chat(*options, console); };
}

}  // namespace hearth::cli
