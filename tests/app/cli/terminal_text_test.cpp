#include "cli/terminal_text.h"

#include <gtest/gtest.h>

namespace hearth::cli {
namespace {

TEST(TerminalText, KeepsTextAndShowsControls) {
    EXPECT_EQ(terminal_text("plain\ttext\n你好 🦊 \\n"), "plain\ttext\n你好 🦊 \\n");
    EXPECT_EQ(terminal_text("\x1b[31mred\x1b]0;title\x07"), "\\x1B[31mred\\x1B]0;title\\x07");
    EXPECT_EQ(terminal_text("a\rb\x7f"), "a\\x0Db\\x7F");
    EXPECT_EQ(terminal_text("\xC2\x9B"
                            "31m"),
              "\\xC2\\x9B31m");  // C1: CSI in one character
    EXPECT_EQ(terminal_text("\xC2\xA0"), "\xC2\xA0");
    EXPECT_EQ(terminal_text("\xFF\xED\xA0\x80\xC3"), "\\xFF\\xED\\xA0\\x80\\xC3");
    EXPECT_EQ(terminal_text(std::string_view("\0", 1)), "\\x00");
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
}  // namespace hearth::cli
