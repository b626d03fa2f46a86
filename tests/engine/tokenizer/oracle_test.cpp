// Token ids of real vocabularies, from the Hugging Face tokenizers.

#include "support/oracle_file.h"
#include "support/real_models.h"
#include "tiny_vocabulary.h"

#include <hearth/model_file.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hearth {
namespace {

using Ids = std::vector<std::int32_t>;

class RealVocabulary : public testing::TestWithParam<test::RealModel> {
 protected:
    void SetUp() override {
        const auto path = test::real_model(GetParam().file);
        if (!path) {
            GTEST_SKIP() << GetParam().file << " is not in " << test::model_folder();
        }
        const auto file = ModelFile::open(*path);
        ASSERT_TRUE(file) << file.error().message;
        tokenizer = test::make_tokenizer(file->metadata());
    }

    std::shared_ptr<const Tokenizer> tokenizer;
};

TEST_P(RealVocabulary, GivesTheIdsOfUpstream) {
    const auto strings = test::read_oracle(GetParam().oracle).at("tokens").at("strings");
    ASSERT_GE(strings.size(), 60U);
    for (const auto& entry : strings) {
        const auto text = entry.at("text").get<std::string>();
        const Ids with_control = entry.at("ids");
        const Ids plain =
            entry.contains("ids_as_plain_text") ? entry.at("ids_as_plain_text").get<Ids>() : with_control;
        EXPECT_EQ(test::ids(tokenizer->encode_with_control(text)), with_control) << text;
        EXPECT_EQ(test::ids(tokenizer->encode_plain(text)), plain) << text;
    }
}

TEST_P(RealVocabulary, EveryOrdinaryTokenIsItsBytes) {
    std::string all;
    for (std::int32_t id = 0; id < static_cast<std::int32_t>(tokenizer->vocabulary_size()); id += 7) {
        const TokenId token{id};
        const std::string bytes = tokenizer->token_bytes(token, Tokenizer::ShowControl::no);
        if (tokenizer->kind(token) == TokenKind::control) {
            EXPECT_EQ(bytes, "") << id;
            continue;
        }
        EXPECT_NE(bytes, "") << id;
        all += bytes;
    }
    EXPECT_GT(all.size(), tokenizer->vocabulary_size() / 7);
}

TEST_P(RealVocabulary, DecodeGivesTheTextBack) {
    const auto answers = test::read_oracle(GetParam().oracle);
    for (const auto& entry : answers.at("tokens").at("strings")) {
        const auto text = entry.at("text").get<std::string>();
        const auto tokens = tokenizer->encode_plain(text);
        ASSERT_TRUE(tokens);
        const std::string decoded = tokenizer->decode(*tokens, Tokenizer::ShowControl::yes);
        // SmolLM2 has no token for some control bytes; upstream drops them, too.
        if (text.find('\x06') == std::string::npos && text.find('\x1D') == std::string::npos) {
            EXPECT_EQ(decoded, text);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Models, RealVocabulary, testing::ValuesIn(test::kRealModels),
                         [](const auto& model) { return std::string(model.param.oracle).substr(0, 4); });

TEST(RealChatTokens, OfSmolLm2AndGemma) {
    const struct {
        const char* file;
        std::vector<const char*> ends;
        bool adds_bos;
    } cases[] = {{"SmolLM2-135M-Instruct.Q4_1.gguf", {"<|endoftext|>", "<|im_end|>"}, false},
                 {"gemma-3-270m-q4_k_m.gguf", {"<eos>", "<end_of_turn>"}, true}};
    for (const auto& test : cases) {
        const auto path = test::real_model(test.file);
        if (!path) {
            GTEST_SKIP() << test.file << " is not in " << test::model_folder();
        }
        const auto file = ModelFile::open(*path);
        ASSERT_TRUE(file);
        const auto tokenizer = test::make_tokenizer(file->metadata());
        std::vector<std::string> ends;
        for (const TokenId token : tokenizer->end_tokens()) {
            ends.emplace_back(tokenizer->token_text(token));
        }
        EXPECT_EQ(ends, std::vector<std::string>(test.ends.begin(), test.ends.end()));
        EXPECT_EQ(tokenizer->adds_bos(), test.adds_bos);
        EXPECT_TRUE(tokenizer->warnings().empty());
    }
}

TEST(TinyLm, GivesTheIdsOfUpstream) {
    const auto folder = test::oracle_folder();
    if (!folder || !std::filesystem::exists(*folder / "tinylm" / "tokenizer.json")) {
        GTEST_SKIP() << "HEARTH_ORACLE_DIR does not name a folder with tinylm";
    }
    std::ifstream description(*folder / "tinylm" / "tokenizer.json");
    const auto upstream = nlohmann::json::parse(description);
    const auto& model = upstream.at("model");
    std::vector<std::string> tokens(model.at("vocab").size());
    std::vector<std::int32_t> kinds(tokens.size(), 1);
    for (const auto& [text, id] : model.at("vocab").items()) {
        tokens.at(id.get<std::size_t>()) = text;
    }
    for (const auto& added : upstream.at("added_tokens")) {
        tokens.at(added.at("id").get<std::size_t>()) = added.at("content");
        kinds.at(added.at("id").get<std::size_t>()) = static_cast<std::int32_t>(TokenKind::control);
    }
    std::vector<std::string> merges;
    for (const auto& merge : model.at("merges")) {
        merges.push_back(merge.is_string()
                             ? merge.get<std::string>()
                             : merge.at(0).get<std::string>() + " " + merge.at(1).get<std::string>());
    }
    Metadata metadata("tinylm");
    metadata.set("tokenizer.ggml.model", MetadataValue::of(std::string("gpt2")));
    metadata.set("tokenizer.ggml.pre", MetadataValue::of(std::string("gpt-2")));
    metadata.set("tokenizer.ggml.tokens", MetadataValue::of(tokens));
    metadata.set("tokenizer.ggml.token_type", MetadataValue::of(kinds));
    metadata.set("tokenizer.ggml.merges", MetadataValue::of(merges));
    const auto tokenizer = test::make_tokenizer(metadata);

    std::ifstream file(*folder / "tokens.json");
    const auto answers = nlohmann::json::parse(file);
    for (const auto& entry : answers.at("strings")) {
        const auto text = entry.at("text").get<std::string>();
        EXPECT_EQ(test::ids(tokenizer->encode_with_control(text)), entry.at("ids").get<Ids>()) << text;
    }
}

TEST(TinyLm, GivesTheIdsOfUpstreamAsACheckpoint) {
    const auto folder = test::oracle_folder();
    if (!folder || !std::filesystem::exists(*folder / "tinylm" / "tokenizer.json")) {
        GTEST_SKIP() << "HEARTH_ORACLE_DIR does not name a folder with tinylm";
    }
    const auto model = ModelFile::open(*folder / "tinylm");
    ASSERT_TRUE(model) << model.error().message;
    const auto tokenizer = test::make_tokenizer(model->metadata());
    std::ifstream file(*folder / "tokens.json");
    const auto answers = nlohmann::json::parse(file);
    ASSERT_GE(answers.at("strings").size(), 50U);
    for (const auto& entry : answers.at("strings")) {
        const auto text = entry.at("text").get<std::string>();
        const auto ids = tokenizer->encode_with_control(text);
        EXPECT_EQ(test::ids(ids), entry.at("ids").get<Ids>()) << text;
        EXPECT_EQ(tokenizer->decode(*ids, Tokenizer::ShowControl::yes), text);
    }
    EXPECT_EQ(std::vector(tokenizer->end_tokens().begin(), tokenizer->end_tokens().end()),
              (std::vector<TokenId>{TokenId{0}, TokenId{2}}));
    EXPECT_FALSE(tokenizer->adds_bos());
    EXPECT_TRUE(tokenizer->warnings().empty());
}

}  // namespace
}  // namespace hearth
