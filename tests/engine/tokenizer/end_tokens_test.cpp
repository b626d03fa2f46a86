#include "tiny_vocabulary.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TinyVocabulary;

struct Case {
    std::string name;
    std::vector<std::pair<std::string, TokenKind>> tokens;    ///< ids from 256
    std::vector<std::pair<std::string, std::uint32_t>> keys;  ///< of the metadata
    std::vector<std::int32_t> ends;
};

constexpr TokenKind control = TokenKind::control;
constexpr TokenKind normal = TokenKind::normal;
constexpr TokenKind user_defined = TokenKind::user_defined;

const Case cases[] = {
    {"the union of eos, eot, eom and a well-known name",
     {{"<|im_end|>", control}, {"x", control}, {"y", control}, {"z", control}},
     {{"eos_token_id", 257}, {"eot_token_id", 258}, {"eom_token_id", 259}},
     {256, 257, 258, 259}},
    {"each once", {{"<|im_end|>", control}}, {{"eos_token_id", 256}, {"eot_token_id", 256}}, {256}},
    {"Llama 3: eos and turn end differ",
     {{"<|end_of_text|>", control}, {"<|eot_id|>", control}, {"<|eom_id|>", control}},
     {{"eos_token_id", 256}},
     {256, 257, 258}},
    {"Gemma 3", {{"<eos>", control}, {"<end_of_turn>", control}}, {{"eos_token_id", 256}}, {256, 257}},
    {"no eos in the file", {{"<|im_end|>", control}}, {{"eot_token_id", 65}}, {65, 256}},
    {"none at all", {{"x", control}}, {}, {}},
    {"gpt-oss: <|end|> ends one message of several",
     {{"<|return|>", control}, {"<|call|>", control}, {"<|end|>", control}, {"<|channel|>", control}},
     {{"eos_token_id", 256}},
     {256, 257}},
    {"Solar: the same with other names",
     {{"<|flush|>", control}, {"<|calls|>", control}, {"<|end|>", control}},
     {{"eos_token_id", 256}},
     {256, 257}},
    {"Phi: <|end|> ends the turn", {{"<|end|>", control}}, {{"eos_token_id", 256}}, {256}},
    {"Gemma 4: </s> is a tag of HTML",
     {{"<eos>", control}, {"<turn|>", control}, {"<|tool_response>", control}, {"</s>", normal}},
     {{"eos_token_id", 256}},
     {256, 257, 258}},
    {"</s> as a control token ends", {{"</s>", control}}, {{"eos_token_id", 65}}, {65, 256}},
    {"an eos that is </s> stays, whatever else there is",
     {{"</s>", normal}, {"<|im_end|>", control}},
     {{"eos_token_id", 256}},
     {256, 257}},
    {"a turn end of the wrong kind still ends",
     {{"<|im_end|>", user_defined}},
     {{"eos_token_id", 65}},
     {65, 256}},
    {"tokens that are no turn ends",
     {{"<|im_start|>", control}, {"<|fim_pad|>", control}},
     {{"eos_token_id", 65}},
     {65}},
};

std::shared_ptr<const Tokenizer> tokenizer_of(const Case& test) {
    TinyVocabulary vocabulary = TinyVocabulary::byte_level("gpt-2");
    for (const auto& [text, kind] : test.tokens) {
        // A one-letter token is written as two, to be none of the bytes.
        vocabulary.token(text.size() == 1 ? text + text : text, kind);
    }
    Metadata metadata = vocabulary.metadata();
    for (const auto& [key, id] : test.keys) {
        metadata.set("tokenizer.ggml." + key, MetadataValue::of(id));
    }
    return test::make_tokenizer(metadata);
}

TEST(EndTokens, AreTheUnionOfWhatEndsATurn) {
    for (const Case& test : cases) {
        const auto tokenizer = tokenizer_of(test);
        std::vector<std::int32_t> ends;
        for (const TokenId token : tokenizer->end_tokens()) {
            ends.push_back(token.value);
        }
        EXPECT_EQ(ends, test.ends) << test.name;
    }
}

bool warns(const Tokenizer& tokenizer, std::string_view words) {
    return std::ranges::any_of(tokenizer.warnings(), [&](const std::string& warning) {
        return warning.find(words) != std::string::npos;
    });
}

TEST(EndTokens, MissingOnesAreToldOf) {
    const auto none = tokenizer_of({"none", {{"x", control}}, {}, {}});
    EXPECT_TRUE(warns(*none, "eos_token_id is missing"));
    EXPECT_TRUE(warns(*none, "no token that ends a turn"));
    const auto good = tokenizer_of({"good", {{"<|im_end|>", control}}, {{"eos_token_id", 256}}, {}});
    EXPECT_TRUE(good->warnings().empty());
}

TEST(EndTokens, OnesOfTheWrongKindBecomeControlTokensWithAWarning) {
    const auto tokenizer = tokenizer_of({"", {{"<|im_end|>", user_defined}}, {{"eos_token_id", 65}}, {}});
    EXPECT_EQ(tokenizer->kind(TokenId{256}), control);
    EXPECT_TRUE(warns(*tokenizer, "<|im_end|>"));
    EXPECT_EQ(test::ids(tokenizer->encode_plain("<|im_end|>")).size(), 10U);
}

TEST(EndTokens, WhatStructuresAnAnswerOfGptOssIsShown) {
    const auto tokenizer = tokenizer_of({"",
                                         {{"<|return|>", control},
                                          {"<|call|>", control},
                                          {"<|end|>", control},
                                          {"<|channel|>", control},
                                          {"<|message|>", control},
                                          {"<|reserved|>", control}},
                                         {{"eos_token_id", 256}},
                                         {}});
    const std::vector<TokenId> answer{{259}, {'a'}, {260}, {'b'}, {258}, {261}, {256}};
    EXPECT_EQ(tokenizer->decode(answer, Tokenizer::ShowControl::no), "<|channel|>a<|message|>b<|end|>");
    EXPECT_EQ(tokenizer->decode(answer, Tokenizer::ShowControl::yes),
              "<|channel|>a<|message|>b<|end|><|reserved|><|return|>");
    // Shown, and yet a person cannot write them.
    EXPECT_EQ(test::ids(tokenizer->encode_plain("<|channel|>")).size(), 11U);
}

}  // namespace
}  // namespace hearth
