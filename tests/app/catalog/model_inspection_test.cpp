#include "catalog/model_inspection.h"

#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"
#include "support/tiny_model.h"

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

TEST(ModelInspection, OtherFilesAreUnsupported) {
    const test::TemporaryFolder folder;
    const Inspection inspection =
        inspect_model(folder.write("page.gguf", "<!DOCTYPE html><html>a page of some length"));
    EXPECT_EQ(inspection.state, ModelState::unsupported);
    EXPECT_EQ(inspection.reason->code, ErrorCode::bad_magic);
}

}  // namespace
