#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>
#include <vector>

#ifndef Q_MOC_RUN  // moc 6.4 cannot read libstdc++ 12's <compare> where it comes first
#include <hearth/request.h>
#endif

namespace hearth {

enum class ChatRole : std::uint8_t { System, User, Assistant };

/// One message of a conversation as the model is to see it.
struct ChatTurn {
    ChatRole role = ChatRole::User;
    QString text{};
    friend bool operator==(const ChatTurn&, const ChatTurn&) = default;
};

/// What the answer starts from.
enum class AnswerStart : std::uint8_t {
    NewTurn,       ///< a new assistant turn after the last turn
    ContinueLast,  ///< the last turn is the assistant's, and the answer goes on where it stops
};

/// A conversation and how to answer it. Goes to the engine by value.
struct ChatRequest {
    std::vector<ChatTurn> turns{};
    AnswerStart start = AnswerStart::NewTurn;
    SamplingParameters sampling{};
    QStringList stopStrings{};                 ///< text from the first of them on is never shown
    std::optional<std::uint32_t> maxTokens{};  ///< absent: up to the end of the context
    int priority = 0;                          ///< higher runs first: the visible tab
};

}  // namespace hearth
