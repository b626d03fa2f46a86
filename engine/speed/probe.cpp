#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/matmul.h"
#include "base/cache_size.h"
#include "base/guarded.h"
#include "base/thread_pool.h"
#include "sampling/finite.h"
#include "sampling/sampler.h"
#include "speed/made_up_engine.h"
#include "speed/made_up_model.h"
#include "speed/probe_pace.h"

#include <hearth/devices.h>
#include <hearth/load_plan.h>
#include <hearth/probe.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace hearth {
namespace {

/// By how common they are; time may run out before the last, never before the first few.
constexpr std::array kTypes = {DType::q4_k,   DType::q6_k, DType::q8_0,  DType::q4_0,
                               DType::q5_k,   DType::f16,  DType::q5_0,  DType::q3_k,
                               DType::iq4_xs, DType::bf16, DType::q4_1,  DType::iq4_nl,
                               DType::q2_k,   DType::q5_1, DType::mxfp4, DType::f32};
constexpr std::size_t kLeastTypes = 6;

constexpr NetworkShape kCachedShape{.width = 512, .hidden = 2048};
constexpr NetworkShape kStreamedShape{.width = 1024, .hidden = 3072};
constexpr std::uint64_t kCachedBytes = std::uint64_t{3} << 20U;
constexpr std::uint64_t kLeastStreamedBytes = std::uint64_t{128} << 20U;
constexpr std::uint64_t kMostStreamedBytes = std::uint64_t{256} << 20U;
constexpr std::uint32_t kPrefillTokens = 512;
/// Of the whole time, for everything but matrix products.
constexpr double kPartOfTheRest = 0.2;

/// Four times the caches: hardly anything of one pass is left for the next. More than twice, because virtual
/// machines show one cache where their processors lie on several.
std::uint64_t streamed_bytes() {
    return std::clamp(4 * last_level_cache_bytes(), kLeastStreamedBytes, kMostStreamedBytes);
}

/// What is left of `whole` without `part`; noise never makes it less than a quarter.
double without(double whole, double part) {
    return std::max(whole / 4, whole - part);
}

Measured timed(MadeUpRun& run, const StepShape& shape) {
    return {[&run, shape] { return run.seconds(shape); }};
}

class Prober {
 public:
    Prober(const ProbeOptions& options, const ProbeProgress& progress)
        : pace_(options.duration, progress),
          part_seconds_(std::chrono::duration<double>(options.duration).count() * kPartOfTheRest / 4) {
        probe_.thread_count = options.thread_count.value_or(ThreadPool::physical_cores());
        probe_.activation_bits = options.activation_bits;
        probe_.cached_bytes = kCachedBytes;
        probe_.streamed_bytes = streamed_bytes();
        probe_.prefill_tokens = kPrefillTokens;
    }

    Result<DeviceProbe> probe() {
        if (probe_.thread_count == 0 || probe_.thread_count > most_threads()) {
            return Error{ErrorCode::invalid_request, fmt::format("thread_count must be 1 to {}, it is {}",
                                                                 most_threads(), probe_.thread_count)};
        }
        HEARTH_TRY_ASSIGN(const std::vector<DeviceInfo> list, devices());
        probe_.device = list.front().name;
        probe_.instruction_set = list.front().instruction_set;
        HEARTH_TRY(measure_stages());
        HEARTH_TRY(measure_step());
        HEARTH_TRY(measure_rows());
        HEARTH_TRY(measure_attention());
        HEARTH_TRY(measure_sampling());
        for (std::size_t i = 0; i < kTypes.size(); ++i) {
            const double seconds = pace_.seconds_left() / static_cast<double>(kTypes.size() - i);
            if (i >= kLeastTypes && seconds <= 0) {
                break;
            }
            HEARTH_TRY(measure_type(kTypes[i], seconds));
        }
        HEARTH_TRY(pace_.check());
        probe_.processor_share = pace_.processor_share(probe_.thread_count);
        return std::move(probe_);
    }

 private:
    Result<MadeUpRun> load(Result<MadeUpModel> model, std::uint32_t tokens, std::uint32_t step_tokens) {
        HEARTH_TRY(pace_.check());
        HEARTH_TRY_ASSIGN(MadeUpModel made_up, std::move(model));
        return MadeUpRun::load(backend_, std::move(made_up), probe_.thread_count, probe_.activation_bits,
                               tokens, step_tokens);
    }

    /// Seconds of a step of a model that lives for this measurement alone: the threads of another one would
    /// take the cores from it while they wait.
    Result<double> seconds_alone(Result<MadeUpModel> model, const StepShape& shape) {
        HEARTH_TRY_ASSIGN(MadeUpRun run, load(std::move(model), shape.rows, shape.rows));
        std::vector<Measured> times{timed(run, shape)};
        HEARTH_TRY(measure_in_turns(times, part_seconds_ / 3, 5, pace_));
        return times.front().undisturbed();
    }

    /// From two models of the same weights, once in few large matrices and once in many of the size that the
    /// smallest models have: what a stage costs is more than the meeting, as threads never end at the same
    /// moment.
    Status measure_stages() {
        constexpr NetworkShape kLarge{.width = 512, .hidden = 2048};
        constexpr NetworkShape kSmall{.width = 512, .hidden = 512};
        constexpr std::uint32_t kFew = 4;
        constexpr std::uint32_t kMany = 16;
        HEARTH_TRY_ASSIGN(const double few, seconds_alone(made_up_products(kLarge, kFew), {}));
        HEARTH_TRY_ASSIGN(const double many, seconds_alone(made_up_products(kSmall, kMany), {}));
        probe_.seconds_per_stage = without(many, few) / (kMany - kFew);
        return {};
    }

    /// From the same model alone and behind an engine. Where all cores compute, whoever waits for the tokens
    /// takes one of them for a moment after each.
    Status measure_step() {
        constexpr NetworkShape kShape{.width = 256, .hidden = 768};
        constexpr std::uint64_t kBytes = std::uint64_t{16} << 20U;
        constexpr std::uint32_t kTokens = 32;
        HEARTH_TRY_ASSIGN(MadeUpRun run, load(made_up_networks(DType::q4_0, kShape, kBytes), 2 * kTokens, 1));
        std::vector<Measured> alone{timed(run, {})};
        HEARTH_TRY(measure_in_turns(alone, part_seconds_ / 3, 5, pace_));
        HEARTH_TRY_ASSIGN(MadeUpEngine engine, MadeUpEngine::start(std::move(run)));
        std::vector<Measured> whole{{[&] { return engine.seconds_per_token(kTokens); }}};
        HEARTH_TRY(measure_in_turns(whole, part_seconds_, 5, pace_));
        constexpr double kLeast = 1e-6;
        probe_.seconds_per_step = std::max(kLeast, whole.front().undisturbed() - alone.front().undisturbed());
        return {};
    }

    Status measure_rows() {
        constexpr std::uint32_t kFew = 1;
        constexpr std::uint32_t kMany = 17;
        constexpr StepShape kShape{.rows = kPrefillTokens};
        HEARTH_TRY_ASSIGN(const double few, seconds_alone(made_up_norms(kFew), kShape));
        HEARTH_TRY_ASSIGN(const double many, seconds_alone(made_up_norms(kMany), kShape));
        const auto row_values = [&](const MadeUpModel& model) {
            return static_cast<double>(work_of_step(model.graph, model.file, kShape).row_values);
        };
        HEARTH_TRY_ASSIGN(const MadeUpModel few_norms, made_up_norms(kFew));
        HEARTH_TRY_ASSIGN(const MadeUpModel many_norms, made_up_norms(kMany));
        probe_.row_values_per_s = (row_values(many_norms) - row_values(few_norms)) / without(many, few);
        return {};
    }

    /// From steps that differ in nothing but the length of the context, and from one without any.
    Status measure_attention() {
        constexpr std::uint64_t kBytesOfLayer = std::uint64_t{4} << 20U;  // at kContext tokens
        const auto layers = static_cast<std::uint32_t>(probe_.streamed_bytes / kBytesOfLayer);
        HEARTH_TRY_ASSIGN(const double with_attention, measure_contexts(layers));
        HEARTH_TRY_ASSIGN(const double without_attention,
                          seconds_alone(made_up_attention(layers, WithAttention::no), {}));
        probe_.seconds_per_attention = without(with_attention, without_attention) / layers;
        return {};
    }

    /// Gives the seconds of a step without context.
    Result<double> measure_contexts(std::uint32_t layers) {
        constexpr std::uint32_t kContext = 2048;
        constexpr std::uint32_t kRows = 256;
        constexpr StepShape kNear{};
        constexpr StepShape kFar{.rows = 1, .first_position = kContext - 1};
        constexpr StepShape kFirst{.rows = kRows, .first_position = 0};
        constexpr StepShape kSecond{.rows = kRows, .first_position = kRows};
        HEARTH_TRY_ASSIGN(MadeUpRun run, load(made_up_attention(layers), kContext, kRows));
        if (auto first = run.seconds(kFirst); !first) {
            return std::move(first).error();
        }
        HEARTH_TRY(run.fill_context());
        std::vector<Measured> times{timed(run, kNear), timed(run, kFar), timed(run, kFirst),
                                    timed(run, kSecond)};
        HEARTH_TRY(measure_in_turns(times, part_seconds_, 3, pace_));
        probe_.kv_bytes_per_s = static_cast<double>(run.work(kFar).kv_bytes - run.work(kNear).kv_bytes) /
                                without(times[1].undisturbed(), times[0].undisturbed());
        probe_.attention_multiply_adds_per_s = static_cast<double>(run.work(kSecond).attention_multiply_adds -
                                                                   run.work(kFirst).attention_multiply_adds) /
                                               without(times[3].undisturbed(), times[2].undisturbed());
        return times[0].undisturbed();
    }

    Status measure_sampling() {
        constexpr std::uint32_t kLogits = 1U << 17U;
        HEARTH_TRY_ASSIGN(Sampler sampler, Sampler::create({}, kLogits));
        std::vector<float> logits(kLogits);
        for (std::uint32_t i = 0; i < kLogits; ++i) {
            logits[i] = static_cast<float>(i * 40503U % 65536U);
        }
        const std::vector<TokenId> history{TokenId{0}};
        std::vector<Measured> times{{[&]() -> Result<double> {
            const auto begin = std::chrono::steady_clock::now();
            if (!all_finite(logits)) {
                return Error{ErrorCode::engine_failed, "made-up logits are not finite"};
            }
            HEARTH_TRY(checked(sampler.sample(logits, history, 1)));
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        }}};
        HEARTH_TRY(measure_in_turns(times, part_seconds_ / 3, 5, pace_));
        probe_.sampled_logits_per_s = kLogits / times[0].undisturbed();
        return {};
    }

    static Status checked(const Result<TokenId>& token) { return token ? Status{} : Status{token.error()}; }

    /// Seconds of a step that are not its matrix products.
    double rest_of(const StepWork& work) const {
        const double each = static_cast<double>(work.row_values) / probe_.row_values_per_s;
        return work.stages * probe_.seconds_per_stage + (work.rows == 1 ? each * probe_.thread_count : each);
    }

    Status measure_type(DType type, double seconds) {
        const auto end = ProbePace::Clock::now() + std::chrono::duration<double>(seconds);
        const auto left = [&] {
            return std::chrono::duration<double>(end - ProbePace::Clock::now()).count();
        };
        constexpr StepShape kDecode{};
        constexpr StepShape kPrefill{.rows = kPrefillTokens};
        const auto bytes = [](const StepWork& work) { return static_cast<double>(work.working_set()); };
        TypeSpeed speed{.type = type};
        {
            HEARTH_TRY_ASSIGN(MadeUpRun run, load(made_up_networks(type, kCachedShape, kCachedBytes),
                                                  kPrefillTokens, kPrefillTokens));
            // One after the other: a prompt would push the weights out of the caches.
            std::vector<Measured> one{timed(run, kDecode)};
            HEARTH_TRY(measure_in_turns(one, left() / 6, 5, pace_));
            std::vector<Measured> many{timed(run, kPrefill)};
            HEARTH_TRY(measure_in_turns(many, left() / 4, 3, pace_));
            const StepWork decode = run.work(kDecode);
            const StepWork prefill = run.work(kPrefill);
            double multiply_adds = 0;
            for (const ProductWork& product : prefill.products) {
                multiply_adds += static_cast<double>(product.multiply_adds);
            }
            speed.cached_bytes_per_s = bytes(decode) / without(one.front().undisturbed(), rest_of(decode));
            speed.multiply_adds_per_s = multiply_adds / without(many.front().undisturbed(), rest_of(prefill));
        }
        HEARTH_TRY_ASSIGN(MadeUpRun run,
                          load(made_up_networks(type, kStreamedShape, probe_.streamed_bytes), 1, 1));
        std::vector<Measured> times{timed(run, kDecode)};
        HEARTH_TRY(measure_in_turns(times, left(), 3, pace_));
        const StepWork work = run.work(kDecode);
        speed.streamed_bytes_per_s = bytes(work) / without(times[0].undisturbed(), rest_of(work));
        probe_.types.push_back(speed);
        return {};
    }

    ProbePace pace_;
    double part_seconds_;
    cpu::CpuBackend backend_;
    DeviceProbe probe_;
};

}  // namespace

Result<DeviceProbe> probe_device(const ProbeOptions& options, const ProbeProgress& progress) {
    return guarded({}, [&] { return Prober(options, progress).probe(); });
}

}  // namespace hearth
