#include "format/huggingface/architecture_table.h"

#include <algorithm>
#include <array>

namespace hearth {

namespace {

#define HEARTH_ATTENTION_AND_MLP                                                                      \
    ModuleName{"self_attn.q_proj", "attn_q"}, ModuleName{"self_attn.k_proj", "attn_k"},               \
        ModuleName{"self_attn.v_proj", "attn_v"}, ModuleName{"self_attn.o_proj", "attn_output"},      \
        ModuleName{"self_attn.q_norm", "attn_q_norm"}, ModuleName{"self_attn.k_norm", "attn_k_norm"}, \
        ModuleName{"mlp.gate_proj", "ffn_gate"}, ModuleName{"mlp.up_proj", "ffn_up"},                 \
        ModuleName{"mlp.down_proj", "ffn_down"}, ModuleName {                                         \
        "input_layernorm", "attn_norm"                                                                \
    }

constexpr std::array kLlamaModules = {HEARTH_ATTENTION_AND_MLP,
                                      ModuleName{"post_attention_layernorm", "ffn_norm"}};
constexpr std::array kGemmaModules = {HEARTH_ATTENTION_AND_MLP,
                                      ModuleName{"post_attention_layernorm", "post_attention_norm"},
                                      ModuleName{"pre_feedforward_layernorm", "ffn_norm"},
                                      ModuleName{"post_feedforward_layernorm", "post_ffw_norm"}};

#undef HEARTH_ATTENTION_AND_MLP

constexpr CheckpointArchitecture kLlama = {.class_name = "LlamaForCausalLM",
                                           .gguf = "llama",
                                           .modules = kLlamaModules,
                                           .activation = "silu",
                                           .activation_key = "hidden_act",
                                           .interleaves_heads = true};
constexpr CheckpointArchitecture kQwen2 = {.class_name = "Qwen2ForCausalLM",
                                           .gguf = "qwen2",
                                           .modules = kLlamaModules,
                                           .activation = "silu",
                                           .activation_key = "hidden_act"};
constexpr CheckpointArchitecture kGemma3 = {.class_name = "Gemma3ForCausalLM",
                                            .gguf = "gemma3",
                                            .modules = kGemmaModules,
                                            .activation = "gelu_pytorch_tanh",
                                            .activation_key = "hidden_activation",
                                            .adds_one_to_norms = true,
                                            .ties_embeddings = true,
                                            .head_dim = 256,
                                            .rope_theta = 1e6};

constexpr CheckpointArchitecture renamed(CheckpointArchitecture architecture, std::string_view class_name) {
    architecture.class_name = class_name;
    return architecture;
}

constexpr CheckpointArchitecture qwen3() {
    CheckpointArchitecture architecture = renamed(kQwen2, "Qwen3ForCausalLM");
    architecture.gguf = "qwen3";
    architecture.head_dim = 128;
    return architecture;
}

constexpr std::array kArchitectures = {
    kGemma3, renamed(kGemma3, "Gemma3ForConditionalGeneration"),
    kLlama,  renamed(kLlama, "MistralForCausalLM"),
    kQwen2,  qwen3(),
};

}  // namespace

const CheckpointArchitecture* find_checkpoint_architecture(std::string_view class_name) {
    const auto* const found =
        std::ranges::find(kArchitectures, class_name, &CheckpointArchitecture::class_name);
    return found == kArchitectures.end() ? nullptr : found;
}

std::string checkpoint_architecture_names() {
    std::string names;
    for (const CheckpointArchitecture& architecture : kArchitectures) {
        names += names.empty() ? "" : ", ";
        names += architecture.class_name;
    }
    return names;
}

std::optional<std::string> gguf_module(const CheckpointArchitecture& architecture, std::string_view module) {
    if (module == "lm_head") {
        return "output";
    }
    constexpr std::string_view kModel = "model.";
    if (!module.starts_with(kModel)) {
        return std::nullopt;
    }
    module.remove_prefix(kModel.size());
    if (module == "embed_tokens") {
        return "token_embd";
    }
    if (module == "norm") {
        return "output_norm";
    }
    constexpr std::string_view kLayers = "layers.";
    if (!module.starts_with(kLayers)) {
        return std::nullopt;
    }
    module.remove_prefix(kLayers.size());
    const std::size_t dot = module.find('.');
    const std::string_view number = module.substr(0, dot);
    if (dot == std::string_view::npos || number.empty() || number.size() > 4 ||
        (number.size() > 1 && number.front() == '0') ||
        !std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; })) {
        return std::nullopt;
    }
    const std::string_view part = module.substr(dot + 1);
    const auto found = std::ranges::find(architecture.modules, part, &ModuleName::checkpoint);
    if (found == architecture.modules.end()) {
        return std::nullopt;
    }
    return "blk." + std::string(number) + "." + std::string(found->gguf);
}

}  // namespace hearth
