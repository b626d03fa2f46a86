#pragma once

#include "chat/context_cut.h"
#include "chat/conversation_path.h"
#include "engine_bridge/chat_request.h"

#include <vector>

namespace hearth {

/// A conversation as the model is to see it, and which message each turn came from.
struct PromptTurns {
    std::vector<ChatTurn> turns;
    std::vector<std::optional<MessageKey>> keys;  ///< absent for the system turn

    void append(ChatRole role, QString text, std::optional<MessageKey> key);
};

/// The first `count` messages of a path as turns: the system prompt (and the summary of what was left out)
/// first, then the messages from the cut on, where it applies to them. Answers without text say nothing and
/// make no turn.
PromptTurns promptTurns(const ConversationPath& path, std::size_t count, const QString& systemPrompt,
                        const ContextCut& cut);

/// Whether a cut is among the first `count` messages of a path. One at a message of another branch, or behind
/// them, does not concern them: its summary tells of messages that are not theirs.
bool cutApplies(const ConversationPath& path, std::size_t count, const ContextCut& cut);

/// An answer without its thinking, as the transcript tells it apart (MessageText): models are not shown their
/// old thoughts.
QString withoutThinking(const QString& answer);

}  // namespace hearth
