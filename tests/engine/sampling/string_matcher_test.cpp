#include "sampling/string_matcher.h"

#include <random>

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(StringMatcher, AgreesWithPlainSearchOnRandomText) {
    std::mt19937 random(11);
    const auto text_of = [&](std::size_t length) {
        std::string text;
        for (std::size_t i = 0; i < length; ++i) {
            text.push_back(static_cast<char>('a' + static_cast<char>(random() % 3)));
        }
        return text;
    };
    for (int round = 0; round < 200; ++round) {
        std::vector<std::string> patterns;
        for (std::size_t i = 0; i < 1 + random() % 6; ++i) {
            patterns.push_back(text_of(random() % 6));
        }
        const StringMatcher matcher(patterns);
        const std::string text = text_of(60);
        StringMatcher::State state = StringMatcher::kStart;
        for (std::size_t end = 1; end <= text.size(); ++end) {
            state = matcher.next(state, text[end - 1]);
            const std::string_view seen = std::string_view(text).substr(0, end);
            std::size_t pending = 0;
            std::size_t longest = 0;
            for (const std::string& pattern : patterns) {
                for (std::size_t length = 1; length <= pattern.size(); ++length) {
                    if (seen.ends_with(std::string_view(pattern).substr(0, length))) {
                        pending = std::max(pending, length);
                    }
                }
                if (!pattern.empty() && seen.ends_with(pattern)) {
                    longest = std::max(longest, pattern.size());
                }
            }
            ASSERT_EQ(matcher.pending(state), pending);
            ASSERT_EQ(matcher.found(state).has_value(), longest > 0);
            if (longest > 0) {
                ASSERT_EQ(patterns[*matcher.found(state)].size(), longest);
            }
        }
    }
}

TEST(StringMatcher, NoPatternsFindNothing) {
    const StringMatcher matcher({});
    EXPECT_FALSE(matcher.occurs_in("anything"));
    EXPECT_FALSE(StringMatcher(std::vector<std::string>{""}).occurs_in("anything"));
}

}  // namespace
}  // namespace hearth
