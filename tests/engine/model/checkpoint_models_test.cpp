#include "model/architecture.h"
#include "support/backends.h"
#include "support/checkpoint_fixture.h"
#include "support/model_runner.h"
#include "support/temporary_folder.h"
#include "support/tiny_model.h"
#include "tensor/codec.h"

#include <hearth/tokenizer.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

// Hugging Face checkpoints of the tiny models: the same tensors as in their GGUF files, the logits of the
// same float64 forward.

namespace hearth::test {
namespace {

using nlohmann::json;

const std::vector<float> kOne = {1};

std::string case_name(std::string name) {
    std::ranges::replace(name, '-', '_');
    return name;
}

std::vector<float> values_of(DType type, std::span<const std::byte> bytes) {
    const DTypeInfo& info = dtype_info(type);
    std::vector<float> values(bytes.size() / info.block_bytes * info.block_values);
    dequantize(type, bytes, values);
    return values;
}

/// All bytes of a tensor, read in pieces of `piece` bytes.
std::vector<std::byte> read_whole(const ModelFile& file, const TensorInfo& tensor, std::size_t piece) {
    std::vector<std::byte> bytes(tensor.bytes);
    for (std::size_t first = 0; first < bytes.size(); first += piece) {
        const auto part = std::span(bytes).subspan(first, std::min(piece, bytes.size() - first));
        const auto status = file.read(tensor, first, part);
        EXPECT_TRUE(status) << (status ? "" : status.error().message);
    }
    return bytes;
}

class CheckpointTensors : public testing::TestWithParam<std::string> {};

TEST_P(CheckpointTensors, AreThoseOfTheGgufFile) {
    TinyModel model = tiny_model(GetParam());
    std::erase_if(model.file.tensors,
                  [](const auto& tensor) { return tensor.info.name == "rope_freqs.weight"; });
    const TemporaryFolder folder;
    for (const std::size_t shards : {1U, 3U}) {
        const auto path = folder.path() / std::to_string(shards);
        checkpoint_of(model).write(path, shards);
        const auto file = ModelFile::open(path);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->shard_count(), shards);
        EXPECT_EQ(file->tensors().size(), model.file.tensors.size());
        for (const ModelFixture::Tensor& expected : model.file.tensors) {
            const TensorInfo* tensor = file->find(expected.info.name);
            ASSERT_NE(tensor, nullptr) << expected.info.name;
            EXPECT_EQ(tensor->dimensions, expected.info.dimensions) << expected.info.name;
            const auto values = values_of(*dtype_from_gguf(expected.info.gguf_type), expected.data);
            // Taking 1 off the norms for the checkpoint may round.
            const bool is_norm = expected.info.name.ends_with("norm.weight");
            const float rounding = model.architecture == "gemma3" && is_norm ? 0x1p-24F : 0.0F;
            for (const std::size_t piece : {std::size_t{1} << 20U, std::size_t{100}}) {
                const auto read = values_of(*tensor->type, read_whole(*file, *tensor, piece));
                ASSERT_EQ(read.size(), values.size());
                for (std::size_t i = 0; i < values.size(); ++i) {
                    ASSERT_LE(std::abs(read[i] - values[i]), rounding)
                        << expected.info.name << " at " << i << " in pieces of " << piece;
                }
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(All, CheckpointTensors, testing::ValuesIn(tiny_model_names()),
                         [](const auto& tested) { return case_name(tested.param); });

class CheckpointModels : public testing::TestWithParam<std::tuple<BackendCase, std::string>> {};

TEST_P(CheckpointModels, LogitsAreThoseOfTheFloat64Forward) {
    const BackendCase& backend = std::get<0>(GetParam());
    const TinyModel model = tiny_model(std::get<1>(GetParam()));
    const TemporaryFolder folder;
    checkpoint_of(model).write(folder.path());
    const auto file = ModelFile::open(folder.path());
    ASSERT_TRUE(file) << file.error().message;
    const auto built = build_model(*file);
    ASSERT_TRUE(built) << built.error().message;
    const auto tokenizer = Tokenizer::create(file->metadata());
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    auto runner = ModelRunner::load(
        *backend.make(), *built, *file,
        {.max_tokens = 160, .max_outputs = 160, .activation_bits = backend.activation_bits});
    ASSERT_TRUE(runner) << runner.error().message;
    std::size_t compared = 0;
    double worst = 0;
    const auto tokens = token_ids(model.prompt);
    const auto status =
        runner->append(0, tokens, 160, [&](std::uint32_t position, std::span<const float> logits) {
            const auto expected = std::ranges::find(model.expected, position, &TinyModel::Logits::position);
            if (expected == model.expected.end()) {
                return;
            }
            ASSERT_EQ(logits.size(), expected->values.size());
            for (std::size_t i = 0; i < logits.size(); ++i) {
                worst = std::max(worst, std::abs(logits[i] - expected->values[i]));
            }
            ++compared;
        });
    ASSERT_TRUE(status) << status.error().message;
    EXPECT_EQ(compared, model.expected.size());
    EXPECT_LE(worst, backend.tiny_logit_tolerance);
}

// llama has divisors of its own and llama-window rotates half of a head, which no checkpoint can say.
INSTANTIATE_TEST_SUITE_P(All, CheckpointModels,
                         testing::Combine(testing::ValuesIn(backend_cases().begin(), backend_cases().end()),
                                          testing::Values("llama-blocks", "qwen2", "qwen3", "gemma3",
                                                          "gemma3-capped", "gemma3-62")),
                         [](const auto& tested) {
                             return std::string(std::get<0>(tested.param).name) + "_" +
                                    case_name(std::get<1>(tested.param));
                         });

/// A small checkpoint with one thing changed.
class Checkpoint : public testing::Test {
 protected:
    explicit Checkpoint(const std::string& name = "qwen2") : fixture_(checkpoint_of(tiny_model(name))) {}

    Result<ModelFile> open() {
        fixture_.write(folder_.path());
        return ModelFile::open(folder_.path());
    }
    Error refused() {
        auto file = open();
        if (!file) {
            return file.error();
        }
        const auto model = build_model(*file);
        EXPECT_FALSE(model) << "was accepted";
        return model ? Error{ErrorCode::engine_failed, "accepted"} : model.error();
    }
    void expect_refused(ErrorCode code, std::string_view says) {
        const Error error = refused();
        EXPECT_EQ(error_name(error.code), error_name(code)) << error.message;
        EXPECT_NE(error.message.find(says), std::string::npos) << error.message;
        EXPECT_NE(error.message.find(folder_.path().string()), std::string::npos) << error.message;
    }

    TemporaryFolder folder_;
    CheckpointFixture fixture_;
};

TEST_F(Checkpoint, OpensByAFileOfItAsByItsFolder) {
    fixture_.write(folder_.path(), 2);
    for (const char* const name :
         {"", "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"}) {
        const auto file = ModelFile::open(folder_.path() / name);
        ASSERT_TRUE(file) << file.error().message;
        EXPECT_EQ(file->tensors().size(), fixture_.tensors.size());
        EXPECT_EQ(file->metadata().require<std::string>("general.architecture").value(), "qwen2");
    }
    std::filesystem::remove(folder_.path() / "model-00002-of-00002.safetensors");
    const auto cut = ModelFile::open(folder_.path());
    ASSERT_FALSE(cut);
    EXPECT_EQ(cut.error().code, ErrorCode::shard_missing);
    EXPECT_NE(cut.error().message.find("model-00002-of-00002.safetensors"), std::string::npos);
}

TEST_F(Checkpoint, NamesOfTheIndexNeverLeaveTheFolder) {
    fixture_.write(folder_.path(), 2);
    for (const std::string name :
         {"../x.safetensors", "a/../../x", "/etc/passwd", "\\\\srv\\s\\x", "C:\\x", "C:x", "a\\..\\..\\x",
          "x.safetensors:ads", "", ".", "..", "CON.safetensors", "nul", "x.safetensors.", "x.safetensors ",
          "com1", "a//b", "a\nb"}) {
        folder_.write("model.safetensors.index.json", json{{"weight_map", {{"a", name}}}}.dump());
        const auto file = ModelFile::open(folder_.path());
        ASSERT_FALSE(file) << name;
        EXPECT_EQ(error_name(file.error().code), "UnsafeName") << name << ": " << file.error().message;
    }
    folder_.write("model.safetensors.index.json",
                  json{{"weight_map", {{"a", std::string("x\0.safetensors", 14)}}}}.dump());
    EXPECT_EQ(ModelFile::open(folder_.path()).error().code, ErrorCode::unsafe_name);
    folder_.write("model.safetensors.index.json",
                  json{{"weight_map", {{"a", std::string(300, 'a')}}}}.dump());
    EXPECT_EQ(ModelFile::open(folder_.path()).error().code, ErrorCode::unsafe_name);
    folder_.write("model.safetensors.index.json",
                  json{{"weight_map", {{"not.there", "model-00001-of-00002.safetensors"}}}}.dump());
    EXPECT_EQ(ModelFile::open(folder_.path()).error().code, ErrorCode::shard_mismatch);
}

TEST_F(Checkpoint, DescriptionsThatCannotBeReadAreRefused) {
    fixture_.write(folder_.path());
    for (const std::string& text : {std::string("{"), std::string("[]"), std::string(100000, '['),
                                    std::string("{\"a\":\"\xFF\"}"), std::string("{\"a\":1e999}")}) {
        folder_.write("config.json", text);
        const auto file = ModelFile::open(folder_.path());
        ASSERT_FALSE(file);
        EXPECT_EQ(file.error().code, ErrorCode::header_invalid) << file.error().message;
    }
    std::filesystem::remove(folder_.path() / "config.json");
    EXPECT_EQ(ModelFile::open(folder_.path()).error().code, ErrorCode::file_not_found);
    const auto alone = ModelFile::open(folder_.path() / "model.safetensors");
    ASSERT_TRUE(alone) << alone.error().message;
    EXPECT_FALSE(build_model(*alone));
    EXPECT_FALSE(alone->warnings().empty());
}

TEST_F(Checkpoint, WhatItCannotDoIsRefusedByName) {
    const json before = fixture_.config();
    const struct {
        const char* key;
        json value;
        ErrorCode code;
        const char* says;
    } cases[] = {
        {"architectures", {"MambaForCausalLM"}, ErrorCode::unsupported_architecture, "MambaForCausalLM"},
        {"architectures", json(), ErrorCode::bad_value, "architectures"},
        {"hidden_act", "relu", ErrorCode::unsupported_feature, "relu"},
        {"hidden_size", json(), ErrorCode::missing_key, "hidden_size"},
        {"hidden_size", "64", ErrorCode::bad_value, "hidden_size"},
        {"hidden_size", -64, ErrorCode::bad_value, "hidden_size"},
        {"hidden_size", 1e300, ErrorCode::bad_value, "hidden_size"},
        {"num_attention_heads", 0, ErrorCode::bad_value, "head_count"},
        {"rope_scaling", {{"type", "dynamic"}, {"factor", 2.0}}, ErrorCode::unsupported_feature, "dynamic"},
        {"rope_scaling",
         {{"rope_type", "llama3"}, {"factor", 8.0}},
         ErrorCode::missing_key,
         "low_freq_factor"},
        {"rope_scaling", 3, ErrorCode::bad_value, "rope_scaling"},
        {"partial_rotary_factor", 0.5, ErrorCode::unsupported_feature, "partial_rotary_factor"},
        {"quantization_config",
         {{"quant_method", "bitsandbytes"}},
         ErrorCode::unsupported_feature,
         "bitsandbytes"},
        {"quantization_config",
         {{"quant_method", "gptq"}, {"bits", 3}},
         ErrorCode::unsupported_feature,
         "is 3"},
        {"quantization_config",
         {{"quant_method", "awq"}, {"bits", 4}, {"version", "gemv"}},
         ErrorCode::unsupported_feature,
         "gemv"},
        {"quantization_config",
         {{"quant_method", "gptq"}, {"bits", 4}, {"checkpoint_format", "marlin"}},
         ErrorCode::unsupported_feature,
         "marlin"},
    };
    for (const auto& test : cases) {
        SCOPED_TRACE(test.key + test.value.dump());
        fixture_.config() = before;
        fixture_.config()[test.key] = test.value;
        expect_refused(test.code, test.says);
    }
}

TEST_F(Checkpoint, AnUnknownTensorIsRefusedByName) {
    fixture_.tensors.push_back(
        stored_tensor("model.layers.0.mlp.extra.weight", "F32", {1}, std::span<const float>(kOne)));
    expect_refused(ErrorCode::unsupported_feature, "model.layers.0.mlp.extra.weight");
}

TEST_F(Checkpoint, BuffersOfOldCheckpointsAreIgnored) {
    fixture_.tensors.push_back(stored_tensor("model.layers.0.self_attn.rotary_emb.inv_freq", "F32", {1},
                                             std::span<const float>(kOne)));
    const auto file = open();
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(build_model(*file));
}

TEST_F(Checkpoint, TheHeadIsTiedOnlyWhereTheFileSaysSo) {
    fixture_.config()["tie_word_embeddings"] = true;
    const auto tied = open();
    ASSERT_TRUE(tied) << tied.error().message;
    EXPECT_EQ(tied->find("output.weight"), nullptr);
    EXPECT_EQ(tied->warnings().size(), 1U);
    EXPECT_TRUE(build_model(*tied));
    fixture_.config()["tie_word_embeddings"] = false;
    fixture_.remove_tensor("lm_head.weight");
    expect_refused(ErrorCode::missing_tensor, "lm_head.weight");
}

TEST_F(Checkpoint, ATypeWithoutArithmeticIsRefusedByName) {
    StoredTensor& tensor = fixture_.tensor("model.layers.0.mlp.up_proj.weight");
    tensor.type = "F8_E4M3";
    tensor.data.resize(tensor.data.size() / 4);
    expect_refused(ErrorCode::unsupported_tensor_type, "F8_E4M3");
}

TEST_F(Checkpoint, EndTokensOfTheGenerationCount) {
    fixture_.files["generation_config.json"] = {{"eos_token_id", {7, 299}}};
    const auto file = open();
    ASSERT_TRUE(file) << file.error().message;
    const auto tokenizer = Tokenizer::create(file->metadata());
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    // The well-known ones of the vocabulary count as well.
    const auto ends = tokenizer.value()->end_tokens();
    for (const std::int32_t id : {7, 299}) {
        EXPECT_TRUE(std::ranges::binary_search(ends, TokenId{id})) << id;
    }
    EXPECT_FALSE(std::ranges::binary_search(ends, TokenId{8}));
}

TEST_F(Checkpoint, WindowsOfSomeLayers) {
    fixture_.config()["sliding_window"] = 32;
    const auto windows = [&]() -> std::vector<bool> {
        const auto file = open();
        EXPECT_TRUE(file) << (file ? "" : file.error().message);
        const auto pattern =
            file->metadata().get<std::vector<bool>>("qwen2.attention.sliding_window_pattern").value();
        return pattern.value_or(std::vector<bool>());
    };
    EXPECT_EQ(windows(), std::vector<bool>()) << "use_sliding_window is not true";
    fixture_.config()["use_sliding_window"] = true;
    fixture_.config()["max_window_layers"] = 1;
    EXPECT_EQ(windows(), (std::vector<bool>{false, true, true}));
    fixture_.config()["layer_types"] = {"sliding_attention", "full_attention", "full_attention"};
    EXPECT_EQ(windows(), (std::vector<bool>{true, false, false}));
    fixture_.config()["layer_types"] = {"linear_attention", "full_attention", "full_attention"};
    expect_refused(ErrorCode::unsupported_feature, "linear_attention");
}

/// The first bytes of a file of the folder, as many as a reader asks for.
FileHead head_of(const std::filesystem::path& path) {
    std::ifstream stream(path, std::ios::binary);
    const std::string bytes(std::istreambuf_iterator<char>(stream), {});
    FileHead head{path.filename().string(), bytes.size(), {}};
    for (std::optional<std::uint64_t> needed = 1; needed;) {
        const auto all = std::as_bytes(std::span(bytes));
        EXPECT_LE(*needed, bytes.size());
        EXPECT_GT(*needed, head.bytes.size());
        head.bytes.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(*needed));
        const auto more = header_bytes_needed(head);
        EXPECT_TRUE(more) << (more ? "" : more.error().message);
        needed = more ? *more : std::nullopt;
    }
    return head;
}

/// A checkpoint on a server is planned as it will be when it is here.
TEST_F(Checkpoint, IsKnownByConfigAndHeaders) {
    fixture_.write(folder_.path(), 2);
    std::vector<FileHead> heads;
    for (const char* const name : {"model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors"}) {
        heads.push_back(head_of(folder_.path() / name));
        EXPECT_LT(heads.back().bytes.size(), heads.back().file_bytes);
    }
    const auto here = ModelFile::open(folder_.path());
    const CheckpointTexts texts{{"config.json", fixture_.config().dump()}};
    const auto there = ModelFile::from_checkpoint_heads("owner/name", texts, heads);
    ASSERT_TRUE(here) << here.error().message;
    ASSERT_TRUE(there) << there.error().message;
    EXPECT_FALSE(there->has_data());
    EXPECT_EQ(there->file_bytes(), here->file_bytes());
    ASSERT_EQ(there->tensors().size(), here->tensors().size());
    for (const TensorInfo& tensor : here->tensors()) {
        const TensorInfo* const same = there->find(tensor.name);
        ASSERT_NE(same, nullptr) << tensor.name;
        EXPECT_EQ(same->type, tensor.type);
        EXPECT_EQ(same->dimensions, tensor.dimensions);
        EXPECT_EQ(same->bytes, tensor.bytes);
        std::vector<std::byte> bytes(1);
        EXPECT_EQ(there->read(*same, 0, bytes).error().code, ErrorCode::read_failed);
    }
    const auto model = build_model(*there);
    ASSERT_TRUE(model) << model.error().message;
    const auto backend = backend_cases().front().make();
    ExecutorOptions options;
    options.block_counts.assign(model->graph.kv_groups.size(), 0);
    EXPECT_GT(backend->plan(model->graph, *there, options).weight_bytes, 0U);
    EXPECT_EQ(backend->plan(model->graph, *there, options).weight_bytes,
              backend->plan(model->graph, *here, options).weight_bytes);
    heads.front().bytes.resize(20);
    EXPECT_EQ(ModelFile::from_checkpoint_heads("owner/name", texts, heads).error().code,
              ErrorCode::header_truncated);
    heads.front() = head_of(folder_.path() / "model-00001-of-00002.safetensors");
    EXPECT_EQ(ModelFile::from_checkpoint_heads("owner/name", {}, heads).error().details.field, "config.json");
    const std::string deep = "{\"a\":" + std::string(500'000, '[') + std::string(500'000, ']') + "}";
    for (const char* const name : {"config.json", "quantize_config.json", "quant_config.json"}) {
        CheckpointTexts hostile = texts;
        hostile[name] = deep;
        EXPECT_EQ(ModelFile::from_checkpoint_heads("owner/name", hostile, heads).error().details.field,
                  "depth")
            << name;
    }
}

/// The divisors of Llama 3.2 1B, from its published code in double precision: 32 pairs, theta 500,000, factor
/// 32, low 1, high 4, original context 8,192.
TEST(CheckpointRope, Llama3Scaling) {
    TinyModel model = tiny_model("llama-blocks");
    CheckpointFixture fixture = checkpoint_of(model);
    fixture.config()["rope_theta"] = 500000.0;
    const json scaling = {{"rope_type", "llama3"},
                          {"factor", 32.0},
                          {"low_freq_factor", 1.0},
                          {"high_freq_factor", 4.0},
                          {"original_max_position_embeddings", 8192}};
    fixture.config()["rope_scaling"] = scaling;
    const TemporaryFolder folder;
    fixture.write(folder.path() / "old");
    fixture.config().erase("rope_scaling");
    fixture.config().erase("rope_theta");
    fixture.config()["rope_parameters"] = scaling;
    fixture.config()["rope_parameters"]["rope_theta"] = 500000.0;
    fixture.write(folder.path() / "new");
    for (const char* const form : {"old", "new"}) {
        const auto file = ModelFile::open(folder.path() / form);
        ASSERT_TRUE(file) << file.error().message;
        const TensorInfo* tensor = file->find("rope_freqs.weight");
        ASSERT_NE(tensor, nullptr);
        const auto divisors = values_of(DType::f32, read_whole(*file, *tensor, 12));
        ASSERT_EQ(divisors.size(), 32U);
        for (std::size_t pair = 0; pair < 15; ++pair) {
            EXPECT_EQ(divisors[pair], 1.0F) << pair;
        }
        EXPECT_FLOAT_EQ(divisors[15], 1.6513292457638982F);
        EXPECT_FLOAT_EQ(divisors[16], 3.2922621029408843F);
        EXPECT_FLOAT_EQ(divisors[17], 9.66672897875329F);
        for (std::size_t pair = 18; pair < 32; ++pair) {
            EXPECT_EQ(divisors[pair], 32.0F) << pair;
        }
        const auto built = build_model(*file);
        ASSERT_TRUE(built) << built.error().message;
        const auto& rope = built->graph.ropes.front();
        EXPECT_NEAR(rope.inverse_frequency[20], std::pow(500000.0, -20.0 / 32) / 32, 1e-12);
    }
}

}  // namespace
}  // namespace hearth::test
