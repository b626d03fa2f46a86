#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/engine_session.h"
#include "cli/interrupt.h"
#include "cli/measured_runs.h"
#include "cli/model_options.h"
#include "cli/progress_bar.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

/// Tokens before the first generated one in decode measurements: enough to be a prompt, too few to cost time.
constexpr std::uint32_t kDecodePromptTokens = 16;

/// The engine decodes no more sequences in one step.
constexpr std::uint32_t kMostBatch = 64;

struct BenchOptions {
    std::string model;
    std::uint32_t prompt_tokens = 512;
    std::uint32_t generated_tokens = 128;
    std::uint32_t repeats = 3;
    std::vector<std::uint32_t> batches = {1, 4, 16};
    LoadOptions load;
};

struct Speeds {
    double prefill = 0;                      ///< prompt tokens per second
    std::map<std::uint32_t, double> decode;  ///< generated tokens per second of all sequences, by batch size
};

double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class Bench {
 public:
    Bench(Engine& engine, const BenchOptions& options, Console& console)
        : engine_(engine), options_(options), console_(console) {}

    Result<Speeds> run() {
        Speeds speeds;
        HEARTH_TRY_ASSIGN(speeds.prefill, repeat([this] { return prefill(); }));
        for (const std::uint32_t batch : options_.batches) {
            HEARTH_TRY_ASSIGN(speeds.decode[batch], repeat([&] { return decode(batch); }));
        }
        runs_.keep(console_);
        return speeds;
    }

 private:
    /// Once to warm up, then the median.
    template <class Measure>
    Result<double> repeat(Measure measure) {
        warming_up_ = true;
        HEARTH_TRY(check(measure()));
        warming_up_ = false;
        std::vector<double> speeds;
        for (std::uint32_t i = 0; i < options_.repeats; ++i) {
            HEARTH_TRY_ASSIGN(const double speed, measure());
            speeds.push_back(speed);
            bar_.show(++done_, (options_.batches.size() + 1) * options_.repeats);
        }
        return median(std::move(speeds));
    }

    static Status check(const Result<double>& result) { return result ? Status{} : Status{result.error()}; }

    Result<double> prefill() {
        std::vector<GenerateRequest> requests;
        requests.push_back(request(options_.prompt_tokens, 1));
        HEARTH_TRY_ASSIGN(const std::vector<Answer> answers, answer(std::move(requests)));
        const std::chrono::duration<double> time = answers.front().finished.time_to_first_token;
        return options_.prompt_tokens / time.count();
    }

    /// Tokens of the whole batch between its first and its last, waiting for a place included.
    Result<double> decode(std::uint32_t batch) {
        std::vector<GenerateRequest> requests;
        for (std::uint32_t i = 0; i < batch; ++i) {
            requests.push_back(request(kDecodePromptTokens, options_.generated_tokens));
        }
        HEARTH_TRY_ASSIGN(const std::vector<Answer> answers, answer(std::move(requests)));
        std::chrono::duration<double> begin = answers.front().finished.time_to_first_token;
        std::chrono::duration<double> end{};
        std::uint64_t tokens = 0;
        for (const Answer& answer : answers) {
            const Finished& finished = answer.finished;
            if (finished.generated_tokens != options_.generated_tokens) {
                return Error{ErrorCode::context_too_long,
                             fmt::format("a sequence ended after {} of {} tokens: the context holds {}",
                                         finished.generated_tokens, options_.generated_tokens,
                                         engine_.info().context_tokens)};
            }
            begin = std::min<std::chrono::duration<double>>(begin, finished.time_to_first_token);
            end = std::max<std::chrono::duration<double>>(
                end, finished.time_to_first_token + finished.decode_time);
            tokens += finished.generated_tokens - 1;
        }
        return static_cast<double>(tokens) / (end - begin).count();
    }

    Result<std::vector<Answer>> answer(std::vector<GenerateRequest> requests) {
        HEARTH_TRY_ASSIGN(std::vector<Result<Answer>> results,
                          answer_all(engine_, std::move(requests), console_));
        if (Interrupt::count() > 0) {
            return Error{ErrorCode::cancelled, "cancelled"};
        }
        std::vector<Answer> answers;
        for (Result<Answer>& result : results) {
            HEARTH_TRY_ASSIGN(Answer answer, std::move(result));
            answers.push_back(std::move(answer));
        }
        if (!warming_up_ && answers.size() == 1) {
            runs_.add(answers.front().finished);
        }
        return answers;
    }

    /// A prompt nobody has asked before, so that the prefix cache has nothing of it.
    GenerateRequest request(std::uint32_t prompt_tokens, std::uint32_t generated_tokens) {
        GenerateRequest request;
        for (std::uint32_t i = 0; i < prompt_tokens; ++i) {
            // Numerical Recipes' 64-bit linear congruential generator.
            random_ = random_ * 6364136223846793005U + 1442695040888963407U;
            request.prompt.push_back(
                TokenId{static_cast<std::int32_t>((random_ >> 33U) % engine_.info().vocabulary_size)});
        }
        request.max_tokens = generated_tokens;
        request.end_tokens = EndTokens::ignore;
        return request;
    }

    Engine& engine_;
    const BenchOptions& options_;
    Console& console_;
    ProgressBar bar_{"measuring"};
    std::uint64_t random_ = 1;
    std::uint64_t done_ = 0;
    bool warming_up_ = false;
    MeasuredRuns runs_{options_.model, options_.load};
};

void write_speeds(Console& console, const Engine& engine, const BenchOptions& options, const Speeds& speeds) {
    if (console.json()) {
        auto decode = nlohmann::ordered_json::object();
        for (const auto& [batch, speed] : speeds.decode) {
            decode[fmt::format("{}", batch)] = speed;
        }
        console.write_json({{"model", engine.info().model_name},
                            {"backend", engine.info().backend},
                            {"threads", engine.info().thread_count},
                            {"prompt_tokens", options.prompt_tokens},
                            {"generated_tokens", options.generated_tokens},
                            {"prefill_tokens_per_s", speeds.prefill},
                            {"decode_tokens_per_s", std::move(decode)}});
        return;
    }
    console.write(fmt::format("{} on {}, {} threads\nprefill of {} tokens  {:>10.1f} tokens/s\n",
                              escaped(engine.info().model_name), engine.info().backend,
                              engine.info().thread_count, options.prompt_tokens, speeds.prefill));
    for (const auto& [batch, speed] : speeds.decode) {
        console.write(fmt::format("decode, batch of {:>3}    {:>10.1f} tokens/s\n", batch, speed));
    }
}

Status bench(const BenchOptions& options, Console& console) {
    const Interrupt interrupt;
    HEARTH_TRY_ASSIGN(const std::unique_ptr<Engine> engine,
                      load_engine(options.model, options.load, console));
    HEARTH_TRY_ASSIGN(const Speeds speeds, Bench(*engine, options, console).run());
    write_speeds(console, *engine, options, speeds);
    return {};
}

/// "1,4,16"; throws WrongValue.
std::vector<std::uint32_t> read_batches(std::string_view text) {
    const std::string expected =
        fmt::format("different whole numbers from 1 to {} with commas between them", kMostBatch);
    std::vector<std::uint32_t> batches;
    std::string_view rest = text;
    while (true) {
        const std::size_t comma = rest.find(',');
        const auto batch = parse_number<std::uint32_t>(rest.substr(0, comma));
        if (!batch || *batch == 0 || *batch > kMostBatch ||
            std::ranges::find(batches, *batch) != batches.end()) {
            throw WrongValue("--batch", expected, text);
        }
        batches.push_back(*batch);
        if (comma == std::string_view::npos) {
            return batches;
        }
        rest.remove_prefix(comma + 1);
    }
}

void add_count(CLI::App& app, const std::string& name, std::uint32_t& value, std::uint32_t least,
               const std::string& description) {
    const auto read = [&value, name, least](const CLI::results_t& results) {
        value = read_number<std::uint32_t>(name, results.back(), {.least = least});
        return true;
    };
    app.add_option(name, read, fmt::format("{} (default {})", description, value))->type_name("N");
}

}  // namespace

Run set_up_bench(CLI::App& app) {
    const auto options = std::make_shared<BenchOptions>();
    add_model(app, options->model);
    add_count(app, "--prompt-tokens", options->prompt_tokens, 1, "Tokens of the prefill measurement");
    add_count(app, "--gen-tokens", options->generated_tokens, 2, "Tokens each sequence generates for decode");
    add_count(app, "--repeats", options->repeats, 1, "Measurements whose median counts");
    const auto read = [options](const CLI::results_t& results) {
        options->batches = read_batches(results.back());
        return true;
    };
    app.add_option("--batch", read, "Sequences decoded together (default 1,4,16)")->type_name("N,N,…");
    add_memory_options(app, options->load);
    add_arithmetic_options(app, options->load);
    return [options](Console& console) { return bench(*options, console); };
}

}  // namespace hearth::cli
