#include "tokenizer/nfc.h"

#include <gtest/gtest.h>

namespace hearth::tokenizer {
namespace {

struct Case {
    const char* text;
    const char* normalized;
};

// Values of unicodedata.normalize("NFC", ...).
constexpr Case cases[] = {
    {"", ""},
    {"plain", "plain"},
    {"re\u0301sume\u0301", "r\u00e9sum\u00e9"},
    {"a\u0323\u0301 \u4e2d", "\u1ea1\u0301 \u4e2d"},
    {"a\u0301\u0323", "\u1ea1\u0301"},  // marks change places
    {"\u1100\u1161\u11a8", "\uac01"},   // Hangul from jamo
    {"\uac00\u11a8", "\uac01"},         // and from a syllable and a jamo
    {"\u212b\u2126", "\u00c5\u03a9"},   // singletons
    {"\u0958", "\u0915\u093c"},         // a composition that is excluded
    {"\u304b\u3099", "\u304c"},         // kana with a voicing mark
    {"\u0301x", "\u0301x"},             // a mark with nothing before it
    {"\u4e2d\u6587 e\u0301 e\u0301", "\u4e2d\u6587 \u00e9 \u00e9"},
    {"\u0415\u0308", "\u0401"},  // Cyrillic
};

TEST(Nfc, ComposesAndOrders) {
    for (const Case& test : cases) {
        std::string storage;
        EXPECT_EQ(to_nfc(test.text, storage), test.normalized) << test.text;
    }
}

TEST(Nfc, TextThatIsNormalizedIsNotCopied) {
    const std::string text = "\u4e2d\u6587, caf\u00e9 \u043f\u0440\u0438\u0432\u0435\u0442";
    std::string storage;
    EXPECT_EQ(to_nfc(text, storage).data(), text.data());
}

TEST(Nfc, ALongRunOfMarksIsOrderedInReasonableTime) {
    std::string text = "a";
    for (int i = 0; i < 100000; ++i) {
        text += "\u0301\u0323";  // each pair in the wrong order
    }
    std::string storage;
    const std::string_view normalized = to_nfc(text, storage);
    EXPECT_EQ(normalized.substr(0, 7), "\u1ea1\u0323\u0323");
    EXPECT_EQ(normalized.substr(normalized.size() - 4), "\u0301\u0301");
}

}  // namespace
}  // namespace hearth::tokenizer
