// tokenizer.json of every form that checkpoints have, against the ids of the Hugging Face tokenizers
// (tests/tools/make_tokenizer_json_cases.py).

#include "format/huggingface/tokenizer_json.h"

#include "support/temporary_folder.h"
#include "tiny_vocabulary.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hearth {
namespace {

using nlohmann::json;
using Ids = std::vector<std::int32_t>;

json read_case(const std::string& name) {
    std::ifstream file(std::string(HEARTH_TEST_DATA) + "/tokenizer_json/" + name + ".json");
    return json::parse(file);
}

Result<Metadata> read_tokenizer(const std::string& text) {
    const test::TemporaryFolder folder;
    Metadata metadata("tokenizer");
    HEARTH_TRY(read_tokenizer_json(folder.write("tokenizer.json", text), metadata));
    return metadata;
}

class TokenizerJson : public testing::TestWithParam<const char*> {};

TEST_P(TokenizerJson, GivesTheIdsOfUpstream) {
    const json test = read_case(GetParam());
    const auto metadata = read_tokenizer(test.at("tokenizer").dump());
    ASSERT_TRUE(metadata) << metadata.error().message;
    const auto tokenizer = test::make_tokenizer(*metadata);
    ASSERT_NE(tokenizer, nullptr);
    EXPECT_EQ(tokenizer->adds_bos(), test.at("adds_bos"));
    EXPECT_EQ(tokenizer->adds_eos(), test.at("adds_eos"));
    ASSERT_GE(test.at("strings").size(), 40U);
    for (const json& entry : test.at("strings")) {
        const std::string text = entry.at("text");
        EXPECT_EQ(test::ids(tokenizer->encode_with_control(text)), entry.at("ids").get<Ids>()) << json(text);
    }
}

/// What a person types is never a control token, whatever the file calls special.
TEST_P(TokenizerJson, SpecialTokensThatAreTypedStayText) {
    const auto metadata = read_tokenizer(read_case(GetParam()).at("tokenizer").dump());
    ASSERT_TRUE(metadata) << metadata.error().message;
    const auto tokenizer = test::make_tokenizer(*metadata);
    const auto special = tokenizer->find("</s>");
    ASSERT_TRUE(special);
    EXPECT_EQ(tokenizer->kind(*special), TokenKind::control);
    const auto tokens = tokenizer->encode_plain("a </s> b");
    ASSERT_TRUE(tokens);
    for (const TokenId token : *tokens) {
        EXPECT_NE(token, *special);
    }
}

INSTANTIATE_TEST_SUITE_P(All, TokenizerJson,
                         testing::Values("gpt2", "smollm", "qwen2", "llama3", "prefix_space", "punctuation",
                                         "llama2", "llama2_first", "metaspace_always", "gemma", "unigram",
                                         "unigram_bytes"),
                         [](const auto& tested) { return std::string(tested.param); });

/// Each of these changes one piece of a good file into one that is not translated.
TEST(TokenizerJsonPieces, UnknownOnesAreRefusedByName) {
    const json byte_level = read_case("qwen2").at("tokenizer");
    const json marked = read_case("llama2").at("tokenizer");
    const struct {
        const json& base;
        const char* pointer;
        json value;
        const char* says;
    } cases[] = {
        {byte_level, "/model/type", "WordPiece", "WordPiece"},
        {byte_level, "/model/dropout", 0.1, "dropout"},
        {byte_level, "/model/end_of_word_suffix", "</w>", "end_of_word_suffix"},
        {byte_level, "/normalizer", {{"type", "Lowercase"}}, "Lowercase"},
        {byte_level, "/normalizer", {{"type", "Sequence"}, {"normalizers", {{{"type", "NFKC"}}}}}, "NFKC"},
        {byte_level, "/normalizer", {{"type", 7}}, "normalizer"},
        {byte_level, "/normalizer", 7, "normalizer"},
        {byte_level, "/pre_tokenizer/pretokenizers/0/behavior", "Removed", "Removed"},
        {byte_level, "/pre_tokenizer/pretokenizers/0/invert", true, "inverted"},
        {byte_level, "/pre_tokenizer/pretokenizers/0/type", "BertPreTokenizer", "BertPreTokenizer"},
        {byte_level, "/pre_tokenizer/pretokenizers/2", {{"type", "Digits"}}, "Digits behind ByteLevel"},
        {byte_level, "/post_processor", {{"type", "BertProcessing"}}, "BertProcessing"},
        {byte_level, "/added_tokens/0/single_word", true, "single_word"},
        {marked, "/model/byte_fallback", false, "byte_fallback"},
        {marked, "/normalizer/normalizers/1/pattern", {{"Regex", " +"}}, "Replace"},
        {marked, "/normalizer/normalizers/0/prepend", "x", "prepend"},
        {marked, "/normalizer", json(), "U+2581"},
        {marked, "/pre_tokenizer", {{"type", "Whitespace"}}, "Whitespace"},
    };
    for (const auto& test : cases) {
        json changed = test.base;
        changed[json::json_pointer(test.pointer)] = test.value;
        const auto metadata = read_tokenizer(changed.dump());
        ASSERT_FALSE(metadata) << test.pointer << test.value;
        EXPECT_EQ(metadata.error().code, ErrorCode::unsupported_tokenizer) << metadata.error().message;
        EXPECT_NE(metadata.error().message.find(test.says), std::string::npos) << metadata.error().message;
        EXPECT_NE(metadata.error().message.find("tokenizer.json"), std::string::npos)
            << metadata.error().message;
    }
}

TEST(TokenizerJsonPieces, DamagedVocabulariesAreRefused) {
    const json good = read_case("gpt2").at("tokenizer");
    const struct {
        const char* pointer;
        json value;
    } cases[] = {
        {"/model/vocab/a", 4000000000U},  // an id far from all others
        {"/model/vocab/a", 300000},
        {"/model/vocab/a", -1},
        {"/model/vocab/a", "b"},
        {"/model/vocab/new", 5},  // an id twice
        {"/model/merges/0", {"a", "b", "c"}},
        {"/model/merges/0", {"a b", "c"}},
        {"/model/merges/0", 3},
        {"/added_tokens/0/id", 20},
        {"/added_tokens/0/id", 4000000000U},
        {"/added_tokens/0/content", 3},
        {"/added_tokens", 3},
        {"/added_tokens/0", 3},
        {"/model", 3},
    };
    for (const auto& test : cases) {
        json changed = good;
        changed[json::json_pointer(test.pointer)] = test.value;
        const auto metadata = read_tokenizer(changed.dump());
        ASSERT_FALSE(metadata) << test.pointer << test.value;
        EXPECT_EQ(metadata.error().code, ErrorCode::bad_value) << test.pointer << metadata.error().message;
    }
    EXPECT_FALSE(read_tokenizer("{}"));
    EXPECT_EQ(read_tokenizer(std::string(1000, '[')).error().code, ErrorCode::header_invalid);
    EXPECT_EQ(read_tokenizer(R"({"model": 1e999})").error().code, ErrorCode::header_invalid);
}

/// An expression that is none is the file's fault, and one that never ends is given up.
TEST(TokenizerJsonPieces, ExpressionsOfTheFile) {
    json tokenizer = read_case("qwen2").at("tokenizer");
    json& expression = tokenizer[json::json_pointer("/pre_tokenizer/pretokenizers/0/pattern/Regex")];
    expression = "(unclosed";
    const auto broken = Tokenizer::create(read_tokenizer(tokenizer.dump()).value());
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, ErrorCode::unsupported_tokenizer) << broken.error().message;
    expression = "(?:a+)+(?:a+)+(?:a+)+[bc]";
    const auto slow = Tokenizer::create(read_tokenizer(tokenizer.dump()).value());
    ASSERT_TRUE(slow) << slow.error().message;
    EXPECT_FALSE((*slow)->encode_plain(std::string(60, 'a')));
}

}  // namespace
}  // namespace hearth
