#include <hearth/error.h>
#include <hearth/result.h>

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace hearth {
namespace {

TEST(Error, EveryCodeHasItsOwnName) {
    std::set<std::string_view> names;
    const auto last = static_cast<unsigned>(ErrorCode::engine_failed);
    for (unsigned code = 0; code <= last; ++code) {
        const auto name = error_name(static_cast<ErrorCode>(code));
        EXPECT_NE(name, "Unknown") << code;
        EXPECT_TRUE(names.insert(name).second) << name;
    }
}

TEST(Escaped, KeepsTextAndShowsWhatIsNot) {
    EXPECT_EQ(escaped("plain 你好 🦊"), "plain 你好 🦊");
    EXPECT_EQ(escaped(std::string_view("a\0b\xFF", 4)), "a\\0b\\xFF");
    EXPECT_EQ(escaped("\x1b[31m\\\n"), "\\x1B[31m\\\\\\n");
    EXPECT_EQ(escaped("\xED\xA0\x80"), "\\xED\\xA0\\x80");  // a surrogate is not UTF-8
    EXPECT_EQ(escaped("\xC3"), "\\xC3");
    EXPECT_EQ(escaped("abcdef", 3), "abc…");
    EXPECT_EQ(escaped("\xE2\x80\xAA|\xE2\x80\xAE|\xE2\x81\xA6|\xE2\x81\xA9"),
              "\\u202A|\\u202E|\\u2066|\\u2069");
    EXPECT_EQ(escaped("\xE2\x80\xA9|\xE2\x80\xAF|\xE2\x81\xA5|\xE2\x81\xAA"),
              "\xE2\x80\xA9|\xE2\x80\xAF|\xE2\x81\xA5|\xE2\x81\xAA");  // their neighbours
}

Result<int> half(int value) {
    if (value % 2 != 0) {
        return Error{ErrorCode::bad_value, "odd"};
    }
    return value / 2;
}

Result<int> quarter(int value) {
    HEARTH_TRY_ASSIGN(const int once, half(value));
    HEARTH_TRY_ASSIGN(const int twice, half(once));
    return twice;
}

TEST(Result, PropagatesTheFirstError) {
    EXPECT_EQ(*quarter(8), 2);
    const auto failed = quarter(6);
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().message, "odd");
}

}  // namespace
}  // namespace hearth
