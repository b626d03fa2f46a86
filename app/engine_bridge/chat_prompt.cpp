#include "engine_bridge/chat_prompt.h"

#include "engine_bridge/bridge_errors.h"

#include <optional>
#include <utility>

namespace hearth {
namespace {

const char* roleName(ChatRole role) {
    switch (role) {
        case ChatRole::System:
            return "system";
        case ChatRole::User:
            return "user";
        case ChatRole::Assistant:
            return "assistant";
    }
    return "user";
}

ChatTemplateInput templateInput(const Tokenizer& tokenizer, const std::vector<ChatTurn>& turns) {
    ChatTemplateInput input = chat_template_input(tokenizer);
    for (const ChatTurn& turn : turns) {
        input.messages.push_back({{"role", roleName(turn.role)}, {"content", turn.text.toStdString()}});
    }
    return input;
}

/// Does `render` for the turns and, where the template raises an error and that may be due to a system turn,
/// for the turns without one. `turns` are then those. The first error is the one that tells why.
template <class Render>
auto renderTurns(const Tokenizer& tokenizer, RepairedTurns& turns, const Render& render) {
    auto result = render(templateInput(tokenizer, turns.turns), turns.start);
    if (!result && result.error().code == ErrorCode::template_raised) {
        if (auto moved = withoutSystemRole(turns)) {
            if (auto second = render(templateInput(tokenizer, moved->turns), moved->start)) {
                turns = *std::move(moved);
                return second;
            }
        }
    }
    return result;
}

}  // namespace

Result<ChatPrompt> buildChatPrompt(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                   std::vector<ChatTurn> turns, AnswerStart start) {
    RepairedTurns repaired = repairTurns(std::move(turns), start);
    if (repaired.turns.empty()) {
        return nothingToAnswer();
    }
    HEARTH_TRY_ASSIGN(Prompt prompt,
                      renderTurns(tokenizer, repaired, [&](const ChatTemplateInput& input, AnswerStart from) {
                          return from == AnswerStart::ContinueLast
                                     ? build_continuation_prompt(tokenizer, chat, input)
                                     : build_chat_prompt(tokenizer, chat, input);
                      }));
    return ChatPrompt{std::move(prompt), repaired.repairs};
}

Result<MeasuredTurns> measureTurns(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                   std::vector<ChatTurn> turns) {
    RepairedTurns repaired = repairTurns(std::move(turns), AnswerStart::NewTurn);
    HEARTH_TRY_ASSIGN(ChatLength length,
                      renderTurns(tokenizer, repaired, [&](const ChatTemplateInput& input, AnswerStart) {
                          return measure_chat(tokenizer, chat, input);
                      }));
    return MeasuredTurns{std::move(repaired), std::move(length)};
}

}  // namespace hearth
