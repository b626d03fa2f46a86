#pragma once

#include "backend/backend.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace hearth::test {

/// A language model made of hashes. Every token's state is mixed from the state before it, the token and its
/// position, and the states live in the KV blocks: a block, position or sequence that is mixed up changes
/// every later token.
struct FakeModel {
    std::uint32_t vocabulary_size = 64;

    static std::uint64_t next_state(std::uint64_t previous, TokenId token, std::uint32_t position);
    /// Logits in [0, 8).
    float logit(std::uint64_t state, std::uint32_t column) const;
    std::vector<float> logits(std::uint64_t state) const;
    std::uint64_t state_after(std::span<const TokenId> tokens) const;
    /// The greedy continuation.
    std::vector<TokenId> continuation(std::vector<TokenId> tokens, std::size_t count) const;
};

/// What goes wrong in a call.
struct Fault {
    enum class Kind : std::uint8_t { none, error, throw_logic, throw_memory, throw_int, not_numbers };
    Kind kind = Kind::none;
    std::chrono::milliseconds delay{};
};
/// Decides by the running number of the call, from 0.
using FaultAt = std::function<Fault(std::uint32_t call)>;

/// Runs FakeModel over paged KV memory. A failed step leaves garbage where it would have written.
class FakeExecutor final : public Executor {
 public:
    struct Config {
        FakeModel model;
        std::uint32_t logits_columns = 64;
        std::uint32_t block_tokens = 4;
        std::vector<std::uint32_t> block_counts = {64};  ///< per KV group
        FaultAt run_fault{};
        FaultAt copy_fault{};
    };
    explicit FakeExecutor(Config config);

    Status run(const Batch& batch, std::span<float> logits) override;
    Status copy_blocks(std::span<const BlockCopy> copies) override;
    MemoryPlan held() const override { return {}; }

 private:
    std::uint64_t& slot(const BatchSequence& sequence, std::size_t group, std::uint32_t position);
    std::uint64_t previous_state(const BatchSequence& sequence, std::uint32_t position);
    void spoil(const Batch& batch);

    Config config_;
    std::vector<std::vector<std::uint64_t>> memory_;  ///< per group: [block · block_tokens + offset]
    std::uint32_t runs_ = 0;
    std::uint32_t copies_ = 0;
};

}  // namespace hearth::test
