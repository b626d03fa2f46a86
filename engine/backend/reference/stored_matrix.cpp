#include "backend/reference/stored_matrix.h"

#include "tensor/codec.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth::reference {

namespace {

/// Bytes read between two calls of the progress function: tens of milliseconds on a slow disk.
constexpr std::uint64_t kReadBytes = 8U << 20U;

Error weight_error(ErrorCode code, const ModelFile& file, const WeightSpec& spec, std::string_view sentence) {
    const std::string& path = file.metadata().file();
    ErrorDetails details;
    details.file = path;
    details.field = spec.tensor;
    return Error{code, fmt::format("{}: {}: {}", escaped(path), escaped(spec.tensor), sentence),
                 std::move(details)};
}

/// Tells bytes read to the caller and asks whether to go on.
class ProgressMeter {
 public:
    ProgressMeter(const LoadProgress& progress, std::uint64_t total) : progress_(progress), total_(total) {}

    Status advance(std::uint64_t bytes) {
        done_ += bytes;
        if (progress_ && progress_(done_, total_) == LoadControl::stop) {
            return Error{ErrorCode::cancelled, "loading was cancelled"};
        }
        return {};
    }

 private:
    const LoadProgress& progress_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
};

Result<StoredMatrix> read_weight(const ModelFile& file, const WeightSpec& spec, const TensorInfo& tensor,
                                 ProgressMeter& meter) {
    StoredMatrix matrix{*tensor.type, spec.rows, spec.columns, std::vector<std::byte>(tensor.bytes)};
    const std::span<std::byte> all(matrix.bytes);
    for (std::uint64_t first = 0; first < tensor.bytes; first += kReadBytes) {
        const std::uint64_t count = std::min(kReadBytes, tensor.bytes - first);
        HEARTH_TRY(file.read(tensor, first, all.subspan(first, count)));
        HEARTH_TRY(meter.advance(count));
    }
    return matrix;
}

}  // namespace

void StoredMatrix::row(std::uint32_t row, std::span<float> out) const {
    const std::size_t row_bytes = bytes.size() / rows;
    dequantize(type, std::span(bytes).subspan(row * row_bytes, row_bytes), out);
}

Result<const TensorInfo*> find_weight(const ModelFile& file, const WeightSpec& spec) {
    const TensorInfo* tensor = file.find(spec.tensor);
    if (tensor == nullptr) {
        return weight_error(ErrorCode::missing_tensor, file, spec, "the tensor is missing");
    }
    if (tensor->columns() != spec.columns || tensor->rows() != spec.rows) {
        return weight_error(ErrorCode::bad_shape, file, spec,
                            fmt::format("the shape is [{}], expected [{}, {}]",
                                        fmt::join(tensor->dimensions, ", "), spec.columns, spec.rows));
    }
    if (!tensor->type) {
        return weight_error(ErrorCode::unsupported_tensor_type, file, spec, "its type is not supported");
    }
    return tensor;
}

Result<std::vector<StoredMatrix>> read_weights(const Graph& graph, const ModelFile& file,
                                               const LoadProgress& progress) {
    std::vector<const TensorInfo*> tensors;
    std::uint64_t total = 0;
    for (const WeightSpec& spec : graph.weights) {
        HEARTH_TRY_ASSIGN(const TensorInfo* tensor, find_weight(file, spec));
        tensors.push_back(tensor);
        total += tensor->bytes;
    }
    ProgressMeter meter(progress, total);
    std::vector<StoredMatrix> weights;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        HEARTH_TRY_ASSIGN(StoredMatrix weight, read_weight(file, graph.weights[i], *tensors[i], meter));
        weights.push_back(std::move(weight));
    }
    return weights;
}

}  // namespace hearth::reference
