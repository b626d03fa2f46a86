#pragma once

#include "engine_bridge/chat_request.h"
#include "engine_bridge/engine_event.h"
#include "engine_bridge/turn_repair.h"

#include <hearth/prompt.h>

#include <vector>

namespace hearth {

/// What a model is given of a conversation.
struct ChatPrompt {
    Prompt prompt;
    PromptRepaired repairs;
};

/// Renders and tokenizes a conversation, repaired where it must be. A template that refuses the system role
/// gets the system text at the start of the first user turn. Any thread; takes as long as the conversation is
/// long.
Result<ChatPrompt> buildChatPrompt(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                   std::vector<ChatTurn> turns, AnswerStart start);

/// A repaired conversation and its length.
struct MeasuredTurns {
    RepairedTurns turns;
    ChatLength length;
};

/// The length of what buildChatPrompt makes of the turns for a new answer.
Result<MeasuredTurns> measureTurns(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                   std::vector<ChatTurn> turns);

}  // namespace hearth
