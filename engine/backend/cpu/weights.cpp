#include "backend/cpu/weights.h"

#include "base/thread_pool.h"
#include "tensor/codec.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
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

/// Whether the file has the weight, in the graph's shape and a type that can be computed with.
Status check_tensor(const ModelFile& file, const WeightSpec& weight) {
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
        const std::string name(tensor->type_name);
        Error error = weight_error(ErrorCode::unsupported_tensor_type, file, weight,
                                   fmt::format("has the unsupported type {}", name));
        error.details.actual = name;
        return error;
    }
    return {};
}

/// Reads tensors for several threads and counts what is done. Only thread 0, the caller's own, reports; any
/// thread stops at the next piece after a stop or a failure.
class Reading {
 public:
    Reading(const ModelFile& file, const LoadProgress& progress, std::uint64_t total)
        : file_(file), progress_(progress), total_(total) {}

    Status read(std::uint32_t thread, const TensorInfo& tensor, std::uint64_t first_byte,
                std::span<std::byte> destination) {
        constexpr std::size_t kPiece = 4U << 20U;
        while (!destination.empty()) {
            if (stopped_.load(std::memory_order_relaxed)) {
                return cancelled();
            }
            const std::span<std::byte> piece = destination.first(std::min(destination.size(), kPiece));
            HEARTH_TRY(file_.read(tensor, first_byte, piece));
            first_byte += piece.size();
            destination = destination.subspan(piece.size());
            done_.fetch_add(piece.size(), std::memory_order_relaxed);
            if (thread == 0) {
                HEARTH_TRY(report());
            }
        }
        return {};
    }

    Status report() {
        const std::uint64_t done = std::min(done_.load(std::memory_order_relaxed), total_);
        if (progress_ && progress_(done, total_) == LoadControl::stop) {
            stop();
            return cancelled();
        }
        return {};
    }

    Error out_of_memory(const TensorInfo& tensor) const {
        Error error{ErrorCode::out_of_memory,
                    fmt::format("{}: there is no memory for tensor {} of {} bytes.",
                                escaped(file_.path().string()), escaped(tensor.name), tensor.bytes)};
        error.details.file = file_.path().string();
        error.details.field = tensor.name;
        error.details.bytes_needed = tensor.bytes;
        return error;
    }

    void stop() { stopped_.store(true, std::memory_order_relaxed); }
    bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
    Error cancelled() const {
        Error error{ErrorCode::cancelled,
                    fmt::format("Loading {} was cancelled.", escaped(file_.path().string()))};
        error.details.file = file_.path().string();
        return error;
    }

    const ModelFile& file_;
    const LoadProgress& progress_;
    std::uint64_t total_;
    std::atomic<std::uint64_t> done_ = 0;
    std::atomic<bool> stopped_ = false;
};

/// One tensor to load, and what became of it.
struct LoadJob {
    const WeightSpec* weight = nullptr;
    const TensorInfo* tensor = nullptr;
    bool is_matrix = false;
    std::optional<PackedMatrix> matrix = {};
    std::vector<float> vector = {};

    Status load(Reading& reading, std::uint32_t thread) {
        if (is_matrix) {
            const auto read = [&](std::uint64_t first_byte, std::span<std::byte> destination) {
                return reading.read(thread, *tensor, first_byte, destination);
            };
            HEARTH_TRY_ASSIGN(matrix, PackedMatrix::pack(*tensor->type, weight->rows, weight->columns, read));
            return {};
        }
        std::vector<std::byte> stored(tensor->bytes);
        HEARTH_TRY(reading.read(thread, *tensor, 0, stored));
        vector.resize(weight->columns);
        dequantize(*tensor->type, stored, vector);
        return {};
    }
};

/// Loads all jobs on `thread_count` threads, the largest first. The first failure ends it.
Status load_all(std::vector<LoadJob>& jobs, Reading& reading, std::uint32_t thread_count) {
    std::vector<LoadJob*> order;
    for (LoadJob& job : jobs) {
        order.push_back(&job);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const LoadJob* a, const LoadJob* b) { return a->tensor->bytes > b->tensor->bytes; });
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> left = order.size();
    std::mutex failure_mutex;
    std::optional<Error> failure;
    const auto keep = [&](Status status) {
        if (!status) {
            const std::lock_guard lock(failure_mutex);
            if (!failure) {
                failure = std::move(status).error();
            }
            reading.stop();
        }
    };
    ThreadPool pool(
        std::min(thread_count, static_cast<std::uint32_t>(std::max<std::size_t>(1, order.size()))));
    pool.run([&](std::uint32_t thread) {
        for (std::size_t i = next++; i < order.size() && !reading.stopped(); i = next++) {
            try {
                keep(order[i]->load(reading, thread));
            } catch (const std::bad_alloc&) {
                keep(reading.out_of_memory(*order[i]->tensor));
            } catch (...) {
                reading.stop();  // nobody waits for this thread; the pool hands the exception on
                throw;
            }
            --left;
        }
        // The caller stays responsive while the others finish.
        while (thread == 0 && left > 0 && !reading.stopped()) {
            keep(reading.report());
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    });
    if (failure) {
        return *failure;
    }
    return reading.report();
}

}  // namespace

Result<Weights> Weights::load(const Graph& graph, const Program& program, const ModelFile& file,
                              std::uint32_t thread_count, const LoadProgress& progress) {
    for (std::uint32_t id = 0; id < graph.weights.size(); ++id) {
        if (program.matrices[id] || program.vectors[id]) {
            HEARTH_TRY(check_tensor(file, graph.weights[id]));
        }
    }
    const TensorUse matrices = distinct_tensors(graph, program.matrices);
    const TensorUse vectors = distinct_tensors(graph, program.vectors);
    std::vector<LoadJob> jobs;
    std::uint64_t total = 0;
    for (const TensorUse* use : {&matrices, &vectors}) {
        for (const std::uint32_t id : use->first_weight) {
            const WeightSpec& weight = graph.weights[id];
            jobs.push_back({&weight, file.find(weight.tensor), use == &matrices});
            total += jobs.back().tensor->bytes;
        }
    }
    Reading reading(file, progress, total);
    HEARTH_TRY(reading.report());
    HEARTH_TRY(load_all(jobs, reading, thread_count));

    Weights weights;
    weights.matrix_of_ = matrices.tensor_of;
    weights.vector_of_ = vectors.tensor_of;
    for (LoadJob& job : jobs) {
        if (job.is_matrix) {
            weights.matrices_.push_back(*std::move(job.matrix));
        } else {
            weights.vectors_.push_back(std::move(job.vector));
        }
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
