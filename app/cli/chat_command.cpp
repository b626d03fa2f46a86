#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/engine_session.h"
#include "cli/interrupt.h"
#include "cli/json_values.h"
#include "cli/measured_runs.h"
#include "cli/model_options.h"
#include "cli/sampling_options.h"
#include "cli/terminal.h"

#include <hearth/prompt.h>
#include <hearth/utf8.h>

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

/// More than any context holds.
constexpr std::size_t kMostLineBytes = std::size_t{16} << 20U;

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

    /// Until the input ends, the person leaves, or the engine is of no more use. A turn that fails is told
    /// and left out of the conversation; without a person at the terminal the command then ends with a
    /// failure.
    Status run() {
        while (console_.output_works() && !Interrupt::is_ending()) {
            Interrupt::reset();
            const std::optional<Result<std::string>> line = read_turn();
            if (!line || (*line && **line == "/quit")) {
                break;
            }
            const Status status = *line ? take(**line) : Status(line->error());
            if (status || Interrupt::is_ending()) {
                continue;
            }
            if (status.error().code == ErrorCode::engine_failed) {
                return status;
            }
            if (status.error().code == ErrorCode::cancelled) {
                break;
            }
            report(status.error());
        }
        runs_.keep(console_);
        return Interrupt::is_ending() ? Status(Error{ErrorCode::cancelled, "cancelled"}) : Status();
    }

 private:
    std::optional<Result<std::string>> read_turn() {
        if (interactive_) {
            console_.prompt("> ");
        }
        return read_line(kMostLineBytes);
    }

    /// Obeys a command or answers a message.
    Status take(const std::string& line) {
        if (!is_utf8(line)) {
            return Error{ErrorCode::invalid_utf8, "the line is not UTF-8", {.field = "message"}};
        }
        if (line.empty() || command(line)) {
            return {};
        }
        const Status status = answer(line);
        if (!status) {
            messages_.erase(messages_.end() - 1);
        }
        return status;
    }

    void report(Error error) {
        const bool too_long =
            error.code == ErrorCode::context_too_long || error.code == ErrorCode::out_of_memory;
        if (too_long && messages_.size() > (system_ ? 1U : 0U)) {
            error.message += "; /reset starts a new conversation";
        }
        if (interactive_) {
            console_.write_error(error);
            return;
        }
        if (console_.json()) {
            console_.write_json_line({{"error", error_json(error)}});
        }
        console_.note_failure(error);
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
        HEARTH_TRY_ASSIGN(std::vector<Result<Answer>> answers,
                          answer_all(engine_, std::move(requests), console_, show));
        HEARTH_TRY_ASSIGN(const Answer answer, std::move(answers.front()));
        messages_.push_back({{"role", "assistant"}, {"content", answer.text}});
        runs_.add(answer.finished);
        report(answer);
        return {};
    }

    void report(const Answer& answer) {
        if (console_.json()) {
            console_.write_json_line({{"text", answer.text},
                                      {"prompt_tokens", answer.finished.prompt_tokens},
                                      {"cached_tokens", answer.finished.cached_tokens},
                                      {"ttft_ms", first_token_json(answer.finished)},
                                      {"decode_tokens_per_s", decode_speed_json(answer.finished)},
                                      {"finish_reason", finish_reason_name(answer.finished.reason)}});
            return;
        }
        console_.write("\n");
        if (answer.finished.reason != FinishReason::length) {
            return;
        }
        const std::uint32_t tokens = answer.finished.prompt_tokens + answer.finished.generated_tokens;
        if (tokens >= engine_.info().context_tokens) {
            console_.note(
                fmt::format("(the conversation fills the context of {} tokens; /reset starts a new one)",
                            engine_.info().context_tokens));
        } else {
            console_.note("(the answer reached its length limit)");
        }
    }

    Engine& engine_;
    ChatTemplate chat_;
    const ChatOptions& options_;
    Console& console_;
    std::optional<std::string> system_;
    nlohmann::ordered_json messages_;
    MeasuredRuns runs_{options_.model, options_.load};
    bool interactive_ = is_terminal(Stream::input);
};

Status chat(const ChatOptions& options, Console& console) {
    const Interrupt interrupt;
    HEARTH_TRY_ASSIGN(const std::unique_ptr<Engine> engine,
                      load_engine(options.model, options.load, console));
    HEARTH_TRY_ASSIGN(ChatTemplate chat_template, engine->chat_template());
    if (is_terminal(Stream::input)) {
        console.note(fmt::format("{} on {}, {} tokens of context. /help lists commands.",
                                 escaped(engine->info().model_name), engine->info().backend,
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
    app.final_callback([options] { check_sampling(options->sampling); });
    return [options](Console& console) { return chat(*options, console); };
}

}  // namespace hearth::cli
