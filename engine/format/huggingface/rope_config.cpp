#include "format/huggingface/rope_config.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include <fmt/format.h>

namespace hearth {

namespace {

/// Llama 3.1's scaling: frequencies that turn rarely within the original context are divided by `factor`,
/// those that turn often stay, between the two it is interpolated (Grattafiori et al. 2024, arXiv:2407.21783,
/// and the model's published code).
Result<std::vector<float>> llama3_divisors(const JsonObject& scaling, double theta, std::uint32_t head_dim) {
    HEARTH_TRY_ASSIGN(const double factor, scaling.required_number("factor"));
    HEARTH_TRY_ASSIGN(const double low, scaling.required_number("low_freq_factor"));
    HEARTH_TRY_ASSIGN(const double high, scaling.required_number("high_freq_factor"));
    HEARTH_TRY_ASSIGN(const double original, scaling.required_number("original_max_position_embeddings"));
    if (!(factor >= 1) || !(low > 0) || !(high > low) || !(original >= 1)) {
        return scaling.error(
            ErrorCode::bad_value, "factor",
            "and its companions do not fit together: factor at least 1, low_freq_factor below "
            "high_freq_factor");
    }
    std::vector<float> divisors(head_dim / 2);
    for (std::size_t pair = 0; pair < divisors.size(); ++pair) {
        const double frequency = std::pow(theta, -2.0 * static_cast<double>(pair) / head_dim);
        const double turns = original * frequency / (2 * std::numbers::pi);  // within the original context
        const double kept = std::clamp((turns - low) / (high - low), 0.0, 1.0);
        divisors[pair] = static_cast<float>(1 / ((1 - kept) / factor + kept));
    }
    return divisors;
}

class RopeReader {
 public:
    RopeReader(const RopeSizes& sizes, std::string architecture, Metadata& metadata)
        : sizes_(sizes), prefix_(std::move(architecture) + ".rope."), metadata_(metadata) {
        out_.context_tokens = sizes.context_tokens;
    }

    Status read(const JsonObject& config) {
        HEARTH_TRY_ASSIGN(const auto parameters, config.object("rope_parameters"));
        if (!parameters) {
            HEARTH_TRY_ASSIGN(const auto scaling, config.object("rope_scaling"));
            HEARTH_TRY(read_layers(config, scaling));
            HEARTH_TRY_ASSIGN(const auto local, config.number("rope_local_base_freq"));
            set_local(local);
            return {};
        }
        HEARTH_TRY_ASSIGN(const auto full, parameters->object("full_attention"));
        if (!full) {
            return read_layers(*parameters, parameters);
        }
        HEARTH_TRY(read_layers(*full, full));
        HEARTH_TRY_ASSIGN(const auto local, parameters->object("sliding_attention"));
        if (local) {
            HEARTH_TRY_ASSIGN(const std::string kind, scaling_kind(*local));
            if (kind != "default") {
                return local->error(ErrorCode::unsupported_feature, "rope_type",
                                    "is a scaling of windowed layers, which is not supported");
            }
            HEARTH_TRY_ASSIGN(const auto theta, local->number("rope_theta"));
            set_local(theta);
        }
        return {};
    }

    RopeConfig take() && { return std::move(out_); }

 private:
    static Result<std::string> scaling_kind(const JsonObject& scaling) {
        HEARTH_TRY_ASSIGN(const auto kind, scaling.text("rope_type"));
        HEARTH_TRY_ASSIGN(const auto old_name, scaling.text("type"));
        return kind ? *kind : old_name.value_or("default");
    }

    void set(std::string_view key, double value) {
        metadata_.set(prefix_ + std::string(key), MetadataValue::of(value));
    }
    void set_local(std::optional<double> theta) {
        if (theta) {
            set("freq_base_swa", *theta);
        }
    }

    Status read_layers(const JsonObject& base, const std::optional<JsonObject>& scaling) {
        HEARTH_TRY_ASSIGN(const auto partial, base.number("partial_rotary_factor"));
        if (partial.value_or(1) != 1) {
            return base.error(
                ErrorCode::unsupported_feature, "partial_rotary_factor",
                fmt::format("is {}: heads that are rotated in part are not supported", *partial));
        }
        HEARTH_TRY_ASSIGN(const auto stated, base.number("rope_theta"));
        const double theta = stated.value_or(sizes_.default_theta);
        set("freq_base", theta);
        metadata_.set(prefix_ + "dimension_count", MetadataValue::of(sizes_.head_dim));
        if (!scaling) {
            return {};
        }
        HEARTH_TRY_ASSIGN(const std::string kind, scaling_kind(*scaling));
        if (kind == "default" || kind == "none") {
            return {};
        }
        if (kind == "llama3") {
            HEARTH_TRY_ASSIGN(out_.divisors, llama3_divisors(*scaling, theta, sizes_.head_dim));
            return {};
        }
        if (kind != "linear" && kind != "yarn") {
            return scaling->error(
                ErrorCode::unsupported_feature, "rope_type",
                fmt::format("is \"{}\", a scaling that is not supported: default, linear, yarn "
                            "and llama3 are",
                            escaped(kind)));
        }
        HEARTH_TRY_ASSIGN(const double factor, scaling->required_number("factor"));
        metadata_.set(prefix_ + "scaling.type", MetadataValue::of(kind));
        set("scaling.factor", factor);
        return kind == "yarn" ? read_yarn(*scaling, factor) : Status{};
    }

    Status read_yarn(const JsonObject& scaling, double factor) {
        HEARTH_TRY_ASSIGN(const auto original, scaling.count("original_max_position_embeddings"));
        if (original) {
            metadata_.set(prefix_ + "scaling.original_context_length", MetadataValue::of(*original));
            const double extended = std::min(factor * *original, 1e9);
            if (extended > out_.context_tokens) {
                out_.context_tokens = static_cast<std::uint32_t>(extended);
            }
        }
        for (const auto& [key, gguf] : {std::pair{"beta_fast", "scaling.yarn_beta_fast"},
                                        std::pair{"beta_slow", "scaling.yarn_beta_slow"},
                                        std::pair{"attention_factor", "scaling.yarn_attn_factor"}}) {
            HEARTH_TRY_ASSIGN(const auto value, scaling.number(key));
            if (value) {
                set(gguf, *value);
            }
        }
        for (const std::string_view key : {"mscale", "mscale_all_dim"}) {
            HEARTH_TRY_ASSIGN(const auto value, scaling.number(key));
            if (value) {
                return scaling.error(ErrorCode::unsupported_feature, key,
                                     "changes the magnitude of YaRN, which is not supported");
            }
        }
        HEARTH_TRY_ASSIGN(const auto truncate, scaling.flag("truncate"));
        if (!truncate.value_or(true)) {
            return scaling.error(ErrorCode::unsupported_feature, "truncate",
                                 "is false: YaRN without rounding is not supported");
        }
        return {};
    }

    const RopeSizes& sizes_;
    std::string prefix_;
    Metadata& metadata_;
    RopeConfig out_;
};

}  // namespace

Result<RopeConfig> read_rope_config(const JsonObject& config, const RopeSizes& sizes,
                                    const std::string& architecture, Metadata& metadata) {
    RopeReader reader(sizes, architecture, metadata);
    HEARTH_TRY(reader.read(config));
    return std::move(reader).take();
}

}  // namespace hearth
