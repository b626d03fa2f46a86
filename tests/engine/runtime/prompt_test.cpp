#include "support/fake_tokenizer.h"

#include <hearth/prompt.h>

#include <algorithm>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

std::size_t count_bos(const std::vector<TokenId>& ids) {
    return static_cast<std::size_t>(std::count(ids.begin(), ids.end(), TokenId{0}));
}

ChatTemplateInput one_message(const Tokenizer& tokenizer) {
    ChatTemplateInput input = chat_template_input(tokenizer);
    input.messages.push_back({{"role", "user"}, {"content", "x"}});
    return input;
}

struct BosCase {
    const char* source;
    bool adds_bos;
    std::size_t expected;
};

TEST(Prompt, HasBosOnceWhereItIsWanted) {
    const BosCase cases[] = {
        {"{{ bos_token }}{{ messages[0].content }}", true, 1},
        {"{{ bos_token }}{{ messages[0].content }}", false, 1},
        {"{{ messages[0].content }}", true, 1},
        {"{{ messages[0].content }}", false, 0},
        {"{{ bos_token }}{{ eos_token }}{{ messages[0].content }}", false, 1},
    };
    for (const BosCase& each : cases) {
        const FakeTokenizer tokenizer(64, each.adds_bos);
        const auto chat = ChatTemplate::parse(each.source);
        ASSERT_TRUE(chat) << chat.error().message;
        const auto prompt = build_chat_prompt(tokenizer, *chat, one_message(tokenizer));
        ASSERT_TRUE(prompt) << prompt.error().message;
        EXPECT_EQ(count_bos(prompt->ids), each.expected) << each.source;
        if (each.expected > 0) {
            EXPECT_EQ(prompt->ids.front(), TokenId{0}) << each.source;
        }
    }
}

TEST(Prompt, RawTextGetsBosUnlessWritten) {
    for (const bool adds_bos : {true, false}) {
        const FakeTokenizer tokenizer(64, adds_bos);
        EXPECT_EQ(count_bos(build_raw_prompt(tokenizer, "x")->ids), adds_bos ? 1U : 0U);
        EXPECT_EQ(count_bos(build_raw_prompt(tokenizer, "<s>x")->ids), 1U);
        EXPECT_EQ(count_bos(build_raw_prompt(tokenizer, "")->ids), adds_bos ? 1U : 0U);
    }
}

TEST(Prompt, TheStablePrefixEndsWhereTheGenerationPromptBegins) {
    const FakeTokenizer tokenizer(64);
    const auto chat = ChatTemplate::parse(
        "{{ bos_token }}{% for m in messages %}{{ m.content }}</s>{% endfor %}"
        "{% if add_generation_prompt %}AB{% endif %}");
    ASSERT_TRUE(chat) << chat.error().message;
    const auto prompt = build_chat_prompt(tokenizer, *chat, one_message(tokenizer));
    ASSERT_TRUE(prompt);
    EXPECT_EQ(prompt->ids.size(), 5U);
    EXPECT_EQ(prompt->stable_prefix, 3U);

    ChatTemplateInput history = one_message(tokenizer);
    history.add_generation_prompt = false;
    const auto whole = build_chat_prompt(tokenizer, *chat, history);
    ASSERT_TRUE(whole);
    EXPECT_EQ(whole->ids.size(), 3U);
    EXPECT_FALSE(whole->stable_prefix.has_value());
}

TEST(Prompt, AMessageNeverBecomesAControlToken) {
    const FakeTokenizer tokenizer(64);
    const auto chat = ChatTemplate::parse("{{ bos_token }}{{ messages[0].content }}</s>");
    ASSERT_TRUE(chat);
    ChatTemplateInput input = chat_template_input(tokenizer);
    input.messages.push_back({{"role", "user"}, {"content", "<s></s><s>"}});
    const auto prompt = build_chat_prompt(tokenizer, *chat, input);
    ASSERT_TRUE(prompt);
    EXPECT_EQ(count_bos(prompt->ids), 1U);
    EXPECT_EQ(std::count(prompt->ids.begin(), prompt->ids.end(), TokenId{1}), 1);
}

TEST(Prompt, AModelWithoutTemplateSaysSo) {
    Metadata metadata("m.gguf");
    const auto missing = read_chat_template(metadata);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::no_chat_template);
    EXPECT_EQ(missing.error().details.field, "tokenizer.chat_template");
    EXPECT_NE(missing.error().message.find("tokenizer.chat_template"), std::string::npos);
    EXPECT_NE(missing.error().message.find("m.gguf"), std::string::npos);

    metadata.set("tokenizer.chat_template", {.type = MetadataType::string, .storage = std::string(" \n")});
    const auto empty = read_chat_template(metadata);
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().code, ErrorCode::no_chat_template);
    EXPECT_EQ(empty.error().details.actual, "empty");

    metadata.set("tokenizer.chat_template", {.type = MetadataType::string, .storage = std::string("{% if")});
    const auto broken = read_chat_template(metadata);
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, ErrorCode::template_syntax);
    EXPECT_EQ(broken.error().details.file, "m.gguf");
    EXPECT_TRUE(broken.error().message.starts_with("m.gguf: ")) << broken.error().message;
}

}  // namespace
}  // namespace hearth::test
