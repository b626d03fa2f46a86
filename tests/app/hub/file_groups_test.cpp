#include "hub/file_groups.h"

#include "hub/safetensors_settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kHash(64, '1');
const std::string kOid(40, '2');

HubFile file(std::string path, std::uint64_t bytes) {
    return {std::move(path), bytes, kHash};
}

HubFile in_git(std::string path, std::uint64_t bytes = 10) {
    return {std::move(path), bytes, "", kOid};
}

Listing listing_of(std::vector<HubFile> files) {
    Listing listing;
    listing.model.id = "owner/name";
    listing.model.name = "name";
    listing.files = std::move(files);
    return listing;
}

std::vector<std::string> quantizations(const Grouping& grouping) {
    std::vector<std::string> names;
    for (const FileGroup& group : grouping.groups) {
        names.push_back(group.quantization);
    }
    return names;
}

std::vector<std::string> paths(const FileGroup& group) {
    std::vector<std::string> names;
    for (const HubFile& one : group.files) {
        names.push_back(one.path);
    }
    return names;
}

const FileGroup* recommended(const Grouping& grouping) {
    const auto found = std::ranges::find(grouping.groups, true, &FileGroup::recommended);
    return found == grouping.groups.end() ? nullptr : &*found;
}

TEST(FileGroups, OneForEachQuantizationAndOneIsTheOneToTake) {
    const Grouping grouping =
        group_files(listing_of({file("m-Q8_0.gguf", 800), file("m-Q4_K_M.gguf", 480),
                                file("m-Q2_K.gguf", 300), file("m-BF16.gguf", 1600), in_git("README.md"),
                                in_git(".gitattributes"), in_git("config.json"), file("photo.png", 5)}));
    EXPECT_THAT(quantizations(grouping), ElementsAre("Q2_K", "Q4_K_M", "Q8_0", "BF16"));
    EXPECT_EQ(std::ranges::count(grouping.groups, true, &FileGroup::recommended), 1);
    ASSERT_NE(recommended(grouping), nullptr);
    EXPECT_EQ(recommended(grouping)->quantization, "Q4_K_M");
    EXPECT_EQ(recommended(grouping)->name, "m-Q4_K_M");
    EXPECT_EQ(recommended(grouping)->bytes, 480U);
    EXPECT_EQ(recommended(grouping)->bits, 4.5);
    EXPECT_THAT(grouping.extras, IsEmpty());
    EXPECT_THAT(grouping.refused, IsEmpty());
}

TEST(FileGroups, WithoutTheUsualOneTheNearestIsTaken) {
    EXPECT_EQ(
        recommended(group_files(listing_of({file("m-q8_0.gguf", 8), file("m-f16.gguf", 16)})))->quantization,
        "Q8_0");
    EXPECT_EQ(recommended(group_files(listing_of({file("m-q3_k_m.gguf", 3), file("m-q6_k.gguf", 6)})))
                  ->quantization,
              "Q6_K");
    EXPECT_EQ(recommended(group_files(listing_of({file("m.gguf", 3)})))->quantization, "");
}

TEST(FileGroups, BitsAreMeasuredWhereTheParametersAreKnown) {
    Listing listing =
        listing_of({file("m-Q4_K_M.gguf", 484'220'320), file("other-Q4_K_M.gguf", 9'000'000'000)});
    listing.model.parameters = 751'632'384;
    const Grouping grouping = group_files(listing);
    EXPECT_NEAR(*grouping.groups[0].bits, 484'220'320.0 * 8 / 751'632'384, 1e-9);
    // Another model of the repository: 96 bits a weight cannot be.
    EXPECT_EQ(grouping.groups[1].bits, 4.5);
}

TEST(FileGroups, PartsAreOneModelInOrder) {
    const Grouping grouping = group_files(listing_of(
        {file("Q8_0/big-Q8_0-00003-of-00003.gguf", 3), file("Q8_0/big-Q8_0-00001-of-00003.gguf", 10),
         file("Q8_0/big-Q8_0-00002-of-00003.gguf", 10), file("BF16/big-00001-of-00002.gguf", 20),
         file("BF16/big-00002-of-00002.gguf", 21)}));
    ASSERT_EQ(grouping.groups.size(), 2U);
    EXPECT_EQ(grouping.groups[0].name, "big-Q8_0");
    EXPECT_THAT(paths(grouping.groups[0]),
                ElementsAre("Q8_0/big-Q8_0-00001-of-00003.gguf", "Q8_0/big-Q8_0-00002-of-00003.gguf",
                            "Q8_0/big-Q8_0-00003-of-00003.gguf"));
    EXPECT_EQ(grouping.groups[0].bytes, 23U);
    EXPECT_TRUE(grouping.groups[0].recommended);
    EXPECT_EQ(grouping.groups[1].quantization, "BF16");
    EXPECT_FALSE(grouping.groups[1].problem);
}

TEST(FileGroups, AMissingPartIsNamed) {
    const Grouping grouping = group_files(
        listing_of({file("m-Q4_K_M-00001-of-00003.gguf", 1), file("m-Q4_K_M-00003-of-00003.gguf", 1)}));
    ASSERT_EQ(grouping.groups.size(), 1U);
    EXPECT_EQ(grouping.groups[0].problem, GroupProblem::parts_missing);
    EXPECT_EQ(grouping.groups[0].problem_detail, "m-Q4_K_M-00002-of-00003.gguf");
    EXPECT_FALSE(grouping.groups[0].recommended);
}

TEST(FileGroups, NamesThatOnlyLookLikePartsAreModels) {
    const Grouping grouping = group_files(listing_of(
        {file("best-of-breed.gguf", 1), file("x-00000-of-00002.gguf", 2), file("x-00005-of-00002.gguf", 3),
         file("x-1-of-2.gguf", 4), file("m-00001-of-00001.gguf", 5)}));
    EXPECT_EQ(grouping.groups.size(), 5U);
    for (const FileGroup& group : grouping.groups) {
        EXPECT_FALSE(group.problem) << group.name;
    }
}

TEST(FileGroups, WhatHearthCannotComputeWithIsMarkedAndNotProposed) {
    const Grouping grouping = group_files(
        listing_of({file("m-IQ2_XXS.gguf", 2), file("m-IQ3_M.gguf", 3), file("m-Q5_K_M.gguf", 5)}));
    EXPECT_EQ(grouping.groups[0].problem, GroupProblem::unsupported_type);
    EXPECT_EQ(grouping.groups[0].problem_detail, "IQ2_XXS");
    EXPECT_EQ(grouping.groups[1].problem, GroupProblem::unsupported_type);
    EXPECT_EQ(recommended(grouping)->quantization, "Q5_K_M");
    EXPECT_EQ(recommended(group_files(listing_of({file("m-IQ1_S.gguf", 2)}))), nullptr);
}

TEST(FileGroups, WithoutAHashNobodyCouldCheckIt) {
    Listing listing = listing_of({{"m-Q4_K_M.gguf", 480, ""}, {"m-Q8_0.gguf", 0, kHash}});
    for (const FileGroup& group : group_files(listing).groups) {
        EXPECT_EQ(group.problem, GroupProblem::no_hash) << group.name;
    }
}

TEST(FileGroups, ProjectorsMatricesDraftsAndAdaptersStandApart) {
    const Grouping grouping = group_files(
        listing_of({file("m-Q4_K_M.gguf", 1), file("mmproj-F16.gguf", 2), file("m.imatrix.dat", 3),
                    file("imatrix_unsloth.dat", 3), file("draft-model-Q8_0.gguf", 4),
                    file("m-lora-F16.gguf", 5), file("exploration-Q8_0.gguf", 6)}));
    EXPECT_THAT(quantizations(grouping), ElementsAre("Q4_K_M", "Q8_0"));
    std::vector<ExtraKind> kinds;
    for (const ExtraFile& extra : grouping.extras) {
        kinds.push_back(extra.kind);
    }
    EXPECT_THAT(kinds, ElementsAre(ExtraKind::draft, ExtraKind::importance_matrix, ExtraKind::adapter,
                                   ExtraKind::importance_matrix, ExtraKind::projector));
    EXPECT_EQ(group_files(listing_of({file("DRAFT-0.5B-Q4_0.gguf", 4)})).groups.size(), 1U);
}

TEST(FileGroups, TheSameNameTwiceIsOneFile) {
    const Grouping grouping = group_files(listing_of({file("m-Q4_0.gguf", 1), file("m-Q4_0.gguf", 2)}));
    ASSERT_EQ(grouping.groups.size(), 1U);
    EXPECT_EQ(grouping.groups[0].files.size(), 1U);
}

std::vector<HubFile> checkpoint(std::vector<HubFile> more = {}) {
    std::vector<HubFile> files{in_git("tokenizer_config.json"),
                               in_git("config.json"),
                               in_git("generation_config.json"),
                               file("tokenizer.json", 100),
                               in_git("special_tokens_map.json"),
                               in_git("chat_template.jinja"),
                               in_git("README.md"),
                               file("original/consolidated.safetensors", 9000)};
    files.insert(files.end(), more.begin(), more.end());
    return files;
}

TEST(FileGroups, ASafetensorsModelIsOneGroupWithItsSettings) {
    Listing listing = listing_of(
        checkpoint({file("model-00002-of-00002.safetensors", 50),
                    file("model-00001-of-00002.safetensors", 60), in_git("model.safetensors.index.json")}));
    listing.weight_type = "BF16";
    const Grouping grouping = group_files(listing);
    ASSERT_EQ(grouping.groups.size(), 1U);
    const FileGroup& group = grouping.groups[0];
    EXPECT_EQ(group.kind, ModelFormat::safetensors);
    EXPECT_EQ(group.quantization, "BF16");
    EXPECT_EQ(group.bits, 16);
    EXPECT_TRUE(group.recommended);
    EXPECT_FALSE(group.problem);
    EXPECT_EQ(group.bytes, 270U);
    EXPECT_THAT(paths(group),
                ElementsAre("config.json", "chat_template.jinja", "generation_config.json",
                            "model.safetensors.index.json", "special_tokens_map.json", "tokenizer.json",
                            "tokenizer_config.json", "model-00001-of-00002.safetensors",
                            "model-00002-of-00002.safetensors"));
}

TEST(FileGroups, SafetensorsQuantizationsComeFromTheirSettingsOrTags) {
    Listing listing = listing_of(checkpoint({file("model.safetensors", 50)}));
    listing.quantization_method = "awq";
    listing.quantized_bits = 4;
    EXPECT_EQ(group_files(listing).groups[0].quantization, "AWQ");
    EXPECT_EQ(group_files(listing).groups[0].bits, 4);
    EXPECT_FALSE(group_files(listing).groups[0].problem);
    listing.quantization_method = "fp8";
    EXPECT_EQ(group_files(listing).groups[0].problem, GroupProblem::unsupported_type);
    EXPECT_EQ(group_files(listing).groups[0].problem_detail, "FP8");
    listing.quantization_method.clear();
    listing.model.tags = {"gptq"};
    EXPECT_EQ(group_files(listing).groups[0].quantization, "GPTQ");
}

TEST(FileGroups, ASafetensorsModelNeedsSettingsAndAllParts) {
    EXPECT_EQ(group_files(listing_of({file("model.safetensors", 5), in_git("config.json")}))
                  .groups[0]
                  .problem_detail,
              "tokenizer.json");
    EXPECT_EQ(
        group_files(listing_of({file("model.safetensors", 5), file("tokenizer.json", 5)})).groups[0].problem,
        GroupProblem::settings_missing);
    const Grouping grouping =
        group_files(listing_of(checkpoint({file("model-00002-of-00003.safetensors", 5)})));
    EXPECT_EQ(grouping.groups[0].problem, GroupProblem::parts_missing);
    EXPECT_EQ(grouping.groups[0].problem_detail, "model-00001-of-00003.safetensors");
}

TEST(FileGroups, AnEmptySettingsFileIsNone) {
    const HubFile empty{"added_tokens.json", 0, "", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"};
    const Grouping grouping = group_files(listing_of(checkpoint({file("model.safetensors", 50), empty})));
    EXPECT_FALSE(grouping.groups[0].problem) << grouping.groups[0].problem_detail;
    EXPECT_THAT(paths(grouping.groups[0]), ::testing::Not(::testing::Contains("added_tokens.json")));
    HubFile config = empty;
    config.path = "config.json";
    EXPECT_EQ(group_files(listing_of({file("model.safetensors", 5), file("tokenizer.json", 5), config}))
                  .groups[0]
                  .problem,
              GroupProblem::settings_missing);
}

TEST(FileGroups, GgufIsProposedBeforeSafetensors) {
    const Grouping grouping =
        group_files(listing_of(checkpoint({file("model.safetensors", 50), file("m-F16.gguf", 400)})));
    ASSERT_EQ(grouping.groups.size(), 2U);
    EXPECT_EQ(recommended(grouping)->kind, ModelFormat::gguf);
}

TEST(FileGroups, TheIndexDecidesWhichPartsThereMustBe) {
    FileGroup group = group_files(listing_of(checkpoint({file("model-00001-of-00002.safetensors", 60),
                                                         file("model-00002-of-00002.safetensors", 60)})))
                          .groups[0];
    FileGroup checked = group;
    check_against_index(checked, R"({"weight_map": {"a": "model-00001-of-00002.safetensors"}})", "hub.test");
    EXPECT_FALSE(checked.problem);
    check_against_index(checked, R"({"weight_map": {"a": "model-00003-of-00003.safetensors"}})", "hub.test");
    EXPECT_EQ(checked.problem, GroupProblem::parts_missing);
    checked = group;
    check_against_index(checked, R"({"weight_map": {"a": "../../.bashrc"}})", "hub.test");
    EXPECT_EQ(checked.problem, GroupProblem::unsafe_name);
    for (const char* index :
         {"", "[]", "{}", R"({"weight_map": 3})", R"({"weight_map": {"a": 3}})", "<html>"}) {
        EXPECT_FALSE(weight_map_files(index, "hub.test")) << index;
    }
}

TEST(FileGroups, SettingsOfACheckpoint) {
    const auto config = read_checkpoint_config(
        R"({"model_type": "qwen3", "torch_dtype": "bfloat16", "max_position_embeddings": 40960,
            "quantization_config": {"quant_method": "awq", "bits": 4}})",
        "hub.test");
    ASSERT_TRUE(config);
    EXPECT_EQ(config->architecture, "qwen3");
    EXPECT_EQ(config->weight_type, "BF16");
    EXPECT_EQ(config->context_tokens, 40960U);
    EXPECT_EQ(config->quantization_method, "awq");
    EXPECT_EQ(config->quantized_bits, 4U);
    EXPECT_EQ(read_checkpoint_config(R"({"text_config": {"dtype": "float16"}})", "h")->weight_type, "F16");
    EXPECT_TRUE(read_checkpoint_config(R"({"model_type": 3, "quantization_config": [], "torch_dtype": {},
        "max_position_embeddings": -1})",
                                       "h"));
    EXPECT_FALSE(read_checkpoint_config("[1]", "h"));
    EXPECT_FALSE(read_checkpoint_config("nonsense", "h"));
}

}  // namespace
}  // namespace hearth::hub
