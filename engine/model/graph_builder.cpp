#include "model/graph_builder.h"

#include "model/model_error.h"

#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth {

namespace {

/// Whether dimensions are [columns, rows], with any number of ones after them (and rows itself left out when
/// it is 1).
bool has_shape(std::span<const std::uint64_t> dimensions, std::uint64_t rows, std::uint64_t columns) {
    std::uint64_t rest = 1;
    for (const std::uint64_t dimension : dimensions.subspan(std::min<std::size_t>(2, dimensions.size()))) {
        rest *= dimension;
    }
    const std::uint64_t stored_rows = dimensions.size() > 1 ? dimensions[1] : 1;
    return !dimensions.empty() && dimensions[0] == columns && stored_rows == rows && rest == 1;
}

}  // namespace

void GraphBuilder::fail(Error error) {
    if (!error_) {
        error_ = std::move(error);
    }
}

const TensorInfo* GraphBuilder::checked(const std::string& name, std::uint32_t rows, std::uint32_t columns) {
    const std::string& file = file_->metadata().file();
    const TensorInfo* tensor = file_->find(name);
    if (tensor == nullptr) {
        fail(model_error(ErrorCode::missing_tensor, file, name, "the tensor is missing"));
        return nullptr;
    }
    read_.insert(name);
    if (!has_shape(tensor->dimensions, rows, columns)) {
        const std::string expected =
            rows == 1 ? fmt::format("[{}]", columns) : fmt::format("[{}, {}]", columns, rows);
        const std::string actual = fmt::format("[{}]", fmt::join(tensor->dimensions, ", "));
        fail(model_error(ErrorCode::bad_shape, file, name,
                         fmt::format("the shape is {}, expected {}", actual, expected), expected, actual));
        return nullptr;
    }
    if (!tensor->type) {
        fail(model_error(ErrorCode::unsupported_tensor_type, file, name,
                         fmt::format("unsupported type {} in tensor {}", tensor->type_name, escaped(name)),
                         {}, std::string(tensor->type_name)));
        return nullptr;
    }
    return tensor;
}

WeightId GraphBuilder::matrix(const std::string& name, std::uint32_t rows, std::uint32_t columns) {
    const auto known = weights_.find(name);
    if (known != weights_.end()) {
        return known->second;
    }
    checked(name, rows, columns);
    const WeightId id{static_cast<std::uint32_t>(graph_.weights.size())};
    graph_.weights.push_back({name, rows, columns});
    weights_.emplace(name, id);
    return id;
}

std::optional<WeightId> GraphBuilder::optional_vector(const std::string& name, std::uint32_t width) {
    if (!has_tensor(name)) {
        return std::nullopt;
    }
    return vector(name, width);
}

std::vector<float> GraphBuilder::optional_values(const std::string& name, std::uint32_t width) {
    if (!has_tensor(name)) {
        return {};
    }
    const TensorInfo* tensor = checked(name, 1, width);
    if (tensor == nullptr) {
        return {};
    }
    if (tensor->type != DType::f32) {
        fail(model_error(ErrorCode::unsupported_tensor_type, file_->metadata().file(), name,
                         fmt::format("expected F32, found {}", tensor->type_name), "F32",
                         std::string(tensor->type_name)));
        return {};
    }
    if (!file_->has_data()) {
        // Such values change what is computed, not how much: enough to plan a model, which is all that a
        // header is good for.
        return std::vector<float>(width, 1.0F);
    }
    std::vector<float> values(width);
    if (auto read = file_->read(*tensor, 0, std::as_writable_bytes(std::span(values))); !read) {
        fail(std::move(read).error());
        return {};
    }
    return values;
}

ActivationId GraphBuilder::activation(std::string name, std::uint32_t width, ActivationSpec::Rows rows) {
    graph_.activations.push_back({std::move(name), width, rows});
    return ActivationId{static_cast<std::uint32_t>(graph_.activations.size() - 1)};
}

RopeId GraphBuilder::rope(RopeSpec spec) {
    graph_.ropes.push_back(std::move(spec));
    return RopeId{static_cast<std::uint32_t>(graph_.ropes.size() - 1)};
}

std::uint32_t GraphBuilder::kv_group(const KvGroupSpec& spec) {
    graph_.kv_groups.push_back(spec);
    return static_cast<std::uint32_t>(graph_.kv_groups.size() - 1);
}

Result<Graph> GraphBuilder::finish(std::uint32_t vocabulary_size) && {
    if (error_) {
        return *std::move(error_);
    }
    for (const TensorInfo& tensor : file_->tensors()) {
        if (!read_.contains(tensor.name)) {
            return model_error(ErrorCode::unsupported_feature, file_->metadata().file(), tensor.name,
                               "the model has a tensor that Hearth does not know for this architecture");
        }
    }
    graph_.vocabulary_size = vocabulary_size;
    return std::move(graph_);
}

}  // namespace hearth
