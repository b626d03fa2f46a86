#pragma once

#include "runtime/engine_parts.h"
#include "support/fake_executor.h"

#include <hearth/engine.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace hearth::test {

/// An engine over FakeExecutor and FakeTokenizer, small enough that chunks, waits and evictions happen.
struct EngineConfig {
    std::uint32_t vocabulary_size = 64;
    std::uint32_t padding_columns = 3;
    std::uint32_t context_tokens = 96;
    std::uint32_t block_tokens = 4;
    std::uint32_t block_count = 64;
    std::optional<std::uint32_t> window_blocks{};  ///< a second KV group with a window of 8 tokens
    StepBudget budget{.tokens = 16, .outputs = 8, .sequences = 6};
    FaultAt run_fault{};
    FaultAt copy_fault{};
};
std::unique_ptr<Engine> make_engine(const EngineConfig& config);

/// What one request got.
struct Outcome {
    std::vector<Event> events;

    std::vector<TokenId> tokens() const;
    std::string text() const;
    template <class T>
    const T* last() const {
        return events.empty() ? nullptr : std::get_if<T>(&events.back().what);
    }
    /// The first event of this kind.
    template <class T>
    const T* first() const {
        for (const Event& event : events) {
            if (const auto* what = std::get_if<T>(&event.what)) {
                return what;
            }
        }
        return nullptr;
    }
    std::size_t final_count() const;
};

/// Waits until all of `ids` had their final event. Fails the test when that takes longer than ten seconds.
std::map<SequenceId, Outcome> collect(Engine& engine, const std::vector<SequenceId>& ids);

/// `count` tokens, different for every seed, none of them BOS or an end token.
std::vector<TokenId> make_prompt(std::uint32_t seed, std::size_t count);

/// Greedy, `max_tokens` long whatever the model says.
GenerateRequest make_request(std::vector<TokenId> prompt, std::uint32_t max_tokens);

/// Waits until no request holds a block.
void expect_all_blocks_free(const Engine& engine);

}  // namespace hearth::test
