#include "tiny_vocabulary.h"
#include "tokenizer/pre_tokenizer_families.h"

#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TinyVocabulary;

TEST(ByteLevelBpe, JoinsByRank) {
    TinyVocabulary vocabulary = TinyVocabulary::byte_level("gpt-2");
    vocabulary.token("bc").token("ab").token("abc");
    vocabulary.merge("b c").merge("a b").merge("ab c");
    const auto tokenizer = test::make_tokenizer(vocabulary.metadata());
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("abc")), "a|bc");
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("abab")), "ab|ab");
}

TEST(ByteLevelBpe, NormalizesWhereTheFamilyDoes) {
    const std::string decomposed = "e\xCC\x81";
    const auto qwen = test::make_tokenizer(TinyVocabulary::byte_level("qwen2").metadata());
    const auto llama = test::make_tokenizer(TinyVocabulary::byte_level("llama-bpe").metadata());
    EXPECT_EQ(test::ids(qwen->encode_plain(decomposed)), (std::vector<std::int32_t>{0xC3, 0xA9}));
    EXPECT_EQ(test::ids(llama->encode_plain(decomposed)), (std::vector<std::int32_t>{'e', 0xCC, 0x81}));
}

TEST(ByteLevelBpe, PutsASpaceInFrontWhereTheFamilyDoes) {
    const auto tokenizer = test::make_tokenizer(TinyVocabulary::byte_level("minerva-7b").metadata());
    EXPECT_EQ(test::ids(tokenizer->encode_plain("a")), (std::vector<std::int32_t>{' ', 'a'}));
    EXPECT_EQ(test::ids(tokenizer->encode_plain(" a")), (std::vector<std::int32_t>{' ', 'a'}));
}

TEST(ByteLevelBpe, ABosIsAddedByTheFamilyUnlessTheFileSaysOtherwise) {
    struct Case {
        const char* pre;
        std::optional<bool> written;
        bool expected;
    };
    const Case cases[] = {
        {"llama-bpe", std::nullopt, true}, {"llama-bpe", false, false}, {"tekken", std::nullopt, true},
        {"qwen2", std::nullopt, false},    {"qwen2", true, true},       {"gpt-2", std::nullopt, false}};
    for (const Case& test : cases) {
        Metadata metadata = TinyVocabulary::byte_level(test.pre).metadata();
        metadata.set("tokenizer.ggml.bos_token_id", MetadataValue::of(std::uint32_t{1}));
        if (test.written) {
            metadata.set("tokenizer.ggml.add_bos_token", MetadataValue::of(*test.written));
        }
        EXPECT_EQ(test::make_tokenizer(metadata)->adds_bos(), test.expected) << test.pre;
    }
    const auto without_bos = test::make_tokenizer(TinyVocabulary::byte_level("llama-bpe").metadata());
    EXPECT_FALSE(without_bos->adds_bos());
}

TEST(ByteLevelBpe, TokensStandForTheirBytes) {
    TinyVocabulary vocabulary = TinyVocabulary::byte_level("gpt-2");
    vocabulary.word(" the").token("  ", TokenKind::user_defined).token("\xE4\xB8\xAD");
    const auto tokenizer = test::make_tokenizer(vocabulary.metadata());
    constexpr auto show = Tokenizer::ShowControl::no;
    EXPECT_EQ(tokenizer->token_bytes(TokenId{0xE4}, show), "\xE4");
    EXPECT_EQ(tokenizer->token_bytes(*tokenizer->find("\xC4\xA0the"), show), " the");
    EXPECT_EQ(tokenizer->token_bytes(*tokenizer->find("  "), show), "  ");
    EXPECT_EQ(tokenizer->token_bytes(*tokenizer->find("\xE4\xB8\xAD"), show), "\xE4\xB8\xAD");
    const std::vector<TokenId> tokens{{' '}, {'a'}, {0xC3}, {0xA9}};
    EXPECT_EQ(tokenizer->decode(tokens, show), " a\xC3\xA9");
}

TEST(ByteLevelBpe, EveryFamilyGivesTheTextBackAndTakesHostileTextInReasonableTime) {
    const auto repeated = [](std::string_view text, std::size_t bytes) {
        std::string out;
        while (out.size() < bytes) {
            out += text;
        }
        return out;
    };
    constexpr std::size_t size = 15000;
    // A pass that looked again at what lies ahead for each word would take very long for one of these.
    const std::string texts[] = {repeated("a", size),
                                 repeated("A", size),
                                 repeated(" ", size),
                                 repeated("\n", size),
                                 repeated("7", size),
                                 repeated("7", size) + "x",
                                 repeated(" ", size) + "\xC2\xA9",
                                 repeated(" ", size) + "x",
                                 repeated("!", size),
                                 repeated(" \n", size),
                                 repeated("a b ", size),
                                 repeated("\xCC\x81", size),
                                 repeated("\xE4\xB8\xAD", size),
                                 repeated("\xC7\x85", size),
                                 repeated("\r", size),
                                 repeated("' ", size),
                                 repeated("\xE0\xA4\x95 ", size)};
    for (const tokenizer::PreTokenizerFamily& family : tokenizer::pre_tokenizer_families()) {
        const auto tokenizer =
            test::make_tokenizer(TinyVocabulary::byte_level(std::string(family.name)).metadata());
        for (const std::string& text : texts) {
            const auto tokens = tokenizer->encode_plain(text);
            ASSERT_TRUE(tokens) << family.name << ": " << tokens.error().message;
            const std::string prefix = family.adds_space_prefix && !text.starts_with(' ') ? " " : "";
            EXPECT_EQ(tokenizer->decode(*tokens, Tokenizer::ShowControl::no), prefix + text) << family.name;
        }
    }
}

TEST(ByteLevelBpe, ThreadsShareATokenizer) {
    const auto tokenizer =
        test::make_tokenizer(TinyVocabulary::byte_level("qwen2").word(" hello").word("world").metadata());
    const std::string text = " hello world hello e\xCC\x81";
    const auto expected = test::ids(tokenizer->encode_plain(text));
    std::vector<std::vector<std::int32_t>> found(4);
    {
        std::vector<std::jthread> threads;
        for (auto& mine : found) {
            threads.emplace_back([&] {
                for (int round = 0; round < 50; ++round) {
                    mine = test::ids(tokenizer->encode_plain(text));
                }
            });
        }
    }
    for (const auto& mine : found) {
        EXPECT_EQ(mine, expected);
    }
}

}  // namespace
}  // namespace hearth
