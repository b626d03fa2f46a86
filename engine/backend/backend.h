#pragma once

#include "backend/graph.h"

#include <hearth/ids.h>
#include <hearth/load.h>
#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace hearth {

/// One sequence's blocks in one KV group: token position p lives in blocks[p / block_tokens − first_block].
/// Blocks before `first_block` left the window and are freed.
struct BlockTableView {
    std::uint32_t first_block = 0;
    std::span<const BlockId> blocks;
};

/// The tokens of one sequence within a step: `token_count` rows from row `first_row`, at consecutive
/// positions from `first_position`. All earlier positions' KV is in the blocks already.
struct BatchSequence {
    std::uint32_t first_row = 0;
    std::uint32_t token_count = 0;
    std::uint32_t first_position = 0;
    std::vector<BlockTableView> tables;  ///< one per KV group
};

/// One step of the engine. A batch holds at most ExecutorOptions::max_tokens tokens and max_outputs output
/// rows.
struct Batch {
    std::span<const TokenId> tokens;
    std::span<const BatchSequence> sequences;
    std::span<const std::uint32_t> output_rows;  ///< rows whose logits are wanted, ascending
};

/// A block whose contents must be the same as another's (copy-on-write), `token_count` leading tokens of it.
struct BlockCopy {
    std::uint32_t group = 0;
    BlockId from;
    BlockId to;
    std::uint32_t token_count = 0;
};

/// Sizes that are fixed when a model is loaded.
struct ExecutorOptions {
    std::uint32_t thread_count = 1;
    std::uint32_t max_tokens = 512;           ///< rows of a step
    std::uint32_t max_outputs = 64;           ///< rows with logits of a step
    std::vector<std::uint32_t> block_counts;  ///< per KV group
    ActivationBits activation_bits = ActivationBits::sixteen;
};

/// What an executor will occupy, in bytes, before it is made.
struct MemoryPlan {
    std::uint64_t weight_bytes = 0;
    std::uint64_t kv_bytes = 0;
    std::uint64_t workspace_bytes = 0;
};

/// A loaded model: weights in the backend's layout, KV memory, workspace. Used from the engine thread only.
class Executor {
 public:
    virtual ~Executor() = default;
    /// Computes a step: writes K and V of every token, and logits f32 [output_rows, vocabulary]
    /// (overwritten). backend_failed leaves the executor usable; the KV of the step's tokens is then
    /// undefined.
    virtual Status run(const Batch& batch, std::span<float> logits) = 0;
    virtual Status copy_blocks(std::span<const BlockCopy> copies) = 0;
    /// Bytes actually held, for the ledger.
    virtual MemoryPlan held() const = 0;
};

/// A kind of device.
class Backend {
 public:
    virtual ~Backend() = default;
    virtual std::string_view name() const = 0;
    /// Tokens per KV block, the same in every group.
    virtual std::uint32_t block_tokens() const = 0;
    /// Bytes of one block of a KV group, all layers.
    virtual std::uint64_t block_bytes(const KvGroupSpec& group) const = 0;
    virtual MemoryPlan plan(const Graph& graph, const ModelFile& file,
                            const ExecutorOptions& options) const = 0;
    /// Reads and repacks the weights. Checks that every weight exists with the graph's shape (missing_tensor,
    /// bad_shape, unsupported_tensor_type). `progress` is called from this thread; when it says stop:
    /// cancelled.
    virtual Result<std::unique_ptr<Executor>> load(const Graph& graph, const ModelFile& file,
                                                   const ExecutorOptions& options,
                                                   const LoadProgress& progress) const = 0;
};

}  // namespace hearth
