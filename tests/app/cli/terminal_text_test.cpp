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

TEST(TerminalText, NamesCannotPassForOthers) {
    EXPECT_EQ(terminal_name("模型 8b Q4_K_M.gguf é"), "模型 8b Q4_K_M.gguf é");
    EXPECT_EQ(terminal_name("a\u202Efugg.b"), "a<U+202E>fugg.b");
    EXPECT_EQ(terminal_name("a\u200B\u2066b\u2069\u061C\uFEFF\U000E0041"),
              "a<U+200B><U+2066>b<U+2069><U+061C><U+FEFF><U+E0041>");
    EXPECT_EQ(terminal_name("a\nb\tc\x1b[31m\xFF"), "a\\x0Ab\\x09c\\x1B[31m\\xFF");
    EXPECT_EQ(terminal_text("שלום \u200Fעולם"), "שלום \u200Fעולם") << "what a model writes keeps its marks";
}

}  // namespace
}  // namespace hearth::cli
