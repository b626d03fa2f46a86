#include "tokenizer/pre_tokenizer.h"

#include "tokenizer/byte_alphabet.h"

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hearth::tokenizer {
namespace {

std::vector<std::string> pieces(const PreTokenizer& pre_tokenizer, std::string_view text) {
    std::vector<std::string> found;
    const auto status = pre_tokenizer.split(text, pre_tokenizer.new_state(), [&](std::string_view word) {
        std::string& piece = found.emplace_back();
        for (const char byte : word) {
            piece += byte_character(static_cast<unsigned char>(byte));
        }
    });
    EXPECT_TRUE(status) << status.error().message;
    return found;
}

/// tests/data/tokenizer/pre_tokenizer_pieces.json: what the Hugging Face tokenizers make of our strings, for
/// each family whose upstream definition tests/tools/compare_tokenizers.py has. Pieces are in the byte-level
/// alphabet.
TEST(PreTokenizer, SplitsAsUpstream) {
    std::ifstream file(HEARTH_TEST_DATA "/tokenizer/pre_tokenizer_pieces.json");
    const auto cases = nlohmann::json::parse(file);
    ASSERT_GT(cases.at("families").size(), 25U);
    const auto texts = cases.at("texts").get<std::vector<std::string>>();
    for (const auto& [name, expected] : cases.at("families").items()) {
        const PreTokenizerFamily* family = find_pre_tokenizer_family(name);
        ASSERT_NE(family, nullptr) << name;
        const auto pre_tokenizer = PreTokenizer::compile(*family);
        ASSERT_TRUE(pre_tokenizer) << pre_tokenizer.error().message;
        ASSERT_EQ(expected.size(), texts.size());
        for (std::size_t i = 0; i < texts.size(); ++i) {
            EXPECT_EQ(pieces(*pre_tokenizer, texts[i]), expected[i].get<std::vector<std::string>>())
                << name << ": " << texts[i];
        }
    }
}

TEST(PreTokenizer, EveryFamilyCompilesAndIsFound) {
    std::set<std::string_view> names;
    for (const PreTokenizerFamily& family : pre_tokenizer_families()) {
        EXPECT_TRUE(names.insert(family.name).second) << family.name;
        EXPECT_EQ(find_pre_tokenizer_family(family.name), &family);
        const auto pre_tokenizer = PreTokenizer::compile(family);
        EXPECT_TRUE(pre_tokenizer) << family.name << ": " << pre_tokenizer.error().message;
    }
    for (const char* name : {"", "gpt", "qwen", "qwen2 ", "zzz", "QWEN2"}) {
        EXPECT_EQ(find_pre_tokenizer_family(name), nullptr) << name;
    }
}

TEST(PreTokenizer, DigitsAreGroupedFromTheRight) {
    const auto pre_tokenizer = PreTokenizer::compile(*find_pre_tokenizer_family("tiny_aya"));
    ASSERT_TRUE(pre_tokenizer);
    EXPECT_EQ(pieces(*pre_tokenizer, "1234567"), (std::vector<std::string>{"1", "234", "567"}));
    EXPECT_EQ(pieces(*pre_tokenizer, "123456"), (std::vector<std::string>{"123", "456"}));
    // Before a letter upstream finds no end of a word, and the second pass groups from the left.
    EXPECT_EQ(pieces(*pre_tokenizer, "1234567x"), (std::vector<std::string>{"123", "456", "7", "x"}));
}

}  // namespace
}  // namespace hearth::tokenizer
