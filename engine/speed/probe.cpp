#include "backend/cpu/cpu_backend.h"
#include "backend/cpu/matmul.h"
#include "base/cache_size.h"
#include "base/guarded.h"
#include "base/thread_pool.h"
#include "sampling/finite.h"
#include "sampling/sampler.h"
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

/// Four times the caches: hardly anything of one pass is left for the next. More than twice, because virtual machines
/// show one cache where their processors lie on several.
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
        return std::move(probe_);
    }

 private:
    Result<MadeUpRun> load(Result<MadeUpModel> model, std::uint32_t tokens, std::uint32_t step_tokens) {
        HEARTH_TRY(pace_.check());
        HEARTH_TRY_ASSIGN(MadeUpModel made_up, std::move(model));
        return MadeUpRun::load(backend_, std::move(made_up), probe_.thread_count, probe_.activation_bits,
                               tokens, step_tokens);
    }

    /// From two models that differ in nothing but the number of stages.
    Status measure_stages() {
        constexpr std::uint32_t kFew = 8;
        constexpr std::uint32_t kMany = 208;
        HEARTH_TRY_ASSIGN(MadeUpRun few, load(made_up_stages(kFew), 1, 1));
        HEARTH_TRY_ASSIGN(MadeUpRun many, load(made_up_stages(kMany), 1, 1));
        std::vector<Measured> times{timed(few, {}), timed(many, {})};
        HEARTH_TRY(measure_in_turns(times, part_seconds_, 5, pace_));
        probe_.seconds_per_stage = without(times[1].undisturbed(), times[0].undisturbed()) / (kMany - kFew);
        probe_.seconds_per_step =
            without(times[0].undisturbed(), few.work({}).stages * probe_.seconds_per_stage);
        return {};
    }

    Status measure_rows() {
        constexpr StepShape kShape{.rows = kPrefillTokens};
        HEARTH_TRY_ASSIGN(MadeUpRun few, load(made_up_norms(1), kPrefillTokens, kPrefillTokens));
        HEARTH_TRY_ASSIGN(MadeUpRun many, load(made_up_norms(17), kPrefillTokens, kPrefillTokens));
        std::vector<Measured> times{timed(few, kShape), timed(many, kShape)};
        HEARTH_TRY(measure_in_turns(times, part_seconds_, 5, pace_));
        const auto values = static_cast<double>(many.work(kShape).row_values - few.work(kShape).row_values);
        probe_.row_values_per_s = values / without(times[1].undisturbed(), times[0].undisturbed());
        return {};
    }

    /// From steps that differ in nothing but the length of the context.
    Status measure_attention() {
        constexpr std::uint32_t kContext = 2048;
        constexpr std::uint32_t kRows = 256;
        constexpr std::uint64_t kBytesOfLayer = std::uint64_t{4} << 20U;  // at kContext tokens
        const auto layers = static_cast<std::uint32_t>(probe_.streamed_bytes / kBytesOfLayer);
        HEARTH_TRY_ASSIGN(MadeUpRun run, load(made_up_attention(layers), kContext, kRows));
        if (auto first = run.seconds({.rows = kRows}); !first) {
            return std::move(first).error();
        }
        HEARTH_TRY(run.fill_context());
        const StepShape near{.rows = 1, .first_position = 0};
        const StepShape far{.rows = 1, .first_position = kContext - 1};
        const StepShape first{.rows = kRows, .first_position = 0};
        const StepShape second{.rows = kRows, .first_position = kRows};
        std::vector<Measured> times{timed(run, near), timed(run, far), timed(run, first), timed(run, second)};
        HEARTH_TRY(measure_in_turns(times, part_seconds_, 3, pace_));
        probe_.kv_bytes_per_s = static_cast<double>(run.work(far).kv_bytes - run.work(near).kv_bytes) /
                                without(times[1].undisturbed(), times[0].undisturbed());
        const auto multiply_adds = static_cast<double>(run.work(second).attention_multiply_adds -
                                                       run.work(first).attention_multiply_adds);
        probe_.attention_multiply_adds_per_s =
            multiply_adds / without(times[3].undisturbed(), times[2].undisturbed());
        return {};
    }

    Status measure_sampling() {
        constexpr std::uint32_t kVocabulary = 1U << 17U;
        HEARTH_TRY_ASSIGN(Sampler sampler, Sampler::create({}, kVocabulary));
        std::vector<float> logits(kVocabulary);
        for (std::uint32_t i = 0; i < kVocabulary; ++i) {
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
        HEARTH_TRY(measure_in_turns(times, part_seconds_ / 2, 5, pace_));
        probe_.sampled_logits_per_s = kVocabulary / times[0].undisturbed();
        return {};
    }

    static Status checked(const Result<TokenId>& token) { return token ? Status{} : Status{token.error()}; }

    /// Seconds of a step that are not its matrix products.
    double rest_of(const StepWork& work) const {
        const double each = static_cast<double>(work.row_values) / probe_.row_values_per_s;
        return probe_.seconds_per_step + work.stages * probe_.seconds_per_stage +
               (work.rows == 1 ? each * probe_.thread_count : each);
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
            std::vector<Measured> times{timed(run, kDecode), timed(run, kPrefill)};
            HEARTH_TRY(measure_in_turns(times, left() / 3, 3, pace_));
            const StepWork decode = run.work(kDecode);
            const StepWork prefill = run.work(kPrefill);
            double multiply_adds = 0;
            for (const ProductWork& product : prefill.products) {
                multiply_adds += static_cast<double>(product.multiply_adds);
            }
            speed.cached_bytes_per_s = bytes(decode) / without(times[0].undisturbed(), rest_of(decode));
            speed.multiply_adds_per_s = multiply_adds / without(times[1].undisturbed(), rest_of(prefill));
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
