#include <hearth/utf8.h>

#include <string>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using namespace std::string_literals;

TEST(Utf8, IllFormedTextIsFoundWhereItBegins) {
    struct Case {
        std::string text;
        std::optional<std::size_t> offset;
    };
    const Case cases[] = {
        {"", std::nullopt},
        {"plain text of more than eight bytes", std::nullopt},
        {"\x80"s, 0},                  // a continuation byte alone
        {"abcdefgh\xFF"s, 8},          // after a whole word of the fast path
        {"abc\xC0\xAF"s, 3},           // overlong slash
        {"\xE0\x80\xAF"s, 0},          // overlong in three bytes
        {"\xF0\x80\x80\xAF"s, 0},      // overlong in four
        {"x\xED\xA0\x80"s, 1},         // surrogate
        {"\xF4\x90\x80\x80"s, 0},      // past U+10FFFF
        {"ab\xE4\xB8"s, 2},            // cut short
        {"\xE4\xB8\xAD\xE6\x96"s, 3},  // second character cut short
        {"caf\xC3\xA9 \xF0\x9F\x8D\xB5"s, std::nullopt},
    };
    for (const Case& test : cases) {
        EXPECT_EQ(find_invalid_utf8(test.text), test.offset) << test.text;
    }
}

TEST(IsUtf8, KnowsTheEdges) {
    for (const char* good : {"", "a", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80",
                             "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_TRUE(is_utf8(good)) << good;
    }
    for (const char* bad :
         {"\x80", "\xC0\xAF", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
          "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE6\xB0", "a\xC3"}) {
        EXPECT_FALSE(is_utf8(bad)) << bad;
    }
}

}  // namespace
}  // namespace hearth
