#include "hub/quantization.h"

#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

std::string name_in(std::string_view path) {
    const auto found = quantization_in(path);
    return found ? found->name : std::string("none");
}

TEST(Quantization, IsReadFromTheNamesPeopleUse) {
    EXPECT_EQ(name_in("SmolLM2-135M-Instruct.Q4_1.gguf"), "Q4_1");
    EXPECT_EQ(name_in("Qwen3-8B-Q4_K_M.gguf"), "Q4_K_M");
    EXPECT_EQ(name_in("qwen2.5-0.5b-instruct-q4_k_m.gguf"), "Q4_K_M");
    EXPECT_EQ(name_in("qwen2.5-0.5b-instruct-fp16.gguf"), "F16");
    EXPECT_EQ(name_in("gemma-3-270m-it-F16.gguf"), "F16");
    EXPECT_EQ(name_in("gemma-3-270m-it-BF16.gguf"), "BF16");
    EXPECT_EQ(name_in("Qwen3-0.6B-IQ4_XS.gguf"), "IQ4_XS");
    EXPECT_EQ(name_in("Qwen3-0.6B-UD-Q4_K_XL.gguf"), "UD-Q4_K_XL");
    EXPECT_EQ(name_in("gpt-oss-20b-MXFP4.gguf"), "MXFP4");
    EXPECT_EQ(name_in("model-Q5_K_S-00001-of-00003.gguf"), "Q5_K_S");
    EXPECT_EQ(name_in("BF16/Qwen3-32B-00001-of-00002.gguf"), "BF16");
    EXPECT_EQ(name_in("Q8_0/Qwen3-32B-BF16-00001-of-00002.gguf"), "BF16");
    EXPECT_EQ(name_in("Llama-3.2-1B-Instruct-Q4_0_4_4.gguf"), "Q4_0_4_4");
    EXPECT_EQ(name_in("Llama-3.2-1B-Instruct-Q6_K_L.gguf"), "Q6_K_L");
    EXPECT_EQ(name_in("ggml-model-i2_s.gguf"), "I2_S");
}

TEST(Quantization, IsNotReadOutOfOtherWords) {
    EXPECT_EQ(name_in("model.gguf"), "none");
    EXPECT_EQ(name_in("ABF16X.gguf"), "none");
    EXPECT_EQ(name_in("XQ4_0.gguf"), "none");
    EXPECT_EQ(name_in("Q4_01.gguf"), "none");
    EXPECT_EQ(name_in(""), "none");
    EXPECT_EQ(name_in("/"), "none");
}

TEST(Quantization, TheLastOneCounts) {
    // Requantized from Q8_0, as its name tells.
    EXPECT_EQ(name_in("model-Q8_0-to-Q4_K_M.gguf"), "Q4_K_M");
}

TEST(Quantization, TellsWhichTypesLoad) {
    for (const char* path : {"a-Q4_K_M.gguf", "a-IQ4_NL.gguf", "a-MXFP4.gguf", "a-Q2_K.gguf", "a-F32.gguf"}) {
        EXPECT_TRUE(quantization_in(path)->loads) << path;
    }
    for (const char* path : {"a-IQ1_S.gguf", "a-IQ2_XXS.gguf", "a-IQ2_M.gguf", "a-IQ3_XXS.gguf",
                             "a-IQ3_M.gguf", "a-TQ1_0.gguf", "a-Q4_0_8_8.gguf", "a-NVFP4.gguf"}) {
        EXPECT_FALSE(quantization_in(path)->loads) << path;
    }
}

TEST(Quantization, IsProposedFromTheMiddle) {
    EXPECT_EQ(recommendation_rank("Q4_K_M"), 0);
    EXPECT_LT(recommendation_rank("Q4_K_S"), recommendation_rank("Q5_K_M"));
    EXPECT_LT(recommendation_rank("Q8_0"), recommendation_rank("Q2_K"));
    EXPECT_LT(recommendation_rank("Q2_K"), recommendation_rank("BF16"));
    EXPECT_LT(recommendation_rank("F32"), recommendation_rank("something"));
}

}  // namespace
}  // namespace hearth::hub
