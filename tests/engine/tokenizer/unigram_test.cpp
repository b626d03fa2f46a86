#include "tiny_vocabulary.h"
#include "tokenizer/charsmap.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::TinyVocabulary;

const std::string space = "\xE2\x96\x81";

Metadata t5() {
    TinyVocabulary vocabulary = TinyVocabulary::scored("t5");
    vocabulary.token("<pad>", TokenKind::control).token("</s>", TokenKind::control);
    vocabulary.token("<unk>", TokenKind::unknown);
    vocabulary.token(space, TokenKind::normal, -4)
        .token("a", TokenKind::normal, -3)
        .token("b", TokenKind::normal, -3);
    vocabulary.token("ab", TokenKind::normal, -5).token("abab", TokenKind::normal, -11);
    vocabulary.token(space + "a", TokenKind::normal, -2).token("ba", TokenKind::normal, -2.5);
    vocabulary.token("never", TokenKind::unused, 0);
    Metadata metadata = vocabulary.metadata();
    metadata.set("tokenizer.ggml.unknown_token_id", MetadataValue::of(std::uint32_t{2}));
    metadata.set("tokenizer.ggml.eos_token_id", MetadataValue::of(std::uint32_t{1}));
    metadata.set("tokenizer.ggml.add_space_prefix", MetadataValue::of(true));
    return metadata;
}

TEST(Unigram, TakesTheMostLikelyWay) {
    const auto tokenizer = test::make_tokenizer(t5());
    const auto written = [&](const char* text) {
        return test::written(*tokenizer, tokenizer->encode_plain(text));
    };
    EXPECT_EQ(written("ab"), space + "a|b");  // -2 - 3 before -4 - 5
    EXPECT_EQ(written("aba"), space + "a|ba");
    EXPECT_EQ(written("babab"), space + "|ba|ba|b");  // not abab: -2.5 - 2.5 - 3
    EXPECT_EQ(written("a\xE4\xB8\xAD\xE6\x96\x87"
                      "b"),
              space + "a|<unk>|b");
    EXPECT_EQ(written("<pad>"), space + "|<unk>|a|<unk>");
    EXPECT_EQ(written(""), "");
    EXPECT_FALSE(tokenizer->adds_bos());
    EXPECT_TRUE(tokenizer->adds_eos());
}

TEST(Unigram, UnusedTokensDoNotComeOut) {
    const auto tokenizer = test::make_tokenizer(t5());
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("never")), space + "|<unk>");
}

TEST(Unigram, UnknownCharactersAreBytesWhereThereAreTokensForThem) {
    TinyVocabulary vocabulary = TinyVocabulary::scored("t5");
    vocabulary.token("<unk>", TokenKind::unknown).bytes().token("a", TokenKind::normal, -1);
    Metadata metadata = vocabulary.metadata();
    metadata.set("tokenizer.ggml.unknown_token_id", MetadataValue::of(std::uint32_t{0}));
    const auto tokenizer = test::make_tokenizer(metadata);
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("a\xC3\xA9\nz")),
              "a|<0xC3>|<0xA9>|<0x0A>|<0x7A>");
    const auto tokens = tokenizer->encode_plain("a\xC3\xA9");
    ASSERT_TRUE(tokens);
    EXPECT_EQ(tokenizer->decode(*tokens, Tokenizer::ShowControl::no), "a\xC3\xA9");
}

/// A double array with one rule: A → replacement 0. Unit 0 is the root (offset 1), unit 1 ^ 'A' has label
/// 'A', a leaf and offset 2, and the unit there holds the value 0.
std::string one_rule() {
    const auto append = [](std::string& blob, std::uint32_t value) {
        for (int shift = 0; shift < 32; shift += 8) {
            blob.push_back(static_cast<char>(value >> shift & 0xFFU));
        }
    };
    std::vector<std::uint32_t> units(256, 0);
    units[0] = 1U << 10U;
    const std::uint32_t node = 1U ^ 'A';
    units[node] = 2U << 10U | 1U << 8U | 'A';
    units[node ^ 2U] = 1U << 31U | 0U;
    std::string blob;
    append(blob, 1024);
    for (const std::uint32_t unit : units) {
        append(blob, unit);
    }
    return blob + "a" + '\0';
}

TEST(Charsmap, ReplacesTheLongestPrefix) {
    const auto map = tokenizer::Charsmap::parse(one_rule());
    ASSERT_TRUE(map);
    EXPECT_EQ(map->longest_prefix("Ab").text, "a");
    EXPECT_EQ(map->longest_prefix("Ab").consumed, 1U);
    EXPECT_EQ(map->longest_prefix("b").consumed, 0U);
    EXPECT_EQ(map->longest_prefix("").consumed, 0U);
    EXPECT_EQ(tokenizer::Charsmap().longest_prefix("A").consumed, 0U);
}

TEST(Charsmap, NothingIsReadOutsideOfADamagedArray) {
    const std::string good = one_rule();
    for (std::size_t at = 4; at < good.size() - 1; ++at) {
        for (const char byte : {'\x00', '\x7F', '\xFF'}) {
            std::string damaged = good;
            damaged[at] = byte;
            if (const auto map = tokenizer::Charsmap::parse(damaged)) {
                map->longest_prefix("AAA");
            }
        }
    }
}

TEST(Unigram, AppliesTheCharacterMap) {
    Metadata metadata = t5();
    std::vector<std::uint64_t> bytes;
    for (const char byte : one_rule()) {
        bytes.push_back(static_cast<unsigned char>(byte));
    }
    metadata.set("tokenizer.ggml.precompiled_charsmap",
                 MetadataValue{MetadataType::array, MetadataType::u8, std::move(bytes)});
    const auto tokenizer = test::make_tokenizer(metadata);
    EXPECT_EQ(test::written(*tokenizer, tokenizer->encode_plain("AbA")), space + "a|ba");
}

}  // namespace
}  // namespace hearth
