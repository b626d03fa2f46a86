#include "tiny_vocabulary.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TinyVocabulary;

/// ▁ is written _ in these tests.
std::string marked(std::string text) {
    for (std::size_t at = text.find('_'); at != std::string::npos; at = text.find('_', at)) {
        text.replace(at, 1, "\xE2\x96\x81");
    }
    return text;
}

TinyVocabulary llama() {
    TinyVocabulary vocabulary = TinyVocabulary::scored("llama");
    vocabulary.token("<unk>", TokenKind::unknown)
        .token("<s>", TokenKind::control)
        .token("</s>", TokenKind::control);
    vocabulary.bytes();
    float score = 0;
    for (const char* piece : {"_a", "__", "ab", "bc", "_ab", "_", "a", "b", "c"}) {
        vocabulary.token(marked(piece), TokenKind::normal, score--);
    }
    return vocabulary;
}

std::shared_ptr<const Tokenizer> with(Metadata metadata, const char* key, bool value) {
    metadata.set(key, MetadataValue::of(value));
    return test::make_tokenizer(metadata);
}

struct Case {
    const char* text;
    const char* tokens;
};

TEST(SentencePieceBpe, JoinsTheHighestScoreAndPutsASpaceInFront) {
    const auto tokenizer = test::make_tokenizer(llama().metadata());
    const Case cases[] = {
        {"", ""},
        {"a", "_a"},
        {"abc", "_a|bc"},  // _a and ab come before bc and _ab
        {" a", "_|_a"},    // the higher score wins over the leftmost pair
        {"  a", "__|_a"},
        {"cab", "_|c|ab"},
        {"a b", "_a|_|b"},
        {"\n", "_|<0x0A>"},
        {"\xC3\xA9", "_|<0xC3>|<0xA9>"},
        {"</s> b", "_|<0x3C>|<0x2F>|<0x73>|<0x3E>|_|b"},
    };
    for (const Case& test : cases) {
        EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain(test.text)), marked(test.tokens))
            << test.text;
    }
}

TEST(SentencePieceBpe, ASpaceComesAfterEachRecognisedToken) {
    const auto tokenizer = test::make_tokenizer(llama().metadata());
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_with_control("a</s>b")), marked("_a|</s>|_|b"));
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_with_control("a</s> b")), marked("_a|</s>|__|b"));
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_with_control("</s>")), "</s>");
}

TEST(SentencePieceBpe, NoSpaceIsPutInFrontWhereTheFileSaysSo) {
    const auto tokenizer = with(llama().metadata(), "tokenizer.ggml.add_space_prefix", false);
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("abc")), "ab|c");
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain(" a")), marked("_a"));
}

TEST(SentencePieceBpe, ExtraSpacesGoWhereTheFileSaysSo) {
    const auto tokenizer = with(llama().metadata(), "tokenizer.ggml.remove_extra_whitespaces", true);
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("  a   b ")), marked("_a|_|b"));
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("   ")), "");
}

TEST(SentencePieceBpe, DecodeTakesTheAddedSpaceAway) {
    const auto tokenizer = test::make_tokenizer(llama().metadata());
    constexpr auto hide = Tokenizer::ShowControl::no;
    for (const char* text : {"abc", " a", "  a b", "\n", "caf\xC3\xA9", "", " "}) {
        const auto tokens = tokenizer->encode_plain(text);
        ASSERT_TRUE(tokens);
        EXPECT_EQ(tokenizer->decode(*tokens, hide), text);
    }
    const TokenId bos{1};
    const TokenId word = *tokenizer->find(marked("_a"));
    EXPECT_EQ(tokenizer->decode(std::vector{bos, word, word}, hide), "a a");
    EXPECT_EQ(tokenizer->decode(std::vector{bos, word}, Tokenizer::ShowControl::yes), "<s> a");
    EXPECT_EQ(tokenizer->token_bytes(word, hide), " a");
    EXPECT_EQ(tokenizer->token_bytes(bos, hide), "");
    EXPECT_EQ(tokenizer->token_bytes(TokenId{3 + 0xC3}, hide), "\xC3");
}

TEST(SentencePieceBpe, CharactersWithoutBytesAreOneUnknownToken) {
    TinyVocabulary vocabulary = TinyVocabulary::scored("llama");
    vocabulary.token("<unk>", TokenKind::unknown).token(marked("_")).token("a");
    Metadata metadata = vocabulary.metadata();
    metadata.set("tokenizer.ggml.unknown_token_id", MetadataValue::of(std::uint32_t{0}));
    const auto tokenizer = test::make_tokenizer(metadata);
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("a\xE4\xB8\xAD\xE6\x96\x87z")),
              marked("_|a|<unk>"));
}

TEST(SentencePieceBpe, WordsAreNotCutWhereATokenReachesOverTheSpace) {
    TinyVocabulary vocabulary = llama();
    vocabulary.token(marked("b_"), TokenKind::normal, 5).token(marked("b_a"), TokenKind::normal, 6);
    const auto tokenizer = test::make_tokenizer(vocabulary.metadata());
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("b a b a")), marked("_|b_a|_|b_a"));
}

TEST(SentencePieceBpe, MergesByListWhereTheModelIsGemma4) {
    TinyVocabulary vocabulary = TinyVocabulary::byte_level("");
    Metadata metadata("tiny.gguf");
    metadata.set("tokenizer.ggml.model", MetadataValue::of(std::string("gemma4")));
    const std::vector<std::string> tokens{"<bos>", "a", "b", marked("_"), marked("_a"), "ab", "<unk>"};
    metadata.set("tokenizer.ggml.tokens", MetadataValue::of(tokens));
    metadata.set("tokenizer.ggml.token_type",
                 MetadataValue::of(std::vector<std::int32_t>{3, 1, 1, 1, 1, 1, 2}));
    metadata.set("tokenizer.ggml.merges", MetadataValue::of(std::vector<std::string>{"a b", marked("_ a")}));
    metadata.set("tokenizer.ggml.unknown_token_id", MetadataValue::of(std::uint32_t{6}));
    metadata.set("tokenizer.ggml.bos_token_id", MetadataValue::of(std::uint32_t{0}));
    metadata.set("tokenizer.ggml.add_bos_token", MetadataValue::of(false));
    const auto tokenizer = test::make_tokenizer(metadata);
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("a ab a")), marked("a|_|ab|_a"));
    EXPECT_TRUE(tokenizer->adds_bos());  // whatever the file says
    EXPECT_FALSE(tokenizer->warnings().empty());
}

TEST(SentencePieceBpe, TokensOfPhi3SwallowTheSpaceAfterThem) {
    TinyVocabulary vocabulary = llama();
    vocabulary.token("<|user|>", TokenKind::control);
    Metadata metadata = vocabulary.metadata();
    metadata.set("general.name", MetadataValue::of(std::string("Phi-3 mini")));
    const auto tokenizer = test::make_tokenizer(metadata);
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_with_control("<|user|> \n\xE3\x80\x80"
                                                                       "a")),
              marked("<|user|>|_a"));
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_with_control("<s> a")), marked("<s>|_|_a"));
}

TEST(SentencePieceBpe, ALongWordTakesReasonableTime) {
    const auto tokenizer = test::make_tokenizer(llama().metadata());
    const auto tokens = tokenizer->encode_plain(std::string(300000, 'a'));
    ASSERT_TRUE(tokens);
    EXPECT_EQ(tokens->size(), 300000U);
}

}  // namespace
}  // namespace hearth
