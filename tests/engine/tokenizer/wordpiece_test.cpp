#include "tiny_vocabulary.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TinyVocabulary;

Metadata bert() {
    TinyVocabulary vocabulary = TinyVocabulary::scored("bert");
    for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}) {
        vocabulary.token(special, TokenKind::control);
    }
    const std::string start = "\xE2\x96\x81";
    for (const char* word :
         {"un", "hello", "cafe", "caf\xC3\xA9", "CAFE", ",", "'", "\xE4\xB8\xAD", "i", "$"}) {
        vocabulary.token(start + word);
    }
    vocabulary.token(start);
    for (const char* piece : {"affable", "aff", "able", "s"}) {
        vocabulary.token(piece);
    }
    Metadata metadata = vocabulary.metadata();
    metadata.set("tokenizer.ggml.unknown_token_id", MetadataValue::of(std::uint32_t{1}));
    metadata.set("tokenizer.ggml.cls_token_id", MetadataValue::of(std::uint32_t{2}));
    metadata.set("tokenizer.ggml.seperator_token_id", MetadataValue::of(std::uint32_t{3}));
    return metadata;
}

/// Pieces with the mark of a word's start written as _.
std::string pieces(const Tokenizer& tokenizer, const std::string& text) {
    std::string found = test::written(tokenizer, tokenizer.encode_plain(text));
    for (std::size_t at = found.find("\xE2\x96\x81"); at != std::string::npos;
         at = found.find("\xE2\x96\x81")) {
        found.replace(at, 3, "_");
    }
    return found;
}

TEST(WordPiece, CutsWordsGreedily) {
    const auto tokenizer = test::make_tokenizer(bert());
    const struct {
        std::string text;
        const char* tokens;
    } cases[] = {
        {"unaffable", "_un|affable"},
        {"Hello, HELLOS", "_hello|_,|_hello|s"},
        {"unaffables unx", "_un|affable|s|[UNK]"},
        {"caf\xC3\xA9", "_cafe"},  // accents go
        {"cafe\xCC\x81", "_cafe"},
        {"\xE4\xB8\xAD\xE4\xB8\xAD", "_\xE4\xB8\xAD|_\xE4\xB8\xAD"},  // each ideograph is a word
        {"un\xE2\x80\x8B"
         "affable",
         "_un|affable"},  // format characters go
        {"hello\xE3\x80\x80hello\thello", "_hello|_hello|_hello"},
        {"i$i'i", "_i|_$|_i|_'|_i"},
        {std::string(101, 'i'), "[UNK]"},
        {"[SEP]", "[UNK]|[UNK]|[UNK]"},
        {"", ""},
    };
    for (const auto& test : cases) {
        EXPECT_EQ(pieces(*tokenizer, test.text), test.tokens) << test.text;
    }
    EXPECT_EQ(test::ids(tokenizer->encode_with_control("[SEP]")), std::vector<std::int32_t>{3});
}

TEST(WordPiece, LettersStayWhereTheFileSaysSo) {
    Metadata metadata = bert();
    metadata.set("tokenizer.ggml.normalizer.lowercase", MetadataValue::of(false));
    const auto tokenizer = test::make_tokenizer(metadata);
    EXPECT_EQ(pieces(*tokenizer, "CAFE caf\xC3\xA9 Hello"), "_CAFE|_caf\xC3\xA9|[UNK]");
}

TEST(WordPiece, TextsStandBetweenClsAndSep) {
    const auto tokenizer = test::make_tokenizer(bert());
    EXPECT_TRUE(tokenizer->adds_bos());
    EXPECT_TRUE(tokenizer->adds_eos());
    EXPECT_EQ(tokenizer->bos(), TokenId{2});
    EXPECT_EQ(tokenizer->eos(), TokenId{3});
}

TEST(WordPiece, DecodePutsSpacesBetweenWords) {
    const auto tokenizer = test::make_tokenizer(bert());
    const auto tokens = tokenizer->encode_plain("unaffable hello");
    ASSERT_TRUE(tokens);
    EXPECT_EQ(tokenizer->decode(*tokens, Tokenizer::ShowControl::no), "unaffable hello");
}

}  // namespace
}  // namespace hearth
