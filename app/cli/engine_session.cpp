#include "cli/engine_session.h"

#include "cli/interrupt.h"
#include "cli/progress_bar.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

/// How long a Ctrl-C can go unnoticed.
constexpr auto kPatience = std::chrono::milliseconds(50);

Error cancelled() {
    return Error{ErrorCode::cancelled, "cancelled"};
}

/// The requests of one answer_all.
class AnswerCollector {
 public:
    AnswerCollector(Engine& engine, std::vector<GenerateRequest> requests, const ShowText& show)
        : engine_(engine),
          show_(show),
          answers_(requests.size()),
          errors_(requests.size()),
          open_(requests.size()) {
        for (GenerateRequest& request : requests) {
            ids_.push_back(engine.submit(std::move(request)));
        }
    }

    bool done() const { return open_ == 0; }

    void cancel_all() {
        for (const SequenceId id : ids_) {
            engine_.cancel(id);
        }
    }

    void take(Event event) {
        const auto place = std::find(ids_.begin(), ids_.end(), event.request);
        if (place == ids_.end()) {
            return;
        }
        const auto index = static_cast<std::size_t>(place - ids_.begin());
        open_ -= is_final(event) ? 1 : 0;
        Answer& answer = answers_[index];
        if (auto* token = std::get_if<Generated>(&event.what)) {
            answer.ids.push_back(token->token);
            if (token->logprobs) {
                answer.logprobs.push_back(std::move(*token->logprobs));
            }
            add_text(index, token->text);
        } else if (auto* finished = std::get_if<Finished>(&event.what)) {
            add_text(index, finished->text);
            answer.finished = std::move(*finished);
        } else if (auto* failed = std::get_if<Failed>(&event.what)) {
            errors_[index] = std::move(failed->error);
        }
    }

    std::vector<Result<Answer>> take_results() {
        std::vector<Result<Answer>> results;
        for (std::size_t i = 0; i < answers_.size(); ++i) {
            if (errors_[i]) {
                results.emplace_back(*std::move(errors_[i]));
            } else {
                results.emplace_back(std::move(answers_[i]));
            }
        }
        return results;
    }

 private:
    void add_text(std::size_t index, std::string_view text) {
        answers_[index].text += text;
        if (show_ && !text.empty()) {
            show_(index, text);
        }
    }

    Engine& engine_;
    const ShowText& show_;
    std::vector<SequenceId> ids_;
    std::vector<Answer> answers_;
    std::vector<std::optional<Error>> errors_;
    std::size_t open_;
};

}  // namespace

Result<std::unique_ptr<Engine>> load_engine(const std::string& path, const LoadOptions& options,
                                            Console& console) {
    ProgressBar bar("loading");
    const auto progress = [&bar](std::uint64_t done, std::uint64_t total) {
        bar.show(done, total);
        return Interrupt::count() == 0 ? LoadControl::go_on : LoadControl::stop;
    };
    auto engine = Engine::load(path, options, progress);
    if (engine) {
        for (const std::string& warning : (*engine)->tokenizer().warnings()) {
            console.note("hearth-cli: " + warning);
        }
        const EngineInfo& info = (*engine)->info();
        if (!options.context_tokens && info.context_tokens < info.model_context_tokens) {
            console.note(
                fmt::format("hearth-cli: the KV memory holds {} of the model's {} tokens of context; "
                            "--kv-bytes or --context change that",
                            info.context_tokens, info.model_context_tokens));
        }
    }
    return engine;
}

Result<std::vector<Result<Answer>>> answer_all(Engine& engine, std::vector<GenerateRequest> requests,
                                               Console& console, const ShowText& show) {
    AnswerCollector collector(engine, std::move(requests), show);
    bool cancel_sent = false;
    while (!collector.done()) {
        for (Event& event : engine.wait_events(kPatience)) {
            collector.take(std::move(event));
        }
        if (Interrupt::count() > 1) {
            return cancelled();
        }
        if (!cancel_sent && (Interrupt::count() > 0 || !console.output_works())) {
            collector.cancel_all();
            cancel_sent = true;
        }
    }
    return collector.take_results();
}

Result<std::vector<float>> score(Engine& engine, std::vector<TokenId> tokens) {
    const SequenceId id = engine.submit(ScoreRequest{.tokens = std::move(tokens)});
    while (true) {
        for (Event& event : engine.wait_events(kPatience)) {
            if (event.request != id) {
                continue;
            }
            if (auto* scored = std::get_if<Scored>(&event.what)) {
                return std::move(scored->log_probabilities);
            }
            if (auto* failed = std::get_if<Failed>(&event.what)) {
                return std::move(failed->error);
            }
            if (std::holds_alternative<Finished>(event.what)) {
                return cancelled();
            }
        }
        if (Interrupt::count() > 0) {
            engine.cancel(id);
            return cancelled();
        }
    }
}

}  // namespace hearth::cli
