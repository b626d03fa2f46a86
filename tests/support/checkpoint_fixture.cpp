#include "support/checkpoint_fixture.h"

#include "tensor/codec.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace hearth::test {

namespace {

using nlohmann::json;

void write_file(const std::filesystem::path& path, std::string_view bytes) {
    std::ofstream file(path, std::ios::binary);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) {
        throw std::runtime_error("cannot write " + path.string());
    }
}

/// Written from the point of view of a converter, so independent of the reader's table.
std::string checkpoint_name(const std::string& name, bool is_gemma) {
    static const std::map<std::string, std::string> top = {{"token_embd.weight", "model.embed_tokens.weight"},
                                                           {"output_norm.weight", "model.norm.weight"},
                                                           {"output.weight", "lm_head.weight"}};
    static const std::map<std::string, std::string> parts = {
        {"attn_norm", "input_layernorm"},
        {"attn_q", "self_attn.q_proj"},
        {"attn_k", "self_attn.k_proj"},
        {"attn_v", "self_attn.v_proj"},
        {"attn_output", "self_attn.o_proj"},
        {"attn_q_norm", "self_attn.q_norm"},
        {"ffn_gate", "mlp.gate_proj"},
        {"attn_k_norm", "self_attn.k_norm"},
        {"ffn_up", "mlp.up_proj"},
        {"ffn_down", "mlp.down_proj"},
        {"post_attention_norm", "post_attention_layernorm"},
        {"post_ffw_norm", "post_feedforward_layernorm"}};
    if (const auto found = top.find(name); found != top.end()) {
        return found->second;
    }
    const std::size_t number = name.find('.') + 1;
    const std::size_t part = name.find('.', number) + 1;
    const std::size_t leaf = name.rfind('.');
    const std::string key = name.substr(part, leaf - part);
    const std::string module = key == "ffn_norm"
                                   ? (is_gemma ? "pre_feedforward_layernorm" : "post_attention_layernorm")
                                   : parts.at(key);
    return "model.layers." + name.substr(number, part - number) + module + name.substr(leaf);
}

std::vector<float> values_of(const ModelFixture::Tensor& tensor) {
    const DType type = *dtype_from_gguf(tensor.info.gguf_type);
    const DTypeInfo& info = dtype_info(type);
    std::vector<float> values(tensor.data.size() / info.block_bytes * info.block_values);
    dequantize(type, tensor.data, values);
    return values;
}

/// Rows in the order of checkpoints: the first halves of all pairs of a head, then the second.
template <class Row>
std::vector<Row> halves_apart(const std::vector<Row>& rows, std::size_t head_dim) {
    std::vector<Row> out(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::size_t head = row / head_dim * head_dim;
        const std::size_t in_head = row - head;
        const std::size_t pair = in_head / 2;
        out[head + pair + (in_head % 2 == 1 ? head_dim / 2 : 0)] = rows[row];
    }
    return out;
}

StoredTensor store(const ModelFixture::Tensor& tensor, const TinyModel& model, std::size_t head_dim) {
    const std::string& name = tensor.info.name;
    StoredTensor out{checkpoint_name(name, model.architecture == "gemma3"),
                     "F32",
                     {tensor.info.dimensions.rbegin(), tensor.info.dimensions.rend()},
                     {}};
    if (tensor.info.gguf_type == 1 || tensor.info.gguf_type == 30) {
        out.type = tensor.info.gguf_type == 1 ? "F16" : "BF16";
        out.data = tensor.data;
    } else {
        std::vector<float> values = values_of(tensor);
        if (model.architecture == "gemma3" && name.find("norm.weight") != std::string::npos) {
            for (float& value : values) {
                value -= 1;
            }
        }
        const auto bytes = std::as_bytes(std::span(values));
        out.data.assign(bytes.begin(), bytes.end());
    }
    const bool rotated =
        name.find(".attn_q.") != std::string::npos || name.find(".attn_k.") != std::string::npos;
    if (model.architecture == "llama" && rotated) {
        const std::size_t row_bytes = out.data.size() / out.shape.front();
        std::vector<std::vector<std::byte>> rows;
        for (std::size_t at = 0; at < out.data.size(); at += row_bytes) {
            rows.emplace_back(out.data.begin() + static_cast<std::ptrdiff_t>(at),
                              out.data.begin() + static_cast<std::ptrdiff_t>(at + row_bytes));
        }
        out.data.clear();
        for (const auto& row : halves_apart(rows, head_dim)) {
            out.data.insert(out.data.end(), row.begin(), row.end());
        }
    }
    return out;
}

class ConfigWriter {
 public:
    explicit ConfigWriter(const TinyModel& model) : model_(model) {}

    json write() {
        static const std::map<std::string, std::string> classes = {{"llama", "LlamaForCausalLM"},
                                                                   {"qwen2", "Qwen2ForCausalLM"},
                                                                   {"qwen3", "Qwen3ForCausalLM"},
                                                                   {"gemma3", "Gemma3ForCausalLM"}};
        const bool windowed = find("attention.sliding_window").has_value();
        json config = {{"architectures",
                        {model_.architecture == "llama" && windowed ? "MistralForCausalLM"
                                                                    : classes.at(model_.architecture)}}};
        for (const auto& [key, gguf] :
             {std::pair{"num_hidden_layers", "block_count"}, std::pair{"hidden_size", "embedding_length"},
              std::pair{"intermediate_size", "feed_forward_length"},
              std::pair{"num_attention_heads", "attention.head_count"},
              std::pair{"num_key_value_heads", "attention.head_count_kv"},
              std::pair{"max_position_embeddings", "context_length"},
              std::pair{"rms_norm_eps", "attention.layer_norm_rms_epsilon"},
              std::pair{"rope_theta", "rope.freq_base"},
              std::pair{"sliding_window", "attention.sliding_window"},
              std::pair{"attn_logit_softcapping", "attn_logit_softcapping"},
              std::pair{"final_logit_softcapping", "final_logit_softcapping"}}) {
            config[key] = find(gguf) ? *find(gguf) : json();
        }
        const double heads = config.at("num_attention_heads");
        const double width = config.at("hidden_size");
        const double head_dim = find("attention.key_length").value_or(json(width / heads));
        config["head_dim"] = static_cast<std::uint32_t>(head_dim);
        if (model_.architecture == "gemma3") {
            // As published: the width of a head, but the width of the model over its heads in the largest.
            config["query_pre_attn_scalar"] = config.at("num_hidden_layers") == 62 ? width / heads : head_dim;
            config["rope_local_base_freq"] = 10000.0;
            config["hidden_activation"] = "gelu_pytorch_tanh";
        } else {
            config["hidden_act"] = "silu";
        }
        if (const auto kind = find("rope.scaling.type")) {
            config["rope_scaling"] = {{"rope_type", *kind}, {"factor", *find("rope.scaling.factor")}};
            if (const auto original = find("rope.scaling.original_context_length")) {
                config["rope_scaling"]["original_max_position_embeddings"] = *original;
            }
        }
        const bool has_head = std::ranges::any_of(
            model_.file.tensors,
            [](const ModelFixture::Tensor& tensor) { return tensor.info.name == "output.weight"; });
        config["tie_word_embeddings"] = !has_head;
        return config;
    }

 private:
    /// The value of a key of the architecture.
    std::optional<json> find(const std::string& key) const {
        const MetadataValue* value = model_.file.metadata.find(model_.architecture + "." + key);
        if (value == nullptr) {
            return std::nullopt;
        }
        return std::visit(
            [](const auto& stored) -> json {
                if constexpr (
                    requires { json(stored); } && !requires { stored.begin(); }) {
                    return stored;
                } else if constexpr (std::is_same_v<std::decay_t<decltype(stored)>, std::string>) {
                    return stored;
                } else {
                    throw std::runtime_error("an array in the metadata of a tiny model");
                }
            },
            value->storage);
    }

    const TinyModel& model_;
};

json tokenizer_of(const Metadata& metadata) {
    const auto tokens = metadata.require<std::vector<std::string>>("tokenizer.ggml.tokens").value();
    const auto kinds = metadata.require<std::vector<std::int32_t>>("tokenizer.ggml.token_type").value();
    json vocabulary = json::object();
    json added = json::array();
    for (std::size_t id = 0; id < tokens.size(); ++id) {
        if (kinds[id] == 3) {
            added.push_back({{"id", id}, {"content", tokens[id]}, {"special", true}});
        } else {
            vocabulary[tokens[id]] = id;
        }
    }
    return {{"added_tokens", added},
            {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", true}}},
            {"model",
             {{"type", "BPE"},
              {"vocab", vocabulary},
              {"merges", metadata.require<std::vector<std::string>>("tokenizer.ggml.merges").value()}}}};
}

}  // namespace

std::string safetensors_file(std::span<const StoredTensor> tensors) {
    json header = json::object();
    std::string data;
    for (const StoredTensor& tensor : tensors) {
        const std::size_t begin = data.size();
        data.append(reinterpret_cast<const char*>(tensor.data.data()), tensor.data.size());
        header[tensor.name] = {
            {"dtype", tensor.type}, {"shape", tensor.shape}, {"data_offsets", {begin, data.size()}}};
    }
    const std::string text = header.dump();
    std::uint64_t length = text.size();
    std::string file(sizeof length, '\0');
    std::memcpy(file.data(), &length, sizeof length);
    return file + text + data;
}

StoredTensor& CheckpointFixture::tensor(std::string_view name) {
    const auto found = std::ranges::find(tensors, name, &StoredTensor::name);
    if (found == tensors.end()) {
        throw std::out_of_range(std::string(name));
    }
    return *found;
}

void CheckpointFixture::remove_tensor(std::string_view name) {
    std::erase_if(tensors, [&](const StoredTensor& tensor) { return tensor.name == name; });
}

void CheckpointFixture::write(const std::filesystem::path& folder, std::size_t shard_count) const {
    std::filesystem::create_directories(folder);
    for (const auto& [name, content] : files) {
        write_file(folder / name, content.is_string() ? content.get<std::string>() : content.dump());
    }
    if (shard_count == 1) {
        write_file(folder / "model.safetensors", safetensors_file(tensors));
        return;
    }
    json map = json::object();
    for (std::size_t shard = 0; shard < shard_count; ++shard) {
        const std::string name = fmt::format("model-{:05}-of-{:05}.safetensors", shard + 1, shard_count);
        std::vector<StoredTensor> part;
        for (std::size_t i = shard; i < tensors.size(); i += shard_count) {
            part.push_back(tensors[i]);
            map[tensors[i].name] = name;
        }
        write_file(folder / name, safetensors_file(part));
    }
    write_file(folder / "model.safetensors.index.json", json{{"weight_map", map}}.dump());
}

CheckpointFixture checkpoint_of(const TinyModel& model) {
    CheckpointFixture checkpoint;
    checkpoint.config() = ConfigWriter(model).write();
    const std::size_t head_dim = checkpoint.config().at("head_dim");
    for (const ModelFixture::Tensor& tensor : model.file.tensors) {
        if (tensor.info.name == "rope_freqs.weight") {
            throw std::runtime_error("checkpoints have no divisors of their own");
        }
        checkpoint.tensors.push_back(store(tensor, model, head_dim));
    }
    checkpoint.files["tokenizer.json"] = tokenizer_of(model.file.metadata);
    checkpoint.files["generation_config.json"] = {
        {"eos_token_id", model.file.metadata.require<std::uint32_t>("tokenizer.ggml.eos_token_id").value()}};
    return checkpoint;
}

}  // namespace hearth::test
