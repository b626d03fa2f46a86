// Matrix products beside the ceilings of this machine, measured in the same run and interleaved with them:
//   decode   GB/s of packed weights with few input rows, and the read bandwidth of memory
//   prompts  GOP/s (2 per weight and input) with 512 rows
//   pool     time of a fork-join and of a barrier, alone and beside a program that takes a core
//   cached   GB/s of a matrix that stays in the caches
// matmul_bench [decode] [batch] [cached] [prompt] [pool] [threads=N] [isa=NAME] [bits=8] [type=Q4_1];
// HEARTH_ISA works too.

#include "backend/cpu/matmul.h"
#include "base/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace hearth::cpu {
namespace {

struct Shape {
    const char* what;
    DType type;
    std::uint32_t rows;
    std::uint32_t columns;
};

/// The matrices of the two test models.
constexpr Shape kShapes[] = {
    {"SmolLM2 gate/up", DType::q4_1, 1536, 576}, {"SmolLM2 down", DType::q4_1, 576, 1536},
    {"SmolLM2 q/o", DType::q4_1, 576, 576},      {"SmolLM2 k/v", DType::q4_1, 192, 576},
    {"SmolLM2 output", DType::q8_0, 49152, 576}, {"Gemma gate/up", DType::q5_0, 2048, 640},
    {"Gemma down", DType::q4_k, 640, 2048},      {"Gemma down", DType::q6_k, 640, 2048},
    {"Gemma q", DType::q5_0, 1024, 640},         {"Gemma o", DType::q4_k, 640, 1024},
    {"Gemma output", DType::q8_0, 262144, 640},  {"8B gate", DType::q4_0, 14336, 4096},
    {"8B gate", DType::q4_k, 14336, 4096},       {"8B down", DType::q6_k, 4096, 14336},
    {"tinylm gate", DType::bf16, 1280, 512},     {"1B gate", DType::f16, 8192, 2048},
};

/// With one thread: the processor time it was given, so that other programs disturb less.
bool use_thread_time = false;

/// Only this type, if given.
std::string_view wanted_type;

bool skipped(DType type) {
    return !wanted_type.empty() && dtype_info(type).name != wanted_type;
}

double seconds() {
    if (use_thread_time) {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// Reads as fast as plain code can: sums 64-bit words, four streams a thread.
double read_bandwidth(ThreadPool& pool, const std::vector<std::uint64_t>& memory) {
    constexpr std::size_t kStreams = 4;
    std::atomic<std::uint64_t> sink{0};
    const double start = seconds();
    pool.run([&](std::uint32_t thread) {
        const std::size_t length = memory.size() / pool.size() / kStreams / 8 * 8;
        const std::uint64_t* from = memory.data() + thread * length * kStreams;
        std::uint64_t sums[kStreams][8] = {};
        for (std::size_t i = 0; i < length; i += 8) {
            for (std::size_t stream = 0; stream < kStreams; ++stream) {
                __builtin_prefetch(from + stream * length + i + 256);
                for (std::size_t j = 0; j < 8; ++j) {
                    sums[stream][j] += from[stream * length + i + j];
                }
            }
        }
        for (const auto& stream : sums) {
            for (const std::uint64_t sum : stream) {
                sink += sum;
            }
        }
    });
    const double time = seconds() - start;
    return static_cast<double>(memory.size() * 8) / time / (sink == 1 ? 2 : 1);
}

/// As many copies of a matrix as fill `bytes`, so that the caches hold none of it when it is read again.
std::vector<PackedMatrix> matrices(const Shape& shape, std::uint64_t bytes) {
    const std::uint64_t one = PackedMatrix::packed_bytes(shape.type, shape.rows, shape.columns);
    const std::uint64_t count = std::max<std::uint64_t>(1, bytes / one);
    std::mt19937 random(1);
    std::vector<std::byte> noise(1U << 20U);
    for (std::byte& byte : noise) {
        byte = static_cast<std::byte>(random() & 0x3BU);  // keeps f16 fields finite and small
    }
    std::vector<PackedMatrix> copies;
    for (std::uint64_t i = 0; i < count; ++i) {
        auto matrix = PackedMatrix::pack(
            shape.type, shape.rows, shape.columns,
            [&](std::uint64_t first, std::span<std::byte> destination) -> Status {
                for (std::size_t done = 0; done < destination.size();) {
                    const std::size_t at = (first + done) % noise.size();
                    const std::size_t some = std::min(noise.size() - at, destination.size() - done);
                    std::memcpy(destination.data() + done, noise.data() + at, some);
                    done += some;
                }
                return {};
            });
        copies.push_back(std::move(matrix).value());
    }
    return copies;
}

/// One thread's share of the rows, in whole tiles.
std::pair<std::uint32_t, std::uint32_t> share(std::uint32_t rows, std::uint32_t thread,
                                              std::uint32_t threads) {
    const std::uint32_t tiles = (rows + kRowTile - 1) / kRowTile;
    const auto edge = [&](std::uint32_t t) { return std::min(rows, tiles * t / threads * kRowTile); };
    return {edge(thread), edge(thread + 1)};
}

/// Seconds for one product over several rounds through all copies.
struct Times {
    double median;
    double best;
};

Times time_product(ThreadPool& pool, const std::vector<PackedMatrix>& copies, std::uint32_t inputs,
                   ActivationBits bits, int rounds, const std::function<void()>& between) {
    const std::uint32_t rows = copies[0].rows();
    const std::uint32_t columns = copies[0].columns();
    std::mt19937 random(2);
    std::normal_distribution<float> normal;
    std::vector<float> values(std::size_t{inputs} * columns);
    for (float& value : values) {
        value = normal(random);
    }
    MatmulInput input(inputs, columns, bits);
    std::vector<float> out(std::size_t{inputs} * rows);
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round) {
        between();
        const double start = seconds();
        pool.run([&](std::uint32_t thread) {
            if (thread == 0) {
                input.begin(values.data(), inputs, columns);
            }
            pool.barrier();
            input.quantize(inputs * thread / pool.size(), inputs * (thread + 1) / pool.size());
            pool.barrier();
            const auto [first, last] = share(rows, thread, pool.size());
            for (const PackedMatrix& matrix : copies) {
                multiply(matrix, input, first, last, {out.data(), rows});
                pool.barrier();
            }
        });
        times.push_back((seconds() - start) / static_cast<double>(copies.size()));
    }
    return {median(times), *std::min_element(times.begin(), times.end())};
}

void decode(ThreadPool& pool, ActivationBits bits, const std::vector<std::uint32_t>& counts) {
    const std::vector<std::uint64_t> memory((std::size_t{256} << 20U) / 8, 1);
    std::printf("%-16s %-6s %6s %6s %5s %9s %8s %8s %6s\n", "matrix", "type", "rows", "cols", "batch", "us",
                "GB/s", "read", "share");
    for (const Shape& shape : kShapes) {
        if (skipped(shape.type)) {
            continue;
        }
        const auto copies = matrices(shape, std::uint64_t{192} << 20U);
        for (const std::uint32_t count : counts) {
            std::vector<double> ceilings;
            const auto [time, best] = time_product(pool, copies, count, bits, 7,
                                                   [&] { ceilings.push_back(read_bandwidth(pool, memory)); });
            const double bytes = static_cast<double>(copies[0].bytes());
            std::printf("%-16s %-6s %6u %6u %5u %9.1f %8.1f %8.1f %8.1f %5.0f%%\n", shape.what,
                        dtype_info(shape.type).name.data(), shape.rows, shape.columns, count, time * 1e6,
                        bytes / time / 1e9, bytes / best / 1e9, median(ceilings) / 1e9,
                        100 * bytes / time / median(ceilings));
            std::fflush(stdout);
        }
    }
}

/// The same from the caches: what the arithmetic alone could keep up with.
void cached(ThreadPool& pool, ActivationBits bits) {
    std::printf("%-6s %5s %9s %8s %8s\n", "type", "batch", "us", "GB/s", "best");
    for (const DType type :
         {DType::q4_0, DType::q4_1, DType::q5_0, DType::q8_0, DType::q4_k, DType::q5_k, DType::q6_k,
          DType::q2_k, DType::q3_k, DType::iq4_nl, DType::iq4_xs, DType::mxfp4, DType::bf16}) {
        if (skipped(type)) {
            continue;
        }
        const auto copies = matrices({"", type, 256, 768}, 1);
        for (const std::uint32_t count : {1U, 2U, 3U, 4U, 8U}) {
            const auto [time, best] = time_product(pool, copies, count, bits, 301, [] {});
            const double bytes = static_cast<double>(copies[0].bytes());
            std::printf("%-6s %5u %9.2f %8.1f %8.1f\n", dtype_info(type).name.data(), count, time * 1e6,
                        bytes / time / 1e9, bytes / best / 1e9);
        }
    }
}

void prompt(ThreadPool& pool, ActivationBits bits) {
    constexpr std::uint32_t kInputs = 512;
    std::printf("%-16s %-6s %6s %6s %9s %9s %9s\n", "matrix", "type", "rows", "cols", "us", "GOP/s", "best");
    for (const Shape& shape : kShapes) {
        if (shape.rows > 20000 || skipped(shape.type)) {
            continue;  // prompts compute one row of logits
        }
        const auto copies = matrices(shape, 1);
        const auto [time, best] = time_product(pool, copies, kInputs, bits, 11, [] {});
        const double operations = 2.0 * shape.rows * shape.columns * kInputs;
        std::printf("%-16s %-6s %6u %6u %9.1f %9.1f %9.1f\n", shape.what, dtype_info(shape.type).name.data(),
                    shape.rows, shape.columns, time * 1e6, operations / time / 1e9, operations / best / 1e9);
        std::fflush(stdout);
    }
}

void fork_join(ThreadPool& pool, const char* beside) {
    constexpr int kRuns = 300;
    constexpr int kBarriers = 100;
    std::vector<double> runs;
    for (int i = 0; i < kRuns; ++i) {
        const double start = seconds();
        pool.run([](std::uint32_t) {});
        runs.push_back(seconds() - start);
    }
    std::vector<double> barriers;
    for (int i = 0; i < 50; ++i) {
        const double start = seconds();
        pool.run([&](std::uint32_t) {
            for (int k = 0; k < kBarriers; ++k) {
                pool.barrier();
            }
        });
        barriers.push_back((seconds() - start) / kBarriers);
    }
    // A step of a small model: 240 pieces of 10 µs of work on every thread, a barrier after each.
    std::vector<double> steps;
    for (int i = 0; i < 60; ++i) {
        const double start = seconds();
        pool.run([&](std::uint32_t) {
            for (int k = 0; k < 240; ++k) {
                const double piece = seconds();
                while (seconds() - piece < 10e-6) {
                }
                pool.barrier();
            }
        });
        steps.push_back(seconds() - start);
    }
    std::printf("%-24s run %7.2f us   barrier %7.2f us   step of 240 x 10 us: %7.2f ms (worst %7.2f)\n",
                beside, median(runs) * 1e6, median(barriers) * 1e6, median(steps) * 1e3,
                *std::max_element(steps.begin(), steps.end()) * 1e3);
}

void pool_times(ThreadPool& pool) {
    fork_join(pool, "alone");
    std::atomic<bool> stop{false};
    std::thread neighbour([&] {
        while (!stop) {
        }
    });
    fork_join(pool, "beside a busy thread");
    stop = true;
    neighbour.join();
}

int run(const std::vector<std::string_view>& arguments) {
    std::uint32_t threads = ThreadPool::physical_cores();
    ActivationBits bits = ActivationBits::sixteen;
    std::vector<std::string_view> parts;
    for (const std::string_view argument : arguments) {
        if (argument.starts_with("threads=")) {
            threads = static_cast<std::uint32_t>(std::atoi(argument.data() + 8));
        } else if (argument == "bits=8") {
            bits = ActivationBits::eight;
        } else if (argument.starts_with("type=")) {
            wanted_type = argument.substr(5);
        } else if (argument.starts_with("isa=")) {
            bool known = false;
            for (const Isa isa : {Isa::portable, Isa::avx2, Isa::avx512_vnni}) {
                known = known || (isa_name(isa) == argument.substr(4) && use_isa(isa));
            }
            if (!known) {
                std::fprintf(stderr, "no such instruction set here: %s\n", argument.data());
                return 2;
            }
        } else {
            parts.push_back(argument);
        }
    }
    ThreadPool pool(threads);
    use_thread_time = pool.size() == 1;
    std::printf("%u threads, %s, %d-bit activations\n", pool.size(), isa_name(current_isa()).data(),
                static_cast<int>(bits));
    const auto wanted = [&](std::string_view part) {
        return parts.empty() || std::find(parts.begin(), parts.end(), part) != parts.end();
    };
    if (wanted("decode")) {
        decode(pool, bits, {1});
    }
    if (wanted("batch")) {
        decode(pool, bits, {2, 4, 8, 16});
    }
    if (wanted("cached")) {
        cached(pool, bits);
    }
    if (wanted("prompt")) {
        prompt(pool, bits);
    }
    use_thread_time = false;
    if (wanted("pool")) {
        pool_times(pool);
    }
    return 0;
}

}  // namespace
}  // namespace hearth::cpu

int main(int argc, char** argv) {
    return hearth::cpu::run({argv + 1, argv + argc});
}
