#include "catalog/model_inspection.h"

#include "support/checkpoint_fixture.h"
#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"
#include "support/tiny_model.h"

#include <algorithm>

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::catalog;

namespace {

TEST(ModelInspection, AModelThatRunsIsReady) {
    const test::TemporaryFolder folder;
    for (const std::string& name : test::tiny_model_names()) {
        const std::filesystem::path path = folder.path() / (name + ".gguf");
        test::tiny_model(name).file.write(path);
        const Inspection inspection = inspect_model(path);
        EXPECT_EQ(inspection.state, ModelState::ready) << name << ": " << inspection.reason->message;
        EXPECT_EQ(inspection.facts.architecture, test::tiny_model(name).architecture);
        EXPECT_EQ(inspection.bytes, std::filesystem::file_size(path));
    }
}

TEST(ModelInspection, SaysWhyAModelCannotRun) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "m.gguf";
    const float value[4] = {};
    test::TinyGguf()
        .set("general.architecture", std::string("clip"))
        .set("general.name", std::string("眼睛\n"))
        .set("general.file_type", std::uint32_t{15})
        .set("general.license", std::string("gemma"))
        .set("tokenizer.chat_template", std::string("{{ messages }}"))
        .set("clip.context_length", std::uint32_t{77})
        .tensor("a.weight", {4}, value)
        .write(path);
    const Inspection inspection = inspect_model(path);
    EXPECT_EQ(inspection.state, ModelState::unsupported);
    EXPECT_EQ(inspection.reason->code, ErrorCode::unsupported_architecture);
    EXPECT_EQ(inspection.facts.name, "眼睛\\n");
    EXPECT_EQ(inspection.facts.quantization, "Q4_K_M");
    EXPECT_EQ(inspection.facts.context_tokens, 77U);
    EXPECT_EQ(inspection.facts.parameters, 4U);
    EXPECT_EQ(inspection.facts.licence, "gemma");
    EXPECT_TRUE(inspection.facts.has_chat_template);
}

TEST(ModelInspection, ACutFileIsIncomplete) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "m.gguf";
    test::tiny_model(test::tiny_model_names().front()).file.write(path);
    const auto size = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, size - 100);
    EXPECT_EQ(inspect_model(path).state, ModelState::incomplete);
    std::filesystem::resize_file(path, 20);
    EXPECT_EQ(inspect_model(path).state, ModelState::incomplete);
}

/// Cuts the file shorter and shorter: wherever it was cut, what is missing is the download's fault.
void expect_incomplete_wherever_cut(const std::filesystem::path& file, const std::filesystem::path& model) {
    const auto size = std::filesystem::file_size(file);
    const auto step = std::max<std::uintmax_t>(size / 97, 1);
    for (auto length = size - 1; length > 0; length -= std::min(length, length > 64 ? step : 1)) {
        std::filesystem::resize_file(file, length);
        const Inspection inspection = inspect_model(model);
        EXPECT_EQ(inspection.state, ModelState::incomplete)
            << length << " of " << size << " bytes: " << inspection.reason->message;
    }
    std::filesystem::resize_file(file, 0);
    EXPECT_EQ(inspect_model(model).state, ModelState::incomplete) << "nothing of it came";
}

TEST(ModelInspection, WhereverAFileIsCutItIsIncomplete) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "m.gguf";
    test::tiny_model("qwen3").file.write(path);
    expect_incomplete_wherever_cut(path, path);
    const std::filesystem::path checkpoint = folder.path() / "checkpoint";
    test::checkpoint_of(test::tiny_model("qwen3")).write(checkpoint);
    EXPECT_EQ(inspect_model(checkpoint).state, ModelState::ready);
    expect_incomplete_wherever_cut(checkpoint / "model.safetensors", checkpoint);
}

TEST(ModelInspection, ACheckpointsOwnQuantizationIsShown) {
    const test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "m.gguf";
    test::ModelFixture file = test::tiny_model("qwen3").file;
    file.metadata.set("general.file_type", test::u32_value(1));
    file.metadata.set("general.hearth.quantization", test::string_value("AWQ 4-bit"));
    file.write(path);
    EXPECT_EQ(inspect_model(path).facts.quantization, "AWQ 4-bit") << "not the type of what is not quantized";
}

TEST(ModelInspection, OtherFilesAreUnsupported) {
    const test::TemporaryFolder folder;
    const Inspection inspection =
        inspect_model(folder.write("page.gguf", "<!DOCTYPE html><html>a page of some length"));
    EXPECT_EQ(inspection.state, ModelState::unsupported);
    EXPECT_EQ(inspection.reason->code, ErrorCode::bad_magic);
}

}  // namespace
