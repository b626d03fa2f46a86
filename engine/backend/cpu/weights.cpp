#include "backend/cpu/weights.h"

#include "tensor/codec.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hearth::cpu {

namespace {

/// Tensors of one use (matrix or vector), each once, in the order of their first weight.
struct TensorUse {
    std::vector<std::uint32_t> first_weight;  ///< index into Graph::weights, per distinct tensor
    std::vector<std::uint32_t> tensor_of;     ///< per weight, where used
};

TensorUse distinct_tensors(const Graph& graph, const std::vector<bool>& used) {
    TensorUse use;
    use.tensor_of.resize(graph.weights.size());
    std::map<std::string_view, std::uint32_t> known;
    for (std::uint32_t id = 0; id < graph.weights.size(); ++id) {
        if (!used[id]) {
            continue;
        }
        const auto next = static_cast<std::uint32_t>(use.first_weight.size());
        const auto [entry, is_new] = known.try_emplace(graph.weights[id].tensor, next);
        if (is_new) {
            use.first_weight.push_back(id);
        }
        use.tensor_of[id] = entry->second;
    }
    return use;
}

Error weight_error(ErrorCode code, const ModelFile& file, const WeightSpec& weight, std::string_view what) {
    Error error{
        code, fmt::format("{}: tensor {} {}.", escaped(file.path().string()), escaped(weight.tensor), what)};
    error.details.file = file.path().string();
    error.details.field = weight.tensor;
    return error;
}

std::string shape_text(std::uint64_t columns, std::uint64_t rows) {
    return fmt::format("[{}, {}]", columns, rows);
}

/// The tensor of a weight, of the graph's shape and a type that can be computed with.
Result<const TensorInfo*> find_tensor(const ModelFile& file, const WeightSpec& weight) {
    const TensorInfo* const tensor = file.find(weight.tensor);
    if (tensor == nullptr) {
        return weight_error(ErrorCode::missing_tensor, file, weight, "is missing");
    }
    if (tensor->columns() != weight.columns || tensor->rows() != weight.rows) {
        const std::string expected = shape_text(weight.columns, weight.rows);
        const std::string actual = shape_text(tensor->columns(), tensor->rows());
        Error error = weight_error(ErrorCode::bad_shape, file, weight,
                                   fmt::format("has the shape {}, the model needs {}", actual, expected));
        error.details.expected = expected;
        error.details.actual = actual;
        return error;
    }
    if (!tensor->type) {
        const GgufTypeInfo* const info = gguf_type_info(tensor->gguf_type);
        const std::string name =
            info != nullptr ? std::string(info->name) : fmt::format("number {}", tensor->gguf_type);
        Error error = weight_error(ErrorCode::unsupported_tensor_type, file, weight,
                                   fmt::format("has the unsupported type {}", name));
        error.details.actual = name;
        return error;
    }
    return tensor;
}

/// Reads tensors in pieces and reports every piece.
class ProgressReader {
 public:
    ProgressReader(const ModelFile& file, const LoadProgress& progress, std::uint64_t total)
        : file_(file), progress_(progress), total_(total) {}

    Status read(const TensorInfo& tensor, std::uint64_t first_byte, std::span<std::byte> destination) {
        constexpr std::size_t kPiece = 8U << 20U;
        while (!destination.empty()) {
            const std::span<std::byte> piece = destination.first(std::min(destination.size(), kPiece));
            HEARTH_TRY(file_.read(tensor, first_byte, piece));
            first_byte += piece.size();
            destination = destination.subspan(piece.size());
            done_ += piece.size();
            HEARTH_TRY(report());
        }
        return {};
    }

    Status report() const {
        if (progress_ && progress_(std::min(done_, total_), total_) == LoadControl::stop) {
            Error error{ErrorCode::cancelled,
                        fmt::format("Loading {} was cancelled.", escaped(file_.path().string()))};
            error.details.file = file_.path().string();
            return error;
        }
        return {};
    }

 private:
    const ModelFile& file_;
    const LoadProgress& progress_;
    std::uint64_t total_;
    std::uint64_t done_ = 0;
};

Result<std::vector<float>> load_vector(const TensorInfo& tensor, std::uint32_t size, ProgressReader& reader) {
    std::vector<std::byte> stored(tensor.bytes);
    HEARTH_TRY(reader.read(tensor, 0, stored));
    std::vector<float> values(size);
    dequantize(*tensor.type, stored, values);
    return values;
}

}  // namespace

Result<Weights> Weights::load(const Graph& graph, const Program& program, const ModelFile& file,
                              const LoadProgress& progress) {
    const TensorUse matrices = distinct_tensors(graph, program.matrices);
    const TensorUse vectors = distinct_tensors(graph, program.vectors);
    std::vector<const TensorInfo*> matrix_tensors;
    std::vector<const TensorInfo*> vector_tensors;
    std::uint64_t total = 0;
    for (std::uint32_t id = 0; id < graph.weights.size(); ++id) {
        if (program.matrices[id] || program.vectors[id]) {
            HEARTH_TRY_ASSIGN(const TensorInfo* tensor, find_tensor(file, graph.weights[id]));
            (void)tensor;
        }
    }
    for (const std::uint32_t id : matrices.first_weight) {
        matrix_tensors.push_back(file.find(graph.weights[id].tensor));
        total += matrix_tensors.back()->bytes;
    }
    for (const std::uint32_t id : vectors.first_weight) {
        vector_tensors.push_back(file.find(graph.weights[id].tensor));
        total += vector_tensors.back()->bytes;
    }

    Weights weights;
    weights.matrix_of_ = matrices.tensor_of;
    weights.vector_of_ = vectors.tensor_of;
    ProgressReader reader(file, progress, total);
    HEARTH_TRY(reader.report());
    for (std::size_t i = 0; i < vector_tensors.size(); ++i) {
        const WeightSpec& weight = graph.weights[vectors.first_weight[i]];
        HEARTH_TRY_ASSIGN(std::vector<float> values, load_vector(*vector_tensors[i], weight.columns, reader));
        weights.vectors_.push_back(std::move(values));
    }
    for (std::size_t i = 0; i < matrix_tensors.size(); ++i) {
        const WeightSpec& weight = graph.weights[matrices.first_weight[i]];
        const TensorInfo& tensor = *matrix_tensors[i];
        const auto read = [&](std::uint64_t first_byte, std::span<std::byte> destination) {
            return reader.read(tensor, first_byte, destination);
        };
        HEARTH_TRY_ASSIGN(PackedMatrix matrix,
                          PackedMatrix::pack(*tensor.type, weight.rows, weight.columns, read));
        weights.matrices_.push_back(std::move(matrix));
    }
    return weights;
}

std::uint64_t Weights::planned_bytes(const Graph& graph, const Program& program, const ModelFile& file) {
    std::uint64_t bytes = 0;
    for (const std::uint32_t id : distinct_tensors(graph, program.matrices).first_weight) {
        const WeightSpec& weight = graph.weights[id];
        if (const TensorInfo* tensor = file.find(weight.tensor); tensor != nullptr && tensor->type) {
            bytes += PackedMatrix::packed_bytes(*tensor->type, weight.rows, weight.columns);
        }
    }
    for (const std::uint32_t id : distinct_tensors(graph, program.vectors).first_weight) {
        bytes += graph.weights[id].columns * sizeof(float);
    }
    return bytes;
}

std::uint64_t Weights::bytes() const {
    std::uint64_t bytes = 0;
    for (const PackedMatrix& matrix : matrices_) {
        bytes += matrix.bytes();
    }
    for (const std::vector<float>& vector : vectors_) {
        bytes += vector.size() * sizeof(float);
    }
    return bytes;
}

}  // namespace hearth::cpu
