#include "tokenizer/split_expression.h"

#include <gtest/gtest.h>

namespace hearth::tokenizer {
namespace {

TEST(SplitExpression, ClassesMeanWhatUpstreamMeans) {
    EXPECT_EQ(pcre2_spelling(R"(\s+(?!\S))"), R"([\t-\r\x{85}\p{Z}]+(?![^\t-\r\x{85}\p{Z}]))");
    EXPECT_EQ(pcre2_spelling(R"([^\s\p{L}\d])"), R"([^\t-\r\x{85}\p{Z}\p{L}\p{Nd}])");
    EXPECT_EQ(pcre2_spelling(R"([\p{Han}]+|\]\[x])"), R"([\p{sc:Han}]+|\]\[x])");
}

std::string first_match(const SplitExpression& expression, std::string_view text) {
    const auto match = expression.find(text, 0, expression.new_state());
    EXPECT_TRUE(match) << match.error().message;
    return match && *match ? std::string(text.substr((*match)->begin, (*match)->end - (*match)->begin)) : "-";
}

TEST(SplitExpression, FindsTheFirstMatchThatIsNotEmpty) {
    const auto expression = SplitExpression::compile(R"(x*)", ExpressionUnit::character);
    ASSERT_TRUE(expression);
    EXPECT_EQ(first_match(*expression,
                          "\xE4\xB8\xAD"
                          "axxb"),
              "xx");
    EXPECT_EQ(first_match(*expression, "abc"), "-");
    EXPECT_EQ(first_match(*expression, ""), "-");
}

TEST(SplitExpression, CaseFoldingIsUnicodes) {
    const auto expression = SplitExpression::compile(R"((?i:'s))", ExpressionUnit::character);
    ASSERT_TRUE(expression);
    EXPECT_EQ(first_match(*expression, "it'S"), "'S");
    EXPECT_EQ(first_match(*expression, "it'\xC5\xBF"), "'\xC5\xBF");  // long s
}

TEST(SplitExpression, SpaceIsWhiteSpaceAndNoMore) {
    const auto expression = SplitExpression::compile(R"(\s)", ExpressionUnit::character);
    ASSERT_TRUE(expression);
    EXPECT_EQ(first_match(*expression, "\xE1\xA0\x8E"), "-");  // U+180E is no White_Space since Unicode 6.3
    EXPECT_EQ(first_match(*expression, "\xC2\x85"), "\xC2\x85");
}

TEST(SplitExpression, BytesAreMatchedSingly) {
    const auto expression = SplitExpression::compile(R"([\xb2])", ExpressionUnit::byte);
    ASSERT_TRUE(expression);
    EXPECT_EQ(first_match(*expression, "\xC2\xB2"), "\xB2");
}

TEST(SplitExpression, OneThatDoesNotCompileIsAnError) {
    const auto expression = SplitExpression::compile("(", ExpressionUnit::character);
    ASSERT_FALSE(expression);
    EXPECT_EQ(expression.error().code, ErrorCode::engine_failed);
}

TEST(SplitExpression, WhatTheCompilersStackCannotHoldTheInterpreterDoes) {
    // Each round of the group must be remembered.
    const auto expression = SplitExpression::compile(R"((?:a|(b))*c)", ExpressionUnit::character);
    ASSERT_TRUE(expression);
    const std::string text = std::string(20000, 'b') + "c";
    EXPECT_EQ(first_match(*expression, text).size(), text.size());
}

}  // namespace
}  // namespace hearth::tokenizer
