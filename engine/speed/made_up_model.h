#pragma once

#include "backend/backend.h"
#include "speed/step_work.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace hearth {

/// A graph with weights that stand for nothing: finite numbers of every type, made as they are read. It
/// computes nonsense at the speed of a model of its shapes.
struct MadeUpModel {
    Graph graph;
    ModelFile file;
};

/// Sizes of a feed-forward network.
struct NetworkShape {
    std::uint32_t width = 0;
    std::uint32_t hidden = 0;
};

/// Feed-forward networks one after the other, as models have them: a norm, gate and up [hidden, width], down
/// [width, hidden], all of `type`, as many as hold `weight_bytes` in the file, at least one.
Result<MadeUpModel> made_up_networks(DType type, const NetworkShape& shape, std::uint64_t weight_bytes);
/// `count` matrices of Q8_0 one after the other, [hidden, width] and [width, hidden] in turns.
Result<MadeUpModel> made_up_products(const NetworkShape& shape, std::uint32_t count);
/// `count` norms of one vector.
Result<MadeUpModel> made_up_norms(std::uint32_t count);
/// `layer_count` layers of attention between the smallest possible products, or of those products alone.
enum class WithAttention : bool { no, yes };
Result<MadeUpModel> made_up_attention(std::uint32_t layer_count, WithAttention with = WithAttention::yes);

/// A made-up model on a device, one sequence of up to `tokens` tokens, of which a step adds at most
/// `step_tokens`.
class MadeUpRun {
 public:
    static Result<MadeUpRun> load(const Backend& backend, MadeUpModel model, std::uint32_t thread_count,
                                  ActivationBits activation_bits, std::uint32_t tokens,
                                  std::uint32_t step_tokens);

    /// Runs one step and gives the seconds it took.
    Result<double> seconds(const StepShape& shape);
    StepWork work(const StepShape& shape) const { return work_of_step(model_.graph, model_.file, shape); }
    /// Fills the memory of all KV blocks from what a step left in the first one.
    Status fill_context();

    std::uint32_t vocabulary_size() const { return model_.graph.vocabulary_size; }
    std::uint32_t block_tokens() const { return block_tokens_; }
    std::uint32_t block_count() const { return static_cast<std::uint32_t>(blocks_.size()); }
    /// For an engine of its own; nothing can be run here any more.
    std::unique_ptr<Executor> take_executor() && { return std::move(executor_); }

 private:
    MadeUpRun(MadeUpModel model, std::unique_ptr<Executor> executor, std::uint32_t block_tokens,
              std::uint32_t block_count, std::uint32_t step_tokens);

    MadeUpModel model_;
    std::unique_ptr<Executor> executor_;
    std::uint32_t block_tokens_;
    std::vector<BlockId> blocks_;
    std::vector<TokenId> tokens_;
    std::vector<float> logits_;
};

}  // namespace hearth
