#include "format/huggingface/checkpoint_tensors.h"

#include "format/file_error.h"
#include "format/huggingface/grouped_matrix.h"
#include "format/huggingface/simple_derivations.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::string_view kRopeDivisors = "rope_freqs.weight";
constexpr std::string_view kHead = "lm_head";

/// Where the text model of one that also sees stands, in older and newer checkpoints.
constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kTextPrefixes = {
    std::pair{std::string_view("language_model."), std::string_view("")},
    std::pair{std::string_view("model.language_model."), std::string_view("model.")}};
constexpr std::array<std::string_view, 4> kVisionPrefixes = {
    "vision_tower.", "multi_modal_projector.", "model.vision_tower.", "model.multi_modal_projector."};

/// A tensor's name in two: the module, and which of its tensors.
struct SplitName {
    std::string_view module;
    std::string_view leaf;
};

SplitName split(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? SplitName{{}, name}
                                         : SplitName{name.substr(0, dot), name.substr(dot + 1)};
}

bool holds_floats(const TensorInfo& tensor) {
    return tensor.type == DType::f32 || tensor.type == DType::f16 || tensor.type == DType::bf16;
}

class Translation {
 public:
    Translation(const CheckpointConfig& config, OpenedModel& model) : config_(config), model_(model) {}

    Status run(std::vector<TensorInfo> stored) {
        for (TensorInfo& tensor : stored) {
            take(std::move(tensor));
        }
        HEARTH_TRY(drop_empty_biases());
        for (const auto& [module, parts] : grouped_) {
            HEARTH_TRY(add_grouped(module, parts));
        }
        if (!config_.ties_embeddings && !has_head_) {
            return file_error(
                ErrorCode::missing_tensor, model_.metadata.file(), "lm_head.weight",
                "tensor \"lm_head.weight\" is missing, and config.json does not say that the embedding "
                "takes its place (tie_word_embeddings)");
        }
        add_divisors();
        warn();
        return {};
    }

 private:
    void take(TensorInfo tensor) {
        std::string name = tensor.name;
        if (config_.has_vision) {
            for (const auto& [wrapped, plain] : kTextPrefixes) {
                if (name.starts_with(wrapped)) {
                    name.replace(0, wrapped.size(), plain);
                    break;
                }
            }
            if (std::ranges::any_of(kVisionPrefixes, [&](auto prefix) { return name.starts_with(prefix); })) {
                ++vision_count_;
                return;
            }
        }
        const auto [module, leaf] = split(name);
        if (leaf == "inv_freq" && module.ends_with("rotary_emb")) {
            return;  // the frequencies, which follow from config.json
        }
        if (module == kHead) {
            has_head_ = true;
            if (config_.ties_embeddings) {
                has_unused_head_ = true;
                return;
            }
        }
        if (config_.quantization && take_part(module, leaf, tensor)) {
            return;
        }
        const auto known = gguf_module(*config_.architecture, module);
        if (!known || (leaf != "weight" && leaf != "bias")) {
            model_.tensors.push_back(std::move(tensor));
            return;
        }
        tensor.name = *known + "." + std::string(leaf);
        if (leaf == "bias") {
            bias_modules_.emplace(tensor.name, module);
        }
        add_stored(std::move(tensor), *known);
    }

    bool take_part(std::string_view module, std::string_view leaf, const TensorInfo& tensor) {
        std::optional<TensorInfo> GroupedParts::*part = leaf == "qweight"  ? &GroupedParts::quants
                                                        : leaf == "qzeros" ? &GroupedParts::zeros
                                                        : leaf == "scales" ? &GroupedParts::scales
                                                        : leaf == "g_idx"  ? &GroupedParts::group_index
                                                                           : nullptr;
        if (part == nullptr) {
            return false;
        }
        GroupedParts& parts = grouped_[std::string(module)];
        parts.module = module;
        parts.file =
            model_.files.empty() ? model_.metadata.file() : model_.files[tensor.shard].path().string();
        parts.*part = tensor;
        return true;
    }

    HeadOrder order_of(std::string_view gguf_name) const {
        const bool rotated = gguf_name.ends_with(".attn_q") || gguf_name.ends_with(".attn_k");
        return {config_.architecture->interleaves_heads && rotated ? config_.head_dim : 0};
    }

    void add_derived(TensorInfo tensor, std::unique_ptr<const DerivedTensor> derivation) {
        tensor.derivation = static_cast<std::uint32_t>(model_.derived.size());
        tensor.offset = 0;
        model_.derived.push_back(std::move(derivation));
        model_.tensors.push_back(std::move(tensor));
    }

    /// A tensor that is stored as numbers, in GGUF's form.
    void add_stored(TensorInfo tensor, std::string_view gguf_name) {
        const HeadOrder order = order_of(gguf_name);
        const bool is_vector = tensor.dimensions.size() == 1;
        const std::uint64_t rows = is_vector ? tensor.columns() : tensor.rows();
        if (holds_floats(tensor) && order.head_dim != 0 && rows > 0 && rows % order.head_dim == 0) {
            auto derivation = reordered_rows(tensor, tensor.bytes / rows, order);
            add_derived(std::move(tensor), std::move(derivation));
        } else if (holds_floats(tensor) && config_.architecture->adds_one_to_norms && is_vector &&
                   gguf_name.ends_with("_norm")) {
            auto derivation = plus_one(tensor);
            tensor.type = DType::f32;
            tensor.type_name = dtype_info(DType::f32).name;
            tensor.gguf_type = dtype_info(DType::f32).gguf_type;
            tensor.bytes = tensor.columns() * sizeof(float);
            add_derived(std::move(tensor), std::move(derivation));
        } else {
            model_.tensors.push_back(std::move(tensor));
        }
    }

    Status add_grouped(const std::string& module, const GroupedParts& parts) {
        const auto known = gguf_module(*config_.architecture, module);
        HEARTH_TRY_ASSIGN(GroupedMatrix matrix,
                          grouped_matrix(parts, *config_.quantization, known ? order_of(*known) : HeadOrder{},
                                         model_.files));
        matrix.tensor.name = (known ? *known : module) + ".weight";
        decoded_count_ += matrix.decoded ? 1U : 0U;
        add_derived(std::move(matrix.tensor), std::move(matrix.derivation));
        return {};
    }

    /// Quantizers give every matrix a bias, zeros where the model has none. Such biases change nothing, and
    /// where the architecture has none there is no place for them.
    Status drop_empty_biases() {
        std::vector<TensorInfo> kept;
        for (TensorInfo& tensor : model_.tensors) {
            const auto module = bias_modules_.find(tensor.name);
            if (module != bias_modules_.end() && grouped_.contains(module->second) && holds_floats(tensor) &&
                !tensor.derivation) {
                HEARTH_TRY_ASSIGN(const bool is_empty, is_empty_bias(tensor));
                if (is_empty) {
                    continue;
                }
            }
            kept.push_back(std::move(tensor));
        }
        model_.tensors = std::move(kept);
        return {};
    }

    Result<bool> is_empty_bias(const TensorInfo& tensor) const {
        constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 20U;
        if (model_.files.empty()) {  // only headers are at hand: one without a place is taken as empty
            return tensor.name.ends_with("ffn_gate.bias") || tensor.name.ends_with("ffn_up.bias");
        }
        if (tensor.bytes > kMostBytes) {
            return false;
        }
        std::vector<std::byte> values(tensor.bytes);
        HEARTH_TRY(model_.files[tensor.shard].read_at(tensor.offset, values));
        return std::ranges::all_of(values, [](std::byte byte) { return byte == std::byte{0}; });
    }

    void add_divisors() {
        if (config_.rope_divisors.empty()) {
            return;
        }
        const DTypeInfo& info = dtype_info(DType::f32);
        TensorInfo tensor;
        tensor.name = kRopeDivisors;
        tensor.type = info.type;
        tensor.type_name = info.name;
        tensor.gguf_type = info.gguf_type;
        tensor.dimensions = {config_.rope_divisors.size()};
        tensor.bytes = config_.rope_divisors.size() * sizeof(float);
        add_derived(std::move(tensor), constant_values(config_.rope_divisors));
    }

    void warn() {
        const std::string file = escaped(model_.metadata.file(), 4096);
        if (has_unused_head_) {
            model_.warnings.push_back(
                fmt::format("{}: lm_head.weight is not used, because config.json says that the embedding "
                            "takes its place.",
                            file));
        }
        if (vision_count_ > 0) {
            model_.warnings.push_back(fmt::format(
                "{}: this model can also see, but its {} tensors for that are not used: it reads text alone.",
                file, vision_count_));
        }
        if (decoded_count_ > 0) {
            model_.warnings.push_back(
                fmt::format("{}: {} matrices have their groups in an order or of a width that cannot be kept "
                            "({} with desc_act); "
                            "they are held as 16-bit floats, which takes several times their memory.",
                            file, decoded_count_, config_.quantization->name()));
        }
    }

    const CheckpointConfig& config_;
    OpenedModel& model_;
    std::map<std::string, GroupedParts, std::less<>> grouped_;      ///< by module
    std::map<std::string, std::string, std::less<>> bias_modules_;  ///< GGUF name of a bias → module
    bool has_head_ = false;
    bool has_unused_head_ = false;
    std::size_t vision_count_ = 0;
    std::size_t decoded_count_ = 0;
};

}  // namespace

Status translate_tensors(const CheckpointConfig& config, std::vector<TensorInfo> stored, OpenedModel& model) {
    return Translation(config, model).run(std::move(stored));
}

}  // namespace hearth
