#pragma once

#include "cli/console.h"

#include <hearth/engine.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::cli {

/// Loads a model with a progress bar; Ctrl-C gives up (cancelled).
Result<std::unique_ptr<Engine>> load_engine(const std::string& path, const LoadOptions& options,
                                            Console& console);

/// What became of one GenerateRequest.
struct Answer {
    std::string text;
    std::vector<TokenId> ids;
    std::vector<TokenLogprobs> logprobs;  ///< one for each id, where they were asked for
    Finished finished;
};

/// Called with each new piece of text of request number `index`.
using ShowText = std::function<void(std::size_t index, std::string_view text)>;

/// Runs all requests together and waits for their answers or errors, in order. Ctrl-C, or a closed output,
/// cancels them; a second Ctrl-C does not wait for them any more (cancelled).
Result<std::vector<Result<Answer>>> answer_all(Engine& engine, std::vector<GenerateRequest> requests,
                                               Console& console, const ShowText& show = {});

/// The log-probabilities of a ScoreRequest. Ctrl-C: cancelled.
Result<std::vector<float>> score(Engine& engine, std::vector<TokenId> tokens);

}  // namespace hearth::cli
