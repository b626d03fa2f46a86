#include "model/hyper_parameters.h"

#include "model/model_error.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace hearth {

namespace {

// Bounds far above any published model; they keep products of sizes within 64 bits and refuse nonsense early.
constexpr std::uint32_t kMostLayers = 1024;
constexpr std::uint32_t kMostWidth = 1U << 20U;
constexpr std::uint32_t kMostHeads = 4096;
constexpr std::uint32_t kMostHeadDim = 4096;
constexpr std::uint32_t kMostTokens = 1U << 30U;
constexpr std::uint32_t kMostVocabulary = 1U << 24U;

/// A key that other model families use and that changes the result, with the value that would not.
struct NeutralKey {
    std::string_view key;
    double neutral;
};

constexpr NeutralKey kNeutralKeys[] = {
    {"activation.situ_beta", 0},
    {"attention.causal", 1},
    {"attention.clamp_kqv", 0},
    {"attention.max_alibi_bias", 0},
    {"attention.output_scale", 1},
    {"attention.shared_kv_layers", 0},
    {"attention.temperature_length", 0},
    {"attention.temperature_scale", 0},
    {"attention.value_scale", 1},
    {"embedding_length_per_layer_input", 0},
    {"embedding_scale", 1},
    {"logit_scale", 1},
    {"nextn_predict_layers", 0},
    {"residual_scale", 1},
    {"rope.dimension_sections", 0},
    {"use_parallel_residual", 0},
};

Status refuse_other_families(const ArchitectureKeys& keys) {
    HEARTH_TRY_ASSIGN(const auto experts, keys.find_count("expert_count", {0, kMostHeads}));
    if (experts.value_or(0) > 0) {
        return model_error(
            ErrorCode::unsupported_feature, keys.file(), keys.full("expert_count"),
            fmt::format("this is a mixture of {} experts, which Hearth cannot run yet", *experts), "0",
            fmt::format("{}", *experts));
    }
    for (const NeutralKey& entry : kNeutralKeys) {
        HEARTH_TRY(keys.require_neutral(entry.key, entry.neutral));
    }
    return {};
}

/// Rows of the token embedding; no token of the file's own vocabulary may lie past them.
Result<std::uint32_t> read_vocabulary_size(const ModelFile& file) {
    constexpr std::string_view kTable = "token_embd.weight";
    const TensorInfo* embedding = file.find(kTable);
    if (embedding == nullptr) {
        return model_error(ErrorCode::missing_tensor, file.metadata().file(), std::string(kTable),
                           "the tensor is missing");
    }
    const std::uint64_t rows = embedding->rows();
    if (rows > kMostVocabulary) {
        return model_error(ErrorCode::bad_shape, file.metadata().file(), std::string(kTable),
                           fmt::format("a vocabulary of {} tokens is out of range", rows),
                           fmt::format("at most {} rows", kMostVocabulary), fmt::format("{}", rows));
    }
    const MetadataValue* tokens = file.metadata().find("tokenizer.ggml.tokens");
    if (tokens != nullptr && tokens->size() > rows) {
        return model_error(ErrorCode::bad_shape, file.metadata().file(), std::string(kTable),
                           fmt::format("{} rows for a vocabulary of {} tokens", rows, tokens->size()),
                           fmt::format("{} rows", tokens->size()), fmt::format("{}", rows));
    }
    return static_cast<std::uint32_t>(rows);
}

Status read_heads(const ArchitectureKeys& keys, HyperParameters& out) {
    HEARTH_TRY_ASSIGN(const auto heads,
                      keys.find_uniform_count("attention.head_count", out.layer_count, {1, kMostHeads}));
    if (!heads) {
        return model_error(ErrorCode::missing_key, keys.file(), keys.full("attention.head_count"),
                           "the key is missing");
    }
    out.head_count = *heads;
    HEARTH_TRY_ASSIGN(const auto kv_heads,
                      keys.find_uniform_count("attention.head_count_kv", out.layer_count, {1, kMostHeads}));
    out.kv_head_count = kv_heads.value_or(out.head_count);
    if (out.head_count % out.kv_head_count != 0) {
        return model_error(
            ErrorCode::bad_value, keys.file(), keys.full("attention.head_count_kv"),
            fmt::format("{} does not divide the {} query heads", out.kv_head_count, out.head_count),
            fmt::format("a divisor of {}", out.head_count), fmt::format("{}", out.kv_head_count));
    }

    HEARTH_TRY_ASSIGN(const auto key_length, keys.find_count("attention.key_length", {2, kMostHeadDim}));
    if (!key_length && out.width % out.head_count != 0) {
        return model_error(ErrorCode::bad_value, keys.file(), keys.full("attention.head_count"),
                           fmt::format("{} heads do not divide the width of {}", out.head_count, out.width),
                           fmt::format("a divisor of {}", out.width), fmt::format("{}", out.head_count));
    }
    out.head_dim = key_length.value_or(out.width / out.head_count);
    if (out.head_dim < 2 || out.head_dim > kMostHeadDim) {
        return model_error(ErrorCode::bad_value, keys.file(), keys.full("attention.head_count"),
                           fmt::format("heads of {} values are out of range", out.head_dim),
                           fmt::format("2 to {}", kMostHeadDim), fmt::format("{}", out.head_dim));
    }
    for (const std::string_view other :
         {"attention.value_length", "attention.key_length_swa", "attention.value_length_swa"}) {
        HEARTH_TRY_ASSIGN(const auto length, keys.find_count(other, {1, kMostHeadDim}));
        if (length.value_or(out.head_dim) != out.head_dim) {
            return model_error(ErrorCode::unsupported_feature, keys.file(), keys.full(other),
                               fmt::format("{} where keys have {} is not supported", *length, out.head_dim),
                               fmt::format("{}", out.head_dim), fmt::format("{}", *length));
        }
    }
    if (std::uint64_t{out.head_count} * out.head_dim > kMostWidth) {
        return model_error(
            ErrorCode::bad_value, keys.file(), keys.full("attention.head_count"),
            fmt::format("{} heads of {} values are out of range", out.head_count, out.head_dim),
            fmt::format("at most {} values", kMostWidth));
    }
    return {};
}

Result<std::optional<float>> read_soft_cap(const ArchitectureKeys& keys, std::string_view key) {
    HEARTH_TRY_ASSIGN(const auto cap, keys.find_number(key, {0, 1e6}));
    // Writers state 0 for "no cap".
    if (!cap || *cap == 0) {
        return std::optional<float>();
    }
    return std::optional(static_cast<float>(*cap));
}

}  // namespace

Result<HyperParameters> read_hyper_parameters(const ModelFile& file, const ArchitectureKeys& keys) {
    HEARTH_TRY(refuse_other_families(keys));
    HyperParameters out;
    HEARTH_TRY_ASSIGN(out.layer_count, keys.count("block_count", {1, kMostLayers}));
    HEARTH_TRY_ASSIGN(out.width, keys.count("embedding_length", {1, kMostWidth}));
    HEARTH_TRY_ASSIGN(out.context_tokens, keys.count("context_length", {1, kMostTokens}));
    HEARTH_TRY_ASSIGN(const auto feed_forward,
                      keys.find_uniform_count("feed_forward_length", out.layer_count, {1, kMostWidth}));
    if (!feed_forward) {
        return model_error(ErrorCode::missing_key, keys.file(), keys.full("feed_forward_length"),
                           "the key is missing");
    }
    out.feed_forward = *feed_forward;
    HEARTH_TRY(read_heads(keys, out));
    HEARTH_TRY_ASSIGN(out.vocabulary_size, read_vocabulary_size(file));

    constexpr std::string_view kEpsilon = "attention.layer_norm_rms_epsilon";
    HEARTH_TRY_ASSIGN(const auto epsilon, keys.find_number(kEpsilon, {0, 1}));
    if (!epsilon) {
        return model_error(ErrorCode::missing_key, keys.file(), keys.full(kEpsilon), "the key is missing");
    }
    out.norm_epsilon = static_cast<float>(*epsilon);

    HEARTH_TRY_ASSIGN(const auto scale, keys.find_number("attention.scale", {0, 1e6}));
    // Writers state 0 for "the usual one".
    out.attention_scale = scale.value_or(0) > 0 ? *scale : 1.0 / std::sqrt(static_cast<double>(out.head_dim));
    HEARTH_TRY_ASSIGN(out.attention_soft_cap, read_soft_cap(keys, "attn_logit_softcapping"));
    HEARTH_TRY_ASSIGN(out.logit_soft_cap, read_soft_cap(keys, "final_logit_softcapping"));

    HEARTH_TRY_ASSIGN(const auto window, keys.find_count("attention.sliding_window", {0, kMostTokens}));
    // Writers state 0 for "no window"; one as long as the context hides nothing.
    if (window.value_or(0) > 0 && *window < out.context_tokens) {
        out.window = window;
    }
    return out;
}

Result<std::vector<bool>> windowed_layers(const ArchitectureKeys& keys,
                                          const HyperParameters& hyper_parameters,
                                          std::optional<std::uint32_t> default_period) {
    constexpr std::string_view kPattern = "attention.sliding_window_pattern";
    const std::uint32_t layer_count = hyper_parameters.layer_count;
    if (!hyper_parameters.window) {
        return std::vector<bool>(layer_count, false);
    }
    const MetadataValue* stored = keys.find(kPattern);
    if (stored != nullptr && stored->type == MetadataType::array) {
        HEARTH_TRY_ASSIGN(auto listed, keys.metadata().require<std::vector<bool>>(keys.full(kPattern)));
        if (listed.size() != layer_count) {
            return model_error(ErrorCode::bad_value, keys.file(), keys.full(kPattern),
                               fmt::format("{} values for {} layers", listed.size(), layer_count),
                               fmt::format("{} values", layer_count), fmt::format("{}", listed.size()));
        }
        return listed;
    }
    HEARTH_TRY_ASSIGN(const auto stated, keys.find_count(kPattern, {1, kMostLayers}));
    const std::optional<std::uint32_t> period = stated ? stated : default_period;
    if (!period) {
        return model_error(ErrorCode::unsupported_feature, keys.file(), keys.full("attention.sliding_window"),
                           fmt::format("a window of {} tokens, but {} does not say in which layers",
                                       *hyper_parameters.window, keys.full(kPattern)));
    }
    std::vector<bool> windowed(layer_count);
    for (std::uint32_t layer = 0; layer < layer_count; ++layer) {
        windowed[layer] = (layer + 1) % *period != 0;
    }
    return windowed;
}

}  // namespace hearth
