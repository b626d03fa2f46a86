#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/engine_session.h"
#include "cli/interrupt.h"
#include "cli/model_options.h"
#include "cli/progress_bar.h"
#include "cli/text_file.h"

#include <hearth/utf8.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <span>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

struct PerplexityOptions {
    std::string model;
    std::string text;
    std::optional<std::uint32_t> window, windows;
    LoadOptions load;
};

/// Negative log-likelihoods added up; numbers are natural logarithms.
struct Likelihood {
    double nll = 0;
    std::uint64_t scored = 0;

    void add(std::span<const float> log_probabilities) {
        nll = std::accumulate(log_probabilities.begin(), log_probabilities.end(), nll,
                              [](double sum, float value) { return sum - value; });
        scored += log_probabilities.size();
    }
    double mean() const { return nll / static_cast<double>(scored); }
    double perplexity() const { return std::exp(mean()); }
};

struct Measurement {
    Likelihood all;
    Likelihood second_half;  ///< of each window, where every token has at least half a window before it
    std::vector<double> nll_per_window;
};

/// The text cut into full windows. Where the model asks for BOS it stands in front of the text and at the
/// start of every window.
Result<std::vector<std::vector<TokenId>>> cut_windows(const Tokenizer& tokenizer,
                                                      const PerplexityOptions& options,
                                                      const std::string& text, std::uint32_t window) {
    HEARTH_TRY_ASSIGN(std::vector<TokenId> ids, tokenizer.encode_plain(text));
    const std::optional<TokenId> bos = tokenizer.adds_bos() ? tokenizer.bos() : std::nullopt;
    if (bos) {
        ids.insert(ids.begin(), *bos);
    }
    const std::size_t count =
        std::min<std::size_t>(ids.size() / window, options.windows.value_or(UINT32_MAX));
    if (count == 0) {
        return Error{ErrorCode::invalid_request,
                     fmt::format("{}: has {} tokens, fewer than one window of {}", escaped(options.text),
                                 ids.size(), window),
                     {.file = options.text, .field = "--window"}};
    }
    std::vector<std::vector<TokenId>> windows;
    for (std::size_t i = 0; i < count; ++i) {
        const auto first = ids.begin() + static_cast<std::ptrdiff_t>(i * window);
        windows.emplace_back(first, first + window);
        if (bos) {
            windows.back().front() = *bos;
        }
    }
    return windows;
}

Result<Measurement> measure(Engine& engine, const std::vector<std::vector<TokenId>>& windows) {
    Measurement result;
    ProgressBar bar("scoring");
    for (const std::vector<TokenId>& window : windows) {
        HEARTH_TRY_ASSIGN(const std::vector<float> scores, score(engine, window));
        Likelihood likelihood;
        likelihood.add(scores);
        result.all.add(scores);
        // scores[i] belongs to token i + 1; the half starts at token window / 2 + 1.
        result.second_half.add(std::span(scores).subspan(window.size() / 2));
        result.nll_per_window.push_back(likelihood.nll);
        bar.show(result.nll_per_window.size(), windows.size());
    }
    return result;
}

nlohmann::ordered_json likelihood_json(const Likelihood& likelihood) {
    return {{"ppl", likelihood.perplexity()}, {"nll_mean", likelihood.mean()}, {"scored", likelihood.scored}};
}

Status perplexity(const PerplexityOptions& options, Console& console) {
    const Interrupt interrupt;
    HEARTH_TRY_ASSIGN(const std::string text, read_text_file(options.text));
    if (const auto invalid = find_invalid_utf8(text)) {
        return Error{ErrorCode::invalid_utf8,
                     fmt::format("{}: is not UTF-8: byte {} is \"{}\"", escaped(options.text), *invalid,
                                 escaped(std::string_view(text).substr(*invalid, 1))),
                     {.file = options.text}};
    }
    const std::uint32_t window = options.window.value_or(512);
    HEARTH_TRY_ASSIGN(const std::unique_ptr<Engine> engine,
                      load_engine(options.model, options.load, console));
    HEARTH_TRY_ASSIGN(const auto windows, cut_windows(engine->tokenizer(), options, text, window));
    HEARTH_TRY_ASSIGN(const Measurement result, measure(*engine, windows));
    if (console.json()) {
        nlohmann::ordered_json json = likelihood_json(result.all);
        json["nll_per_window"] = result.nll_per_window;
        json["second_half"] = result.second_half.scored == 0 ? nullptr : likelihood_json(result.second_half);
        console.write_json(json);
    } else {
        console.write(fmt::format("perplexity {:.4f} over {} tokens in {} windows of {}\n",
                                  result.all.perplexity(), result.all.scored, windows.size(), window));
        if (result.second_half.scored > 0) {
            console.write(fmt::format("second halves alone {:.4f} over {} tokens\n",
                                      result.second_half.perplexity(), result.second_half.scored));
        }
    }
    return {};
}

}  // namespace

Run set_up_perplexity(CLI::App& app) {
    const auto options = std::make_shared<PerplexityOptions>();
    add_model(app, options->model);
    add_required_file(app, "--text", options->text, "A file with the text");
    add_number(app, "--window", options->window, {.least = 2},
               "Tokens that are predicted together (default 512)");
    add_number(app, "--windows", options->windows, {.least = 1},
               "Only the first N windows, where the text has more");
    add_memory_options(app, options->load);
    add_arithmetic_options(app, options->load);
    return [options](Console& console) { return perplexity(*options, console); };
}

}  // namespace hearth::cli
