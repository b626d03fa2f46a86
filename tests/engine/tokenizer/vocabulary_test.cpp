#include "tiny_vocabulary.h"

#include <hearth/tokenizer.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace hearth {
namespace {

using test::make_tokenizer;
using test::TinyVocabulary;

/// A change that makes a good file wrong, and the error it must give.
struct Damage {
    std::string name;
    std::function<void(Metadata&)> apply;
    ErrorCode code;
    std::string field;
};

template <class T>
std::function<void(Metadata&)> set(std::string key, T value) {
    return [key, value](Metadata& metadata) { metadata.set(key, MetadataValue::of(value)); };
}

std::function<void(Metadata&)> without(std::string key) {
    return [key](Metadata& metadata) {
        Metadata rest(metadata.file());
        for (const auto& [name, value] : metadata.entries()) {
            if (name != key) {
                rest.set(name, value);
            }
        }
        metadata = std::move(rest);
    };
}

void expect_refused(const Metadata& good, const Damage& damage) {
    Metadata metadata = good;
    damage.apply(metadata);
    const auto tokenizer = Tokenizer::create(metadata);
    ASSERT_FALSE(tokenizer) << damage.name;
    EXPECT_EQ(tokenizer.error().code, damage.code) << damage.name << ": " << tokenizer.error().message;
    EXPECT_EQ(tokenizer.error().details.field, damage.field) << damage.name;
    EXPECT_EQ(tokenizer.error().details.file, "tiny.gguf") << damage.name;
    EXPECT_NE(tokenizer.error().message.find("tiny.gguf"), std::string::npos) << tokenizer.error().message;
    EXPECT_NE(tokenizer.error().message.find(damage.field), std::string::npos) << tokenizer.error().message;
}

using Strings = std::vector<std::string>;
using Integers = std::vector<std::int32_t>;
using Floats = std::vector<float>;

TEST(Vocabulary, AByteWithoutATokenIsNamed) {
    for (const unsigned missing : {0x0AU, 0x41U, 0xA9U, 0xF3U}) {
        TinyVocabulary vocabulary = TinyVocabulary::byte_level("gpt-2");
        Metadata metadata = vocabulary.metadata();
        auto tokens = *metadata.require<std::vector<std::string>>("tokenizer.ggml.tokens");
        tokens[missing] = "not a byte";
        metadata.set("tokenizer.ggml.tokens", MetadataValue::of(tokens));
        const auto tokenizer = Tokenizer::create(metadata);
        ASSERT_FALSE(tokenizer) << missing;
        EXPECT_EQ(tokenizer.error().code, ErrorCode::bad_value);
        EXPECT_EQ(tokenizer.error().details.field, "tokenizer.ggml.tokens");
        const std::string hex =
            std::string() + "0123456789ABCDEF"[missing / 16] + "0123456789ABCDEF"[missing % 16];
        EXPECT_NE(tokenizer.error().message.find("byte " + hex), std::string::npos)
            << tokenizer.error().message;
    }
    // A control character is left out of prompts.
    Metadata metadata = TinyVocabulary::byte_level("gpt-2").metadata();
    auto tokens = *metadata.require<std::vector<std::string>>("tokenizer.ggml.tokens");
    tokens[0x04] = "not a byte";
    metadata.set("tokenizer.ggml.tokens", MetadataValue::of(tokens));
    EXPECT_EQ(test::ids(make_tokenizer(metadata)->encode_plain("a\x04"
                                                               "b")),
              (Integers{'a', 'b'}));
}

TEST(Vocabulary, OddDeclarationsAreWarnedOf) {
    Metadata metadata = TinyVocabulary::byte_level("gpt-2").metadata();
    const std::size_t before = make_tokenizer(metadata)->warnings().size();
    metadata.set("general.architecture", MetadataValue::of(std::string("llama")));
    metadata.set("llama.vocab_size", MetadataValue::of(std::uint32_t{256}));
    EXPECT_EQ(make_tokenizer(metadata)->warnings().size(), before);
    metadata.set("llama.vocab_size", MetadataValue::of(std::uint32_t{300}));
    const auto warned = make_tokenizer(metadata);
    ASSERT_EQ(warned->warnings().size(), before + 1);
    EXPECT_TRUE(std::ranges::any_of(warned->warnings(), [](const std::string& warning) {
        return warning.find("llama.vocab_size is 300") != std::string::npos;
    }));
    metadata.set("tokenizer.ggml.add_bos_token", MetadataValue::of(true));
    const auto bos = make_tokenizer(metadata);
    EXPECT_FALSE(bos->adds_bos());
    EXPECT_EQ(bos->warnings().size(), before + 2);
}

TEST(Vocabulary, DamagedByteLevelFilesAreRefused) {
    const Metadata good = TinyVocabulary::byte_level("gpt-2").word("the").metadata();
    ASSERT_TRUE(Tokenizer::create(good));
    const std::string tokens = "tokenizer.ggml.tokens";
    const std::string kinds = "tokenizer.ggml.token_type";
    const std::string merges = "tokenizer.ggml.merges";
    const Damage cases[] = {
        {"no model", without("tokenizer.ggml.model"), ErrorCode::missing_key, "tokenizer.ggml.model"},
        {"model of another type", set("tokenizer.ggml.model", std::uint32_t{1}), ErrorCode::bad_value,
         "tokenizer.ggml.model"},
        {"unknown model", set("tokenizer.ggml.model", std::string("rwkv")), ErrorCode::unsupported_tokenizer,
         "tokenizer.ggml.model"},
        {"unknown pre-tokenizer", set("tokenizer.ggml.pre", std::string("gpt-9")),
         ErrorCode::unsupported_tokenizer, "tokenizer.ggml.pre"},
        {"empty pre-tokenizer", set("tokenizer.ggml.pre", std::string()), ErrorCode::unsupported_tokenizer,
         "tokenizer.ggml.pre"},
        {"no tokens", without(tokens), ErrorCode::missing_key, tokens},
        {"tokens that are numbers", set(tokens, Integers{1, 2}), ErrorCode::bad_value, tokens},
        {"tokens that are one string", set(tokens, std::string("a b")), ErrorCode::bad_value, tokens},
        {"an empty list of tokens", set(tokens, Strings{}), ErrorCode::bad_value, tokens},
        {"fewer kinds", set(kinds, Integers{1}), ErrorCode::bad_value, kinds},
        {"kinds that are strings", set(kinds, Strings{"normal"}), ErrorCode::bad_value, kinds},
        {"kind 0", set(kinds, Integers(258, 0)), ErrorCode::bad_value, kinds},
        {"kind 7", set(kinds, Integers(258, 7)), ErrorCode::bad_value, kinds},
        {"more scores", set("tokenizer.ggml.scores", Floats(999, 0.0F)), ErrorCode::bad_value,
         "tokenizer.ggml.scores"},
        {"a score that is no number",
         set("tokenizer.ggml.scores", Floats(258, std::numeric_limits<float>::quiet_NaN())),
         ErrorCode::bad_value, "tokenizer.ggml.scores"},
        {"no merges", without(merges), ErrorCode::missing_key, merges},
        {"merges that are numbers", set(merges, Integers{1}), ErrorCode::bad_value, merges},
        {"a merge of one token", set(merges, Strings{"t"}), ErrorCode::bad_value, merges},
        {"a merge with nothing on the right", set(merges, Strings{"t "}), ErrorCode::bad_value, merges},
        {"an empty merge", set(merges, Strings{""}), ErrorCode::bad_value, merges},
        {"a merge of an unknown token", set(merges, Strings{"t hx"}), ErrorCode::bad_value, merges},
        {"a merge to an unknown token", set(merges, Strings{"x y"}), ErrorCode::bad_value, merges},
        {"a merge twice", set(merges, Strings{"t h", "t h"}), ErrorCode::bad_value, merges},
        {"eos past the end", set("tokenizer.ggml.eos_token_id", std::uint32_t{258}), ErrorCode::bad_value,
         "tokenizer.ggml.eos_token_id"},
        {"negative bos", set("tokenizer.ggml.bos_token_id", std::int32_t{-1}), ErrorCode::bad_value,
         "tokenizer.ggml.bos_token_id"},
        {"bos that is text", set("tokenizer.ggml.bos_token_id", std::string("<s>")), ErrorCode::bad_value,
         "tokenizer.ggml.bos_token_id"},
        {"add_bos that is a number", set("tokenizer.ggml.add_bos_token", std::uint32_t{1}),
         ErrorCode::bad_value, "tokenizer.ggml.add_bos_token"},
    };
    for (const Damage& damage : cases) {
        expect_refused(good, damage);
    }
}

TEST(Vocabulary, ATokenTwiceIsRefusedByName) {
    const Metadata metadata = TinyVocabulary::byte_level("gpt-2").token("ab").token("ab").metadata();
    const auto tokenizer = Tokenizer::create(metadata);
    ASSERT_FALSE(tokenizer);
    EXPECT_EQ(tokenizer.error().code, ErrorCode::bad_value);
    EXPECT_NE(tokenizer.error().message.find("256 and 257"), std::string::npos) << tokenizer.error().message;
}

TEST(Vocabulary, DamagedScoredFilesAreRefused) {
    const Metadata llama =
        TinyVocabulary::scored("llama").token("<unk>", TokenKind::unknown).bytes().metadata();
    ASSERT_TRUE(Tokenizer::create(llama));
    expect_refused(llama, {"no scores", without("tokenizer.ggml.scores"), ErrorCode::missing_key,
                           "tokenizer.ggml.scores"});
    expect_refused(llama, {"scores that are strings", set("tokenizer.ggml.scores", Strings{"1"}),
                           ErrorCode::bad_value, "tokenizer.ggml.scores"});

    const Metadata without_bytes = TinyVocabulary::scored("llama").token("a").metadata();
    expect_refused(without_bytes, {"neither bytes nor an unknown token", [](Metadata&) {},
                                   ErrorCode::bad_value, "tokenizer.ggml.tokens"});

    Metadata t5 = TinyVocabulary::scored("t5").token("<unk>", TokenKind::unknown).token("a").metadata();
    expect_refused(t5, {"unigram without an unknown token", [](Metadata&) {}, ErrorCode::missing_key,
                        "tokenizer.ggml.unknown_token_id"});
    t5.set("tokenizer.ggml.unknown_token_id", MetadataValue::of(std::uint32_t{0}));
    ASSERT_TRUE(Tokenizer::create(t5));
    const std::string charsmap = "tokenizer.ggml.precompiled_charsmap";
    const auto blob = [](std::vector<std::uint64_t> bytes) {
        return MetadataValue{MetadataType::array, MetadataType::u8, std::move(bytes)};
    };
    const std::vector<std::vector<std::uint64_t>> damaged = {
        {},
        {1, 2, 3},
        {0, 0, 0, 0, 0},
        {255, 255, 255, 255, 0, 0, 0, 0, 0},
        {4, 0, 0, 0, 1, 2, 3, 4},
        {3, 0, 0, 0, 1, 2, 3, 4, 0},
        {4, 0, 0, 0, 1, 2, 3, 4, 'x'},
    };
    for (const auto& bytes : damaged) {
        expect_refused(t5, {"damaged character map", [&](Metadata& m) { m.set(charsmap, blob(bytes)); },
                            ErrorCode::bad_value, charsmap});
    }
    expect_refused(
        t5, {"a character map of text", set(charsmap, std::string("x")), ErrorCode::bad_value, charsmap});

    const Metadata bert = TinyVocabulary::scored("bert").token("a").metadata();
    expect_refused(bert, {"WordPiece without an unknown token", [](Metadata&) {}, ErrorCode::missing_key,
                          "tokenizer.ggml.unknown_token_id"});
}

TEST(Vocabulary, EmptyTokensAreAllowedAndToldOf) {
    const auto tokenizer =
        test::make_tokenizer(TinyVocabulary::byte_level("gpt-2").token("").token("").metadata());
    EXPECT_EQ(tokenizer->token_bytes(TokenId{256}, Tokenizer::ShowControl::yes), "");
    EXPECT_EQ(test::ids(tokenizer->encode_with_control("a")), std::vector<std::int32_t>{'a'});
    bool told = false;
    for (const std::string& warning : tokenizer->warnings()) {
        told |= warning.find("2 tokens of the vocabulary are empty") != std::string::npos;
    }
    EXPECT_TRUE(told);
}

TEST(Vocabulary, AFileWithoutAPreTokenizerIsReadByOldRulesWithAWarning) {
    const auto tokenizer = test::make_tokenizer(TinyVocabulary::byte_level("").metadata());
    bool told = false;
    for (const std::string& warning : tokenizer->warnings()) {
        told |= warning.find("tokenizer.ggml.pre is missing") != std::string::npos;
    }
    EXPECT_TRUE(told);
}

TEST(Vocabulary, AnswersForAnyId) {
    const auto tokenizer = test::make_tokenizer(TinyVocabulary::byte_level("gpt-2").word("the").metadata());
    EXPECT_EQ(tokenizer->vocabulary_size(), 258U);
    EXPECT_EQ(tokenizer->find("the"), TokenId{257});
    EXPECT_EQ(tokenizer->find("nothing like it"), std::nullopt);
    EXPECT_EQ(tokenizer->find(""), std::nullopt);
    EXPECT_EQ(tokenizer->token_text(TokenId{257}), "the");
    for (const std::int32_t outside : {-1, 258, std::numeric_limits<std::int32_t>::max()}) {
        EXPECT_EQ(tokenizer->token_text(TokenId{outside}), "");
        EXPECT_EQ(tokenizer->token_bytes(TokenId{outside}, Tokenizer::ShowControl::yes), "");
        EXPECT_EQ(tokenizer->kind(TokenId{outside}), TokenKind::unknown);
    }
}

}  // namespace
}  // namespace hearth
