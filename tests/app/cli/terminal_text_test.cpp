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

}  // namespace
}  // namespace hearth::cli
