#pragma once

#include "backend/backend.h"
#include "model/architecture.h"

#include <hearth/ids.h>
#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace hearth::test {

/// What a ModelRunner makes room for.
struct RunnerOptions {
    std::uint32_t sequence_count = 1;
    std::uint32_t context_tokens = 256;  ///< of each sequence
    std::uint32_t max_tokens = 64;       ///< of a step
    std::uint32_t max_outputs = 64;      ///< of a step
    std::uint32_t thread_count = 2;
    ActivationBits activation_bits = ActivationBits::sixteen;
    std::optional<std::uint64_t> shuffle_seed{};  ///< hands out blocks in random order instead of ascending
};

/// A model on a backend with the simplest possible paging: blocks come from a free list when a sequence grows
/// into them and return to it when they leave a window or the sequence ends. No sharing.
class ModelRunner {
 public:
    static Result<ModelRunner> load(const Backend& backend, const Model& model, const ModelFile& file,
                                    const RunnerOptions& options);

    /// Tokens to append to a sequence within a step, and which of them get logits.
    struct Piece {
        std::uint32_t sequence = 0;
        std::span<const TokenId> tokens;
        std::vector<std::uint32_t> outputs;  ///< indices into `tokens`, ascending
    };
    /// Runs one step; the logits of every output, in order of pieces and outputs.
    Result<std::vector<std::vector<float>>> step(std::span<const Piece> pieces);

    /// Appends tokens to a sequence, at most `chunk` a step, and hands over the logits after each.
    using Receive = std::function<void(std::uint32_t index, std::span<const float> logits)>;
    Status append(std::uint32_t sequence, std::span<const TokenId> tokens, std::uint32_t chunk,
                  const Receive& receive);

    /// Makes `to`, which must be empty, a copy of `from` in blocks of its own.
    Status fork(std::uint32_t from, std::uint32_t to);

    /// Forgets a sequence and frees its blocks.
    void clear(std::uint32_t sequence);

    std::uint32_t length(std::uint32_t sequence) const { return sequences_[sequence].length; }
    std::uint32_t vocabulary_size() const { return vocabulary_size_; }
    Executor& executor() { return *executor_; }

 private:
    struct Table {
        std::uint32_t first_block = 0;
        std::vector<BlockId> blocks;
    };
    struct Sequence {
        std::uint32_t length = 0;
        std::vector<Table> tables;  ///< one per KV group
    };

    ModelRunner() = default;
    BlockId take_block(std::size_t group);
    void grow(Sequence& sequence, std::uint32_t length);
    void drop_unseen(Sequence& sequence);

    std::uint32_t vocabulary_size_ = 0;
    std::uint32_t block_tokens_ = 0;
    std::uint32_t max_outputs_ = 0;
    std::vector<KvGroupSpec> groups_;
    std::vector<std::vector<BlockId>> free_blocks_;  ///< per KV group; the last is next
    std::vector<Sequence> sequences_;
    std::unique_ptr<Executor> executor_;
};

/// Ids as the engine has them.
std::vector<TokenId> token_ids(std::span<const std::int32_t> ids);

}  // namespace hearth::test
