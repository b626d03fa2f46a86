#include "chat_for_tests.h"
#include "support/fake_tokenizer.h"
#include "support/real_models.h"

#include <hearth/model_file.h>

namespace hearth::test {
namespace {

TEST(Continuation, EndsInsideTheLastTurn) {
    const FakeTokenizer tokenizer(300);  // every byte of a message is a token of its own
    const auto chat = parsed(kChatMl);
    for (const char* text : {"Once upon", "Once upon ", "Once upon\n\n", "一", "x</s>"}) {
        const Turns turns = {{"user", "Tell."}, {"assistant", text}};
        const auto prompt = build_continuation_prompt(tokenizer, chat, chat_of(tokenizer, turns));
        ASSERT_TRUE(prompt) << prompt.error().message;

        const auto opened = build_chat_prompt(tokenizer, chat, chat_of(tokenizer, {turns.front()}));
        ASSERT_TRUE(opened);
        std::vector<TokenId> expected = opened->ids;
        const auto more = tokenizer.encode_plain(text);
        expected.insert(expected.end(), more->begin(), more->end());
        EXPECT_EQ(prompt->ids, expected) << text;
    }
}

TEST(Continuation, ATemplateMayTrimTheStartOnly) {
    const FakeTokenizer tokenizer(300);
    const auto chat = parsed("{% for m in messages %}<s>{{ m.content | trim }}</s>{% endfor %}");
    const auto prompt =
        build_continuation_prompt(tokenizer, chat, chat_of(tokenizer, {{"assistant", "\n So then "}}));
    ASSERT_TRUE(prompt) << prompt.error().message;
    EXPECT_EQ(prompt->ids.size(), 1 + std::string("So then ").size());
}

TEST(Continuation, IsRefusedWhereTheTemplateChangesTheText) {
    const FakeTokenizer tokenizer(64);
    for (const char* source :
         {"{% for m in messages %}<s>{{ m.content | upper }}</s>{% endfor %}",
          "{% for m in messages %}<s>{{ m.content.split('</think>')[-1] }}</s>{% endfor %}",
          "{% for m in messages %}<s>{{ m.content }}{{ m.content }}</s>{% endfor %}",
          "{% for m in messages %}<s>{% if m.role == 'user' %}{{ m.content }}{% endif %}</s>{% endfor %}"}) {
        const auto prompt = build_continuation_prompt(
            tokenizer, parsed(source), chat_of(tokenizer, {{"user", "q"}, {"assistant", "a</think>b"}}));
        ASSERT_FALSE(prompt) << source;
        EXPECT_EQ(prompt.error().code, ErrorCode::template_failed);
        EXPECT_FALSE(prompt.error().message.empty());
    }
}

TEST(Continuation, NeedsAMessageOfTheModelsOwn) {
    const FakeTokenizer tokenizer(64);
    for (const Turns& turns : {Turns{}, Turns{{"user", "x"}}, Turns{{"user", "x"}, {"assistant", ""}}}) {
        const auto prompt = build_continuation_prompt(tokenizer, parsed(kChatMl), chat_of(tokenizer, turns));
        ASSERT_FALSE(prompt);
        EXPECT_EQ(prompt.error().code, ErrorCode::invalid_request);
        EXPECT_EQ(prompt.error().details.field, "messages");
    }
}

TEST(Continuation, TheStarterModelGoesOnWhereItStopped) {
    const auto path = real_model(kRealModels[0].file);
    if (!path) {
        GTEST_SKIP() << kRealModels[0].file << " is not there";
    }
    const auto file = ModelFile::open(*path);
    ASSERT_TRUE(file) << file.error().message;
    const auto tokenizer = Tokenizer::create(file->metadata());
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    const auto chat = read_chat_template(file->metadata());
    ASSERT_TRUE(chat) << chat.error().message;
    const Turns turns = {{"system", "S"}, {"user", "Count."}, {"assistant", "One, two,"}};
    const auto prompt = build_continuation_prompt(**tokenizer, *chat, chat_of(**tokenizer, turns));
    ASSERT_TRUE(prompt) << prompt.error().message;
    EXPECT_EQ((*tokenizer)->decode(prompt->ids, Tokenizer::ShowControl::yes),
              "<|im_start|>system\nS<|im_end|>\n<|im_start|>user\nCount.<|im_end|>\n"
              "<|im_start|>assistant\nOne, two,");
}

}  // namespace
}  // namespace hearth::test
