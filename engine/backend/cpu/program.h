#pragma once

#include "backend/graph.h"

#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace hearth::cpu {

/// One of the two buffers an activation may have: activation · 2 + side. Only an activation that a row
/// operation rewrites while others may still read it has a second side.
using BufferId = Id<struct BufferTag>;

/// A row operation's operand: the shared buffer and, where an earlier operation of the same stage wrote it,
/// its offset in the memory of the thread (in columns of one row), used when every thread computes all rows
/// for itself.
struct RowOperand {
    BufferId buffer;
    std::optional<std::uint32_t> own_offset;
};

/// Where a row operation writes. `kept` results are read by later stages, so they reach the shared buffer
/// even when every thread computes the rows for itself.
struct RowResult {
    BufferId buffer;
    std::uint32_t own_offset = 0;
    bool kept = true;
};

struct EmbedRow {
    WeightId table;
    float scale = 1.0F;
};
struct GatherRow {
    RowOperand in;
};
struct NormRow {
    RowOperand in;
    WeightId weight;
    float epsilon = 0;
};
struct NormAddRow {
    RowOperand in;
    RowOperand residual;
    WeightId weight;
    float epsilon = 0;
};

/// An operation whose result in one row needs nothing of other rows (but for GatherRow, which starts a
/// stage).
struct RowOperation {
    std::variant<EmbedRow, GatherRow, NormRow, NormAddRow> kind;
    std::uint32_t width = 0;
    RowResult out;
};

/// One weight matrix of a product stage.
struct ProductPart {
    WeightId weight;
    std::optional<WeightId> bias;
    BufferId out;  ///< of logits: unused
};

/// Matrix products that share one input.
struct Product {
    enum class Kind : std::uint8_t { overwrite, add, gate_silu, gate_gelu, logits };
    Kind kind = Kind::overwrite;
    RowOperand in;
    std::uint32_t columns = 0;
    std::vector<ProductPart> parts;  ///< of a gate kind: gate and up, both of the same shape
    std::uint32_t tile_count = 0;    ///< units of work
    float scale = 1.0F;              ///< of logits
    std::optional<float> soft_cap;   ///< of logits
};

/// Row operations, then the products that read their result.
struct RowStage {
    ActivationSpec::Rows rows = ActivationSpec::Rows::tokens;
    std::vector<RowOperation> operations;
    std::optional<Product> product;
    std::uint32_t own_width = 0;   ///< columns of one row in the memory of a thread
    std::uint32_t read_width = 0;  ///< values of a row that the operations and the quantization pass over
    /// With few rows every thread may compute the operations for itself and save a barrier: no product writes
    /// what another thread may still read.
    bool may_repeat = false;
};

/// Norm and rotation of q and k, K and V into the cache.
struct StoreStage {
    RopeAndStore op;
    BufferId q, k, v;
    std::uint32_t head_count = 0;
};

/// What the division of attention into work depends on; layers of one kind share it.
struct AttentionShape {
    std::uint32_t group = 0;
    std::uint32_t head_count = 0;
    bool operator==(const AttentionShape&) const = default;
};

struct AttentionStage {
    PagedAttention op;
    BufferId q, out;
    std::uint32_t shape = 0;  ///< index into Program::attention_shapes
    /// The preceding store, when nothing else reads q: in a step of single tokens the thread of a KV head
    /// does both.
    std::optional<StoreStage> store;
};

using Stage = std::variant<RowStage, StoreStage, AttentionStage>;

/// A graph resolved for execution: operations grouped into stages between which all threads meet.
struct Program {
    /// Checks that ids, shapes and the order of operations make sense; a graph that does not is
    /// engine_failed.
    static Result<Program> compile(const Graph& graph);

    std::vector<Stage> stages;
    std::vector<AttentionShape> attention_shapes;
    std::vector<bool> second_side;    ///< per activation: has a second buffer
    std::uint32_t up_width = 0;       ///< widest gated projection
    std::uint32_t own_width = 0;      ///< largest RowStage::own_width
    std::uint32_t input_columns = 0;  ///< widest product input
    std::vector<bool> matrices;       ///< per weight: used as a matrix
    std::vector<bool> vectors;        ///< per weight: used as a vector
};

}  // namespace hearth::cpu
