#include "catalog/model_folders.h"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace hearth::catalog;
using testing::Contains;
using testing::Not;

namespace {

Environment environment(std::map<std::string, std::string> values) {
    return [values = std::move(values)](const char* name) -> std::optional<std::string> {
        const auto found = values.find(name);
        return found == values.end() ? std::nullopt : std::optional(found->second);
    };
}

TEST(ModelFolders, Defaults) {
    const ModelFolders folders = default_model_folders("/data/models", environment({{"HOME", "/home/我"}}));
    EXPECT_EQ(folders.hearth, "/data/models");
    EXPECT_THAT(folders.ollama, Contains("/home/我/.ollama/models"));
    EXPECT_THAT(folders.lm_studio, Contains("/home/我/.lmstudio/models"));
    EXPECT_THAT(folders.lm_studio, Contains("/home/我/.cache/lm-studio/models"));
    EXPECT_THAT(folders.hugging_face, Contains("/home/我/.cache/huggingface/hub"));
    EXPECT_THAT(folders.jan, Contains("/home/我/.local/share/Jan/data/llamacpp/models"));
    EXPECT_THAT(folders.jan, Contains("/home/我/jan/models"));
    EXPECT_THAT(folders.gpt4all, Contains("/home/我/.local/share/nomic.ai/GPT4All"));
}

TEST(ModelFolders, TheirOwnVariables) {
    const ModelFolders folders = default_model_folders(
        "/m",
        environment(
            {{"OLLAMA_MODELS", "/o"}, {"HF_HUB_CACHE", "/c"}, {"HF_HOME", "/h"}, {"HOME", "relative"}}));
    EXPECT_EQ(folders.ollama.front(), "/o");
    EXPECT_THAT(folders.hugging_face, Contains("/c"));
    EXPECT_THAT(folders.hugging_face, Contains("/h/hub"));
    EXPECT_THAT(folders.lm_studio, testing::IsEmpty());
}

}  // namespace
