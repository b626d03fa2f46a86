#include "format/huggingface/config.h"

#include "format/huggingface/rope_config.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::string_view kWithVision = "Gemma3ForConditionalGeneration";

/// What the text part of Gemma 3 is where the description of the whole leaves it out (transformers'
/// defaults).
nlohmann::json gemma3_text_defaults() {
    return {{"hidden_size", 2304},
            {"intermediate_size", 9216},
            {"num_hidden_layers", 26},
            {"num_attention_heads", 8},
            {"num_key_value_heads", 4},
            {"head_dim", 256},
            {"rms_norm_eps", 1e-6},
            {"query_pre_attn_scalar", 256},
            {"sliding_window", 4096},
            {"rope_theta", 1e6},
            {"rope_local_base_freq", 1e4},
            {"max_position_embeddings", 131072},
            {"hidden_activation", "gelu_pytorch_tanh"}};
}

class ConfigReader {
 public:
    ConfigReader(const JsonObject& top, const JsonObject& text, Metadata& metadata)
        : top_(top), text_(text), metadata_(metadata) {}

    Result<CheckpointConfig> read(const CheckpointArchitecture& architecture) {
        out_.architecture = &architecture;
        out_.has_vision = architecture.class_name == kWithVision;
        metadata_.set("general.architecture", MetadataValue::of(std::string(architecture.gguf)));
        HEARTH_TRY(read_sizes());
        HEARTH_TRY(read_windows());
        HEARTH_TRY(read_gemma());
        HEARTH_TRY_ASSIGN(const auto tied, text_.flag("tie_word_embeddings"));
        HEARTH_TRY_ASSIGN(const auto tied_at_top, top_.flag("tie_word_embeddings"));
        out_.ties_embeddings = tied ? *tied : tied_at_top.value_or(architecture.ties_embeddings);
        HEARTH_TRY(read_tokens());
        HEARTH_TRY(read_types());
        return std::move(out_);
    }

 private:
    template <class T>
    void set(std::string_view key, const T& value) {
        metadata_.set(fmt::format("{}.{}", out_.architecture->gguf, key), MetadataValue::of(value));
    }

    Status read_sizes() {
        const CheckpointArchitecture& architecture = *out_.architecture;
        HEARTH_TRY_ASSIGN(const auto activation, text_.text(architecture.activation_key));
        if (activation && *activation != architecture.activation) {
            return text_.error(
                ErrorCode::unsupported_feature, architecture.activation_key,
                fmt::format("is \"{}\", but {} is only supported with \"{}\"", escaped(*activation),
                            architecture.class_name, architecture.activation));
        }
        for (const auto& [key, gguf] :
             {std::pair{"num_hidden_layers", "block_count"}, std::pair{"hidden_size", "embedding_length"},
              std::pair{"intermediate_size", "feed_forward_length"},
              std::pair{"num_attention_heads", "attention.head_count"}}) {
            HEARTH_TRY_ASSIGN(const std::uint32_t value, text_.required_count(key));
            set(gguf, value);
        }
        HEARTH_TRY_ASSIGN(const std::uint32_t heads, text_.required_count("num_attention_heads"));
        HEARTH_TRY_ASSIGN(const std::uint32_t width, text_.required_count("hidden_size"));
        HEARTH_TRY_ASSIGN(const auto kv_heads, text_.count("num_key_value_heads"));
        set("attention.head_count_kv", kv_heads.value_or(heads));
        HEARTH_TRY_ASSIGN(const auto stated, text_.count("head_dim"));
        if (!stated && !architecture.head_dim && (heads == 0 || width % heads != 0)) {
            return text_.wrong("num_attention_heads", fmt::format("a divisor of hidden_size, {}", width));
        }
        out_.head_dim = stated ? *stated : architecture.head_dim ? *architecture.head_dim : width / heads;
        if (out_.head_dim == 0 || out_.head_dim % 2 != 0) {
            return text_.error(ErrorCode::bad_value, "head_dim",
                               fmt::format("is {}, but must be an even number above 0", out_.head_dim));
        }
        set("attention.key_length", out_.head_dim);
        set("attention.value_length", out_.head_dim);
        HEARTH_TRY_ASSIGN(const auto epsilon, text_.number("rms_norm_eps"));
        set("attention.layer_norm_rms_epsilon", epsilon.value_or(1e-6));

        HEARTH_TRY_ASSIGN(const std::uint32_t context, text_.required_count("max_position_embeddings"));
        const RopeSizes sizes{out_.head_dim, context, architecture.rope_theta};
        HEARTH_TRY_ASSIGN(RopeConfig rope,
                          read_rope_config(text_, sizes, std::string(architecture.gguf), metadata_));
        set("context_length", rope.context_tokens);
        out_.rope_divisors = std::move(rope.divisors);
        return {};
    }

    /// Which layers see a window of tokens alone: `layer_types`, or the older ways to say it.
    Status read_windows() {
        HEARTH_TRY_ASSIGN(auto window, text_.count("sliding_window"));
        const std::string_view gguf = out_.architecture->gguf;
        HEARTH_TRY_ASSIGN(const auto used, text_.flag("use_sliding_window"));
        if ((gguf == "qwen2" || gguf == "qwen3") && !used.value_or(false)) {
            window.reset();
        }
        if (!window || out_.architecture->class_name == "LlamaForCausalLM") {
            return {};
        }
        HEARTH_TRY_ASSIGN(const std::uint32_t layers, text_.required_count("num_hidden_layers"));
        constexpr std::uint32_t kMostLayers = 1U << 20U;
        if (layers > kMostLayers) {
            return text_.wrong("num_hidden_layers", "a number of layers");
        }
        std::vector<bool> windowed(layers, true);
        HEARTH_TRY_ASSIGN(const auto types, text_.texts("layer_types"));
        if (types) {
            if (types->size() != layers) {
                return text_.error(ErrorCode::bad_value, "layer_types",
                                   fmt::format("has {} entries for {} layers", types->size(), layers));
            }
            for (std::size_t i = 0; i < layers; ++i) {
                const std::string& type = (*types)[i];
                if (type != "sliding_attention" && type != "full_attention") {
                    return text_.error(
                        ErrorCode::unsupported_feature, "layer_types",
                        fmt::format("has \"{}\", a kind of layer that is not supported", escaped(type)));
                }
                windowed[i] = type == "sliding_attention";
            }
        } else if (gguf == "gemma3") {
            HEARTH_TRY_ASSIGN(const auto period, text_.count("sliding_window_pattern"));
            const std::uint32_t every = period.value_or(6);
            if (every == 0) {
                return text_.wrong("sliding_window_pattern", "at least 1");
            }
            for (std::uint32_t i = 0; i < layers; ++i) {
                windowed[i] = (i + 1) % every != 0;
            }
        } else if (gguf == "qwen2" || gguf == "qwen3") {
            HEARTH_TRY_ASSIGN(const auto first, text_.count("max_window_layers"));
            for (std::uint32_t i = 0; i < layers; ++i) {
                windowed[i] = i >= first.value_or(28);
            }
        }
        set("attention.sliding_window", *window);
        set("attention.sliding_window_pattern", windowed);
        return {};
    }

    Status read_gemma() {
        if (out_.architecture->gguf != "gemma3") {
            return {};
        }
        HEARTH_TRY_ASSIGN(const auto scalar, text_.number("query_pre_attn_scalar"));
        const double divisor = scalar.value_or(256);
        if (!(divisor > 0)) {
            return text_.wrong("query_pre_attn_scalar", "a positive number");
        }
        set("attention.scale", 1 / std::sqrt(divisor));
        for (const std::string_view key : {"attn_logit_softcapping", "final_logit_softcapping"}) {
            HEARTH_TRY_ASSIGN(const auto cap, text_.number(key));
            if (cap) {
                set(key, *cap);
            }
        }
        HEARTH_TRY_ASSIGN(const auto both_ways, text_.flag("use_bidirectional_attention"));
        if (both_ways.value_or(false)) {
            return text_.error(ErrorCode::unsupported_feature, "use_bidirectional_attention",
                               "is true: this model writes no text");
        }
        return {};
    }

    Status read_tokens() {
        HEARTH_TRY_ASSIGN(out_.bos_token, first_of("bos_token_id"));
        const JsonObject& source = top_.find("eos_token_id") != nullptr ? top_ : text_;
        HEARTH_TRY_ASSIGN(out_.end_tokens, read_token_ids(source, "eos_token_id"));
        return {};
    }
    Result<std::optional<std::uint32_t>> first_of(std::string_view key) {
        const JsonObject& source = top_.find(key) != nullptr ? top_ : text_;
        HEARTH_TRY_ASSIGN(const auto ids, read_token_ids(source, key));
        return ids.empty() ? std::optional<std::uint32_t>() : std::optional(ids.front());
    }

    Status read_types() {
        HEARTH_TRY_ASSIGN(const auto quantization, top_.object("quantization_config"));
        if (quantization) {
            HEARTH_TRY_ASSIGN(out_.quantization, read_quantization_config(*quantization));
            metadata_.set("general.hearth.quantization",
                          MetadataValue::of(
                              fmt::format("{} {}-bit", out_.quantization->name(), out_.quantization->bits)));
            return {};
        }
        HEARTH_TRY_ASSIGN(auto type, top_.text("torch_dtype"));
        if (!type) {
            HEARTH_TRY_ASSIGN(type, top_.text("dtype"));
        }
        for (const auto& [name, number] :
             {std::pair{"float32", 0U}, std::pair{"float16", 1U}, std::pair{"bfloat16", 32U}}) {
            if (type == name) {
                metadata_.set("general.file_type", MetadataValue::of(std::uint32_t{number}));
            }
        }
        return {};
    }

    const JsonObject& top_;
    const JsonObject& text_;
    Metadata& metadata_;
    CheckpointConfig out_;
};

}  // namespace

Result<std::vector<std::uint32_t>> read_token_ids(const JsonObject& object, std::string_view key) {
    const nlohmann::json* const value = object.find(key);
    std::vector<std::uint32_t> ids;
    if (value == nullptr) {
        return ids;
    }
    const auto add = [&](const nlohmann::json& id) {
        constexpr std::uint64_t kMost = 1U << 30U;
        if (!id.is_number_unsigned() || id.get<std::uint64_t>() > kMost) {
            return false;
        }
        ids.push_back(id.get<std::uint32_t>());
        return true;
    };
    const bool all = value->is_array() ? std::all_of(value->begin(), value->end(), add) : add(*value);
    if (!all) {
        return object.wrong(key, "a token id or a list of them");
    }
    return ids;
}

Result<CheckpointConfig> read_config(const nlohmann::json& json, const std::filesystem::path& file,
                                     Metadata& metadata) {
    const JsonObject top(json, file);
    HEARTH_TRY_ASSIGN(const auto classes, top.texts("architectures"));
    if (!classes || classes->size() != 1) {
        return top.wrong("architectures", "a list of one architecture");
    }
    const CheckpointArchitecture* const architecture = find_checkpoint_architecture(classes->front());
    if (architecture == nullptr) {
        Error error = top.error(ErrorCode::unsupported_architecture, "architectures",
                                fmt::format("is \"{}\", which is not one of {}", escaped(classes->front()),
                                            checkpoint_architecture_names()));
        error.details.expected = checkpoint_architecture_names();
        error.details.actual = escaped(classes->front());
        return error;
    }
    if (architecture->class_name != kWithVision) {
        return ConfigReader(top, top, metadata).read(*architecture);
    }
    nlohmann::json merged = gemma3_text_defaults();
    HEARTH_TRY_ASSIGN(const auto text, top.object("text_config"));
    if (!text) {
        return top.error(ErrorCode::missing_key, "text_config", "is missing");
    }
    merged.update(*top.find("text_config"));
    const JsonObject part(merged, file, "text_config.");
    return ConfigReader(top, part, metadata).read(*architecture);
}

}  // namespace hearth
