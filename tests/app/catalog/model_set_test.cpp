#include "catalog/local_models.h"
#include "catalog/shard_set.h"
#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::catalog;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

namespace fs = std::filesystem;

/// Models as sets of files: names in one folder → rows.
class ModelSets : public ::testing::Test {
 protected:
    fs::path put(const fs::path& name, std::string_view bytes = "GGUF....") const {
        fs::create_directories((folder_.path() / name).parent_path());
        return folder_.write(name.string(), bytes);
    }
    /// A shard as splitters write them; `tensor` is its only one.
    void put_shard(const std::string& name, std::uint64_t number, std::uint64_t count,
                   const std::string& tensor, std::int32_t tensors) const {
        const float value[4] = {};
        test::TinyGguf file;
        file.set_value("split.no", {MetadataType::u16, {}, number});
        file.set_value("split.count", {MetadataType::u16, {}, count});
        file.set("split.tensors.count", tensors);
        file.set("general.architecture", std::string("llama"));
        file.tensor(tensor, {4}, value).write(folder_.path() / name);
    }
    ScanReport scan() {
        return find_local_models({.hearth = folder_.path()}, [&](const LocalModel& model) {
            inspected_.push_back(model.path.filename());
            return Inspection{};
        });
    }
    /// With the real reader of headers.
    LocalModel look() {
        ScanReport report = find_local_models(
            {.hearth = folder_.path()}, [](const LocalModel& model) { return inspect_model(model.path); });
        EXPECT_EQ(report.models.size(), 1U);
        return report.models.at(0);
    }
    static std::vector<std::string> rows(const ScanReport& report) {
        std::vector<std::string> rows;
        for (const LocalModel& model : report.models) {
            rows.push_back(model.name + " " + std::string(state_name(model.state)));
        }
        return rows;
    }
    static std::vector<std::string> parts(const LocalModel& model) {
        std::vector<std::string> parts;
        for (const ModelPart& part : model.parts) {
            parts.push_back(std::string(role_name(part.role)) + " " + part.path.filename().string());
        }
        return parts;
    }

    test::TemporaryFolder folder_;
    std::vector<fs::path> inspected_;
};

TEST_F(ModelSets, ValidShardsAreOneRow) {
    put_shard("m-00001-of-00003.gguf", 0, 3, "a", 3);
    put_shard("m-00002-of-00003.gguf", 1, 3, "b", 3);
    put_shard("m-00003-of-00003.gguf", 2, 3, "c", 3);
    const LocalModel model = look();
    EXPECT_EQ(model.name, "m");
    EXPECT_EQ(model.path.filename(), "m-00001-of-00003.gguf");
    EXPECT_THAT(parts(model), ElementsAre("weights m-00001-of-00003.gguf", "weights m-00002-of-00003.gguf",
                                          "weights m-00003-of-00003.gguf"));
    // Whole, though these tensors are no model: the shards themselves are in order.
    EXPECT_NE(model.reason->code, ErrorCode::shard_missing);
    EXPECT_NE(model.reason->code, ErrorCode::shard_mismatch);
    EXPECT_EQ(model.facts.parameters, 12U);
}

TEST_F(ModelSets, AMissingShardIsNamed) {
    put("m-00001-of-00003.gguf");
    put("m-00003-of-00003.gguf");
    const ScanReport report = scan();
    EXPECT_THAT(rows(report), ElementsAre("m incomplete"));
    EXPECT_EQ(report.models[0].reason->code, ErrorCode::shard_missing);
    EXPECT_THAT(report.models[0].reason->message, HasSubstr("m-00002-of-00003.gguf"));
    EXPECT_EQ(fs::path(report.models[0].reason->details.file).filename(), "m-00002-of-00003.gguf");
    EXPECT_THAT(inspected_, IsEmpty());
}

TEST_F(ModelSets, AnyShardOpensTheModel) {
    put("m-00001-of-00003.gguf");
    put("m-00002-of-00003.gguf");
    const fs::path third = put("m-00003-of-00003.gguf");
    put("other.gguf");
    const ScanReport report = find_models_at(third, [](const LocalModel&) { return Inspection{}; });
    ASSERT_THAT(rows(report), ElementsAre("m ready"));
    EXPECT_EQ(report.models[0].path.filename(), "m-00001-of-00003.gguf");
}

TEST_F(ModelSets, OneOfOneIsAFile) {
    put("m-00001-of-00001.gguf");
    EXPECT_THAT(rows(scan()), ElementsAre("m ready"));
}

TEST_F(ModelSets, NamesThatOnlyLookLikeShards) {
    for (const char* name :
         {"best-of-breed.gguf", "x-00000-of-00002.gguf", "x-00005-of-00002.gguf", "x-1-of-2.gguf"}) {
        put(name);
    }
    EXPECT_THAT(rows(scan()), ElementsAre("best-of-breed ready", "x-00000-of-00002 ready",
                                          "x-00005-of-00002 ready", "x-1-of-2 ready"));
}

TEST_F(ModelSets, AShardTwiceIsAMismatch) {
    put_shard("m-00001-of-00002.gguf", 0, 2, "a", 2);
    put_shard("m-00002-of-00002.gguf", 0, 2, "a", 2);
    EXPECT_EQ(look().reason->code, ErrorCode::shard_mismatch);
}

TEST_F(ModelSets, ATensorInTwoShardsIsABadName) {
    put_shard("m-00001-of-00003.gguf", 0, 3, "a", 3);
    put_shard("m-00002-of-00003.gguf", 1, 3, "b", 3);
    put_shard("m-00003-of-00003.gguf", 2, 3, "a", 3);
    EXPECT_EQ(look().reason->code, ErrorCode::bad_name);
}

TEST_F(ModelSets, AShardOfAnotherModelIsAMismatch) {
    put_shard("m-00001-of-00002.gguf", 0, 2, "a", 2);
    put_shard("m-00002-of-00002.gguf", 1, 2, "b", 7);
    EXPECT_EQ(look().reason->code, ErrorCode::shard_mismatch);
}

TEST_F(ModelSets, PiecesOfACutFileAreOneRow) {
    put("m.gguf.part1of2");
    put("m.gguf.part2of2");
    const ScanReport report = scan();
    EXPECT_THAT(rows(report), ElementsAre("m unsupported"));
    EXPECT_EQ(report.models[0].reason->details.field, "cut file");
    EXPECT_THAT(report.models[0].reason->message, HasSubstr("join"));
    EXPECT_EQ(report.models[0].parts.size(), 2U);
}

TEST_F(ModelSets, ShardsAndAFileOfTheSameNameAreTwo) {
    put("m-00001-of-00002.gguf");
    put("m-00002-of-00002.gguf");
    put("m.gguf");
    put("M-00001-of-00002.gguf");
    EXPECT_THAT(rows(scan()), ElementsAre("M incomplete", "m ready", "m ready"));
}

TEST_F(ModelSets, AProjectorBelongsToTheModelsBesideIt) {
    put("vision/gemma-Q4.gguf");
    put("vision/gemma-Q8.gguf");
    put("vision/mmproj-gemma-f16.gguf", "12");
    put("alone/mmproj.gguf");
    const ScanReport report = scan();
    ASSERT_THAT(rows(report), ElementsAre("gemma-Q4 ready", "gemma-Q8 ready"));
    EXPECT_THAT(parts(report.models[0]),
                ElementsAre("weights gemma-Q4.gguf", "projector mmproj-gemma-f16.gguf"));
    EXPECT_EQ(report.models[0].bytes, 10U);
}

TEST_F(ModelSets, AProjectorThatNamesAModelBelongsToNoOther) {
    put("gemma-3-12b-it-Q4_K_M.gguf");
    put("Qwen3-8B-Q4_K_M.gguf");
    put("mmproj-gemma-3-12b-it-F16.gguf");
    const ScanReport report = scan();
    ASSERT_THAT(rows(report), ElementsAre("Qwen3-8B-Q4_K_M ready", "gemma-3-12b-it-Q4_K_M ready"));
    EXPECT_THAT(parts(report.models[0]), ElementsAre("weights Qwen3-8B-Q4_K_M.gguf"));
    EXPECT_THAT(parts(report.models[1]), ElementsAre("weights gemma-3-12b-it-Q4_K_M.gguf",
                                                     "projector mmproj-gemma-3-12b-it-F16.gguf"));
}

TEST_F(ModelSets, ProjectorNames) {
    EXPECT_TRUE(projector_fits("mmproj.gguf", "a"));
    EXPECT_TRUE(projector_fits("mmproj-model-f16.gguf", "qwen2-vl"));
    EXPECT_TRUE(projector_fits("mmproj-Qwen2-VL-7B-Q8_0.gguf", "qwen2-vl-7b-instruct-Q4_K_M"));
    EXPECT_TRUE(projector_fits("qwen2.mmproj-f16.gguf", "qwen2-Q4_0"));
    EXPECT_FALSE(projector_fits("mmproj-gemma-f16.gguf", "qwen2"));
    EXPECT_FALSE(projector_fits("mmproj-a.gguf", "alpha"));
}

TEST_F(ModelSets, ACheckpointIsItsFolder) {
    for (const char* name : {"config.json", "tokenizer.json", "chat_template.jinja",
                             "model.safetensors.index.json", "model-00001-of-00002.safetensors",
                             "model-00002-of-00002.safetensors", "README.md", "consolidated.safetensors"}) {
        put(fs::path("org/qwen") / name);
    }
    put("config.json");
    put("adapter/adapter_model.safetensors");
    put("adapter/config.json");
    const ScanReport report = scan();
    ASSERT_THAT(rows(report), ElementsAre("qwen ready"));
    EXPECT_EQ(report.models[0].path, folder_.path() / "org/qwen");
    EXPECT_THAT(
        parts(report.models[0]),
        ElementsAre("weights model-00001-of-00002.safetensors", "weights model-00002-of-00002.safetensors",
                    "chat_template chat_template.jinja", "settings config.json",
                    "settings model.safetensors.index.json", "settings tokenizer.json"));
}

TEST_F(ModelSets, ACheckpointWithAShardMissing) {
    put("qwen/config.json");
    put("qwen/model-00002-of-00002.safetensors");
    const ScanReport report = scan();
    EXPECT_THAT(rows(report), ElementsAre("qwen incomplete"));
    EXPECT_THAT(report.models[0].reason->message, HasSubstr("model-00001-of-00002.safetensors"));
}

TEST_F(ModelSets, PartsOfAPictureMakerAreNoModels) {
    put("sd/model_index.json");
    put("sd/unet/config.json");
    put("sd/unet/diffusion_pytorch_model.safetensors");
    EXPECT_THAT(scan().models, IsEmpty());
}

TEST_F(ModelSets, FilesThatAllAreCalledModelGoByTheirFolder) {
    put("janhq/Jan-v1-4B-Q4_K_M/model.gguf");
    EXPECT_THAT(rows(scan()), ElementsAre("Jan-v1-4B-Q4_K_M ready"));
}

TEST_F(ModelSets, NamesFromAnyLanguage) {
    for (const char* name :
         {"Загрузки/модель 8b.gguf", "Željko/ü.gguf", "田中　~1/模型.gguf", "a..b.gguf", "….gguf"}) {
        put(name);
    }
    EXPECT_EQ(scan().models.size(), 5U);
}

}  // namespace
