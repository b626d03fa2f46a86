#include "tokenizer/utf8.h"

#include <hearth/utf8.h>

#include <gtest/gtest.h>

namespace hearth::tokenizer {
namespace {

using namespace std::string_literals;

TEST(Utf8, EveryCodePointComesBack) {
    for (char32_t code_point = 0; code_point <= 0x10FFFF; ++code_point) {
        if (code_point >= 0xD800 && code_point <= 0xDFFF) {
            continue;
        }
        std::string text;
        append_utf8(text, code_point);
        const Character character = first_character(text + "x");
        ASSERT_EQ(character.code_point, code_point);
        ASSERT_EQ(character.length, text.size());
        ASSERT_TRUE(is_utf8(text));
    }
}

TEST(Utf8, AnIllFormedByteIsOneReplacementCharacter) {
    EXPECT_EQ(first_character("\xE4\xB8").code_point, 0xFFFDU);
    EXPECT_EQ(first_character("\xE4\xB8").length, 1U);
}

TEST(Utf8, WhiteSpaceIsUnicodes) {
    for (const char32_t space :
         {U' ', U'\n', U'\x85', U'\xA0', U'\u1680', U'\u2003', U'\u2028', U'\u202F', U'\u3000'}) {
        EXPECT_TRUE(is_white_space(space)) << static_cast<unsigned>(space);
    }
    for (const char32_t other : {U'a', U'\x1C', U'\u180E', U'\u200B', U'\uFEFF'}) {
        EXPECT_FALSE(is_white_space(other)) << static_cast<unsigned>(other);
    }
}

TEST(Utf8, SpacesAtTheEndAreLeftOut) {
    EXPECT_EQ(end_without_spaces("a b \n"), 3U);
    EXPECT_EQ(end_without_spaces("a\xE3\x80\x80\xC2\xA0"), 1U);
    EXPECT_EQ(end_without_spaces(" \t"), 0U);
    EXPECT_EQ(end_without_spaces("\xC3\xA9"), 2U);
}

}  // namespace
}  // namespace hearth::tokenizer
