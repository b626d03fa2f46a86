#include "tokenizer/added_token_matcher.h"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::tokenizer {
namespace {

std::vector<AddedTokenMatcher::Match> find(const AddedTokenMatcher& matcher, std::string_view text) {
    std::vector<AddedTokenMatcher::Match> matches;
    matcher.find(text, 0, matches);
    std::ranges::reverse(matches);
    return matches;
}

TEST(AddedTokenMatcher, FindsTheLongestAtEachPosition) {
    AddedTokenMatcher matcher;
    matcher.add("<a>", TokenId{1});
    matcher.add("<a>b", TokenId{2});
    matcher.add("b", TokenId{3});
    matcher.prepare();
    const auto matches = find(matcher, "x<a>b<a>");
    ASSERT_EQ(matches.size(), 3U);
    EXPECT_EQ(matches[0].begin, 1U);
    EXPECT_EQ(matches[0].token, TokenId{2});
    EXPECT_EQ(matches[1].token, TokenId{3});
    EXPECT_EQ(matches[2].begin, 5U);
    EXPECT_EQ(matches[2].length, 3U);
}

TEST(AddedTokenMatcher, OneWithoutTokensFindsNothing) {
    AddedTokenMatcher matcher;
    matcher.prepare();
    EXPECT_TRUE(find(matcher, "<a>").empty());
}

TEST(AddedTokenMatcher, AgreesWithTryingEveryToken) {
    std::mt19937 random(11);
    const auto word = [&](std::size_t length) {
        std::string text;
        while (text.size() < length) {
            text += "ab"[random() % 2];
        }
        return text;
    };
    for (int round = 0; round < 200; ++round) {
        std::vector<std::string> tokens;
        AddedTokenMatcher matcher;
        for (std::int32_t token = 0; token < 8; ++token) {
            tokens.push_back(word(1 + random() % 6));
            matcher.add(tokens.back(), TokenId{token});
        }
        matcher.prepare();
        const std::string text = word(60);
        std::vector<std::size_t> expected(text.size(), 0);
        for (std::size_t at = 0; at < text.size(); ++at) {
            for (const std::string& token : tokens) {
                if (text.compare(at, token.size(), token) == 0) {
                    expected[at] = std::max(expected[at], token.size());
                }
            }
        }
        std::vector<std::size_t> found(text.size(), 0);
        for (const auto& match : find(matcher, text)) {
            found[match.begin] = match.length;
            EXPECT_EQ(tokens[static_cast<std::size_t>(match.token.value)],
                      text.substr(match.begin, match.length));
        }
        ASSERT_EQ(found, expected) << text;
    }
}

}  // namespace
}  // namespace hearth::tokenizer
