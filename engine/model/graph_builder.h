#pragma once

#include "backend/graph.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace hearth {

/// Collects a Graph while checking that the file holds what it reads. So that a model can be written down
/// without a check after every line, the first problem is kept and finish() returns it.
class GraphBuilder {
 public:
    /// Refers to the file; does not own it.
    explicit GraphBuilder(const ModelFile& file) : file_(&file) {}

    bool has_tensor(std::string_view name) const { return file_->find(name) != nullptr; }
    /// A matrix [rows, columns] of the file: missing_tensor, bad_shape, unsupported_tensor_type. Asked for
    /// twice, it is the same weight.
    WeightId matrix(const std::string& name, std::uint32_t rows, std::uint32_t columns);
    WeightId vector(const std::string& name, std::uint32_t width) { return matrix(name, 1, width); }
    std::optional<WeightId> optional_vector(const std::string& name, std::uint32_t width);
    /// The values of an f32 vector that go into the graph's own numbers; empty where the file lacks it.
    std::vector<float> optional_values(const std::string& name, std::uint32_t width);

    ActivationId activation(std::string name, std::uint32_t width, ActivationSpec::Rows rows);
    RopeId rope(RopeSpec spec);
    std::uint32_t kv_group(const KvGroupSpec& spec);
    void add(Op op) { graph_.ops.push_back(op); }

    /// The graph, unless something was wrong: the first problem, or a tensor of the file that nothing has
    /// read, which would mean to compute another model than the file's (unsupported_feature).
    Result<Graph> finish(std::uint32_t vocabulary_size) &&;

 private:
    void fail(Error error);
    const TensorInfo* checked(const std::string& name, std::uint32_t rows, std::uint32_t columns);

    const ModelFile* file_;
    Graph graph_;
    std::unordered_map<std::string, WeightId> weights_;
    std::unordered_set<std::string> read_;
    std::optional<Error> error_;
};

}  // namespace hearth
