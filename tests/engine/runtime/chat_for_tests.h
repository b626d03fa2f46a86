#pragma once

#include <hearth/chat_template.h>
#include <hearth/prompt.h>

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {

using Turns = std::vector<std::pair<std::string, std::string>>;

/// ChatML with the control tokens of FakeTokenizer.
inline constexpr auto kChatMl =
    "{% for m in messages %}{{ '<s>' + m.role + '\n' + m.content + '</s>' + '\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<s>assistant\n' }}{% endif %}";

inline ChatTemplate parsed(const char* source) {
    auto chat = ChatTemplate::parse(source);
    EXPECT_TRUE(chat) << chat.error().message;
    return *std::move(chat);
}

inline ChatTemplateInput chat_of(const Tokenizer& tokenizer, const Turns& turns) {
    ChatTemplateInput input = chat_template_input(tokenizer);
    for (const auto& [role, content] : turns) {
        input.messages.push_back({{"role", role}, {"content", content}});
    }
    return input;
}

}  // namespace hearth::test
