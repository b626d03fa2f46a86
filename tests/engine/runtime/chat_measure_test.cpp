#include "chat_for_tests.h"
#include "support/fake_tokenizer.h"
#include "support/real_models.h"

#include <hearth/model_file.h>

namespace hearth::test {
namespace {

const Turns kTurns = {{"system", "Be brief."},
                      {"user", "One  \n"},
                      {"assistant", " two, three"},
                      {"user", ""},
                      {"assistant", "\xEF\xB7\x90\xEF\xB7\x91\xEF\xB7\x91\xEF\xB7\xAF looks like a mark"},
                      {"user", "last"}};

/// What measure_chat saves: one rendering for every turn.
std::vector<std::uint32_t> ends_by_prefixes(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                            const Turns& turns) {
    std::vector<std::uint32_t> ends;
    for (std::size_t count = 1; count <= turns.size(); ++count) {
        ChatTemplateInput input =
            chat_of(tokenizer, Turns(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(count)));
        input.add_generation_prompt = false;
        const auto prompt = build_chat_prompt(tokenizer, chat, input);
        EXPECT_TRUE(prompt) << prompt.error().message;
        ends.push_back(static_cast<std::uint32_t>(prompt->ids.size()));
    }
    return ends;
}

void expect_measured(const Tokenizer& tokenizer, const ChatTemplate& chat, const Turns& turns) {
    const auto length = measure_chat(tokenizer, chat, chat_of(tokenizer, turns));
    ASSERT_TRUE(length) << length.error().message;
    EXPECT_EQ(length->turn_ends, ends_by_prefixes(tokenizer, chat, turns));
    EXPECT_EQ(length->total, build_chat_prompt(tokenizer, chat, chat_of(tokenizer, turns))->ids.size());
}

Turns without_empty(Turns turns) {
    std::erase_if(turns, [](const auto& turn) { return turn.second.empty(); });
    return turns;
}

TEST(MeasureChat, FindsTheEndOfEveryTurn) {
    for (const bool adds_bos : {false, true}) {
        expect_measured(FakeTokenizer(64, adds_bos), parsed(kChatMl), without_empty(kTurns));
    }
}

TEST(MeasureChat, ATrimmingTemplateIsMeasuredAsItTrims) {
    expect_measured(FakeTokenizer(64),
                    parsed("{% for m in messages %}<s>{{ m.content | trim }}</s>{% endfor %}"
                           "{% if add_generation_prompt %}<s>{% endif %}"),
                    without_empty(kTurns));
}

TEST(MeasureChat, WithoutControlTokensATurnEndsWhereTheNextTextBegins) {
    expect_measured(FakeTokenizer(64), parsed("{% for m in messages %}{{ m.content }}--{% endfor %}"),
                    without_empty(kTurns));
}

TEST(MeasureChat, WhatATemplateHidesOrMovesCountsWithTheTurnThatShowsIt) {
    const FakeTokenizer tokenizer(64);
    const auto length = measure_chat(
        tokenizer,
        parsed("{% for m in messages[1:] %}<s>{% if loop.last %}{{ messages[0].content }}{% endif %}"
               "{% if m.role != 'tool' %}{{ m.content }}{% endif %}</s>{% endfor %}"),
        chat_of(tokenizer, {{"system", "S"}, {"user", "abc"}, {"tool", "hidden"}, {"user", "de"}}));
    ASSERT_TRUE(length) << length.error().message;
    // <s>abc</s> <s></s> <s>Sde</s>
    EXPECT_EQ(length->turn_ends, (std::vector<std::uint32_t>{5, 5, 5, 12}));
    EXPECT_EQ(length->total, 12U);
}

TEST(MeasureChat, EmptyMessagesAndNoMessagesAreFine) {
    const FakeTokenizer tokenizer(64);
    const auto length = measure_chat(tokenizer, parsed(kChatMl), chat_of(tokenizer, kTurns));
    ASSERT_TRUE(length) << length.error().message;
    EXPECT_EQ(length->turn_ends.size(), kTurns.size());
    EXPECT_TRUE(std::is_sorted(length->turn_ends.begin(), length->turn_ends.end()));
    const auto nothing = measure_chat(tokenizer, parsed(kChatMl), chat_of(tokenizer, {}));
    ASSERT_TRUE(nothing) << nothing.error().message;
    EXPECT_TRUE(nothing->turn_ends.empty());
    EXPECT_EQ(nothing->total, 11U);
}

TEST(MeasureChat, PassesTheErrorsOfTheTemplateOn) {
    const FakeTokenizer tokenizer(64);
    const auto length =
        measure_chat(tokenizer, parsed("{{ raise_exception('no') }}"), chat_of(tokenizer, {{"user", "x"}}));
    ASSERT_FALSE(length);
    EXPECT_EQ(length.error().code, ErrorCode::template_raised);
}

TEST(MeasureChat, IsExactForTheStarterModel) {
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
    Turns turns = without_empty(kTurns);
    for (int i = 0; i < 100; ++i) {
        turns.emplace_back("assistant", "An answer, number " + std::to_string(i) + ".\n\n- 一\n- naïve");
        turns.emplace_back("user", "  Why? <|im_end|> ");
    }
    expect_measured(**tokenizer, *chat, turns);
}

}  // namespace
}  // namespace hearth::test
