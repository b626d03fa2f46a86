#include "storage/search_term.h"

#include "storage/folded_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::storage {
namespace {

using testing::ElementsAre;
using Kind = SearchTerm::Kind;

TEST(SearchTerm, WordsAreSortedByHowTheyAreFound) {
    struct Case {
        const char* typed;
        Kind kind;
    };
    for (const Case& one :
         {Case{"hello", Kind::trigram}, Case{"AI", Kind::short_}, Case{"你好", Kind::short_},
          Case{"水", Kind::short_}, Case{"你好吗", Kind::trigram}, Case{"C#", Kind::short_},
          Case{"a好", Kind::short_}, Case{"🙂", Kind::short_}, Case{"%_", Kind::short_},
          Case{"ひら", Kind::short_}, Case{"안녕", Kind::short_}}) {
        const auto terms = terms_of(one.typed);
        ASSERT_EQ(terms.size(), 1u) << one.typed;
        EXPECT_EQ(terms[0].kind, one.kind) << one.typed;
    }
    EXPECT_EQ(terms_of("  one two\tONE　two  ").size(), 2u);
    EXPECT_TRUE(terms_of(" \n").empty());
}

TEST(SearchTerm, CaseAndWidthDoNotMatter) {
    EXPECT_EQ(folded("ÄÖ ＡＢｃ Ж"), folded("äö abc ж"));
    EXPECT_EQ(folded_utf8("A\xff"
                          "b"),
              "a\xef\xbf\xbd"
              "b");
    EXPECT_EQ(folded_utf8(std::string_view("a\0b", 3)), "a b");
}

TEST(SearchTerm, ShortWordsOnlyWhereAWordBegins) {
    const auto terms = terms_of("ai");
    EXPECT_TRUE(contains_all("The AI said", terms));
    EXPECT_TRUE(contains_all("用AI写", terms));
    EXPECT_FALSE(contains_all("he said", terms));
    EXPECT_THAT(find_all("aiai air ai", terms),
                ElementsAre(TextRange{0, 2}, TextRange{5, 2}, TextRange{9, 2}));
}

TEST(SearchTerm, RangesAreBytesOfTheText) {
    EXPECT_THAT(find_all("我说你好。你好！", terms_of("你好")),
                ElementsAre(TextRange{6, 6}, TextRange{15, 6}));
    EXPECT_THAT(find_all("ababab", terms_of("aba bab")), ElementsAre(TextRange{0, 4}));
}

TEST(SearchTerm, TokensOfAText) {
    EXPECT_EQ(short_tokens("你好 ok"), "u4f60 u597d u4f60u597d u6f u6fu6b ");
    EXPECT_EQ(short_tokens("said"), "u73 u73u61 ");
    EXPECT_EQ(short_tokens("C#"), "u63 u23 u63u23 ");
    EXPECT_EQ(short_tokens("a b  c"), "u61 u62 u63 ");
    EXPECT_EQ(short_token(U"你好"), "u4f60u597d");
}

TEST(SearchTerm, TokensAreWhatCanBeFound) {
    // Every one or two characters of a text: the index knows them exactly when they are found in the text
    // itself.
    const std::string text = "Is AI in C#? 用AI写诗 → 100% a_b 🙂ok";
    const std::string tokens = " " + short_tokens(text);
    const std::u32string characters = folded(text);
    for (const char32_t first : characters) {
        for (const char32_t second : characters) {
            if (is_space(first) || is_space(second)) {
                continue;
            }
            for (const std::u32string& term : {std::u32string{first}, std::u32string{first, second}}) {
                const bool indexed = tokens.find(" " + short_token(term) + " ") != std::string::npos;
                EXPECT_EQ(indexed, find_term(text, {term, Kind::short_}).has_value()) << short_token(term);
            }
        }
    }
}

TEST(SearchTerm, SnippetIsOneLineAroundTheMatch) {
    std::string text(500, 'x');
    text += "\n\nthe   needle\there\n" + std::string(500, 'y');
    const Snippet snippet = snippet_of(text, terms_of("needle"));
    EXPECT_LT(snippet.text.size(), 140u);
    EXPECT_TRUE(snippet.text.starts_with("…xxx"));
    EXPECT_TRUE(snippet.text.ends_with("…"));
    EXPECT_NE(snippet.text.find("the needle here"), std::string::npos);
    ASSERT_EQ(snippet.matches.size(), 1u);
    EXPECT_EQ(snippet.text.substr(snippet.matches[0].offset, snippet.matches[0].bytes), "needle");
    EXPECT_EQ(first_line("  a\n\nb  ", 10), "a b ");
}

TEST(SearchTerm, AnyBytesAreText) {
    std::string bytes;
    for (int i = 0; i < 2000; ++i) {
        bytes += static_cast<char>((i * 7919) >> 3);
    }
    EXPECT_NO_THROW({
        short_tokens(bytes);
        folded_utf8(bytes);
        snippet_of(bytes, terms_of("a 你 \xf0\x9f"));
    });
}

}  // namespace
}  // namespace hearth::storage
