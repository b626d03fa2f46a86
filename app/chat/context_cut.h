#pragma once

#include "transcript/transcript_message.h"

#include <QJsonObject>
#include <QString>
#include <optional>

namespace hearth {

/// What a person decided to leave out of a conversation: everything up to and including `lastLeftOut`, with a
/// summary in its place if they wanted one. Stored with the conversation; nothing is deleted by it.
struct ContextCut {
    std::optional<MessageKey> lastLeftOut;
    QString summary;

    bool operator==(const ContextCut&) const = default;

    /// Takes it out of a conversation's stored parameters, or puts it there.
    static ContextCut takeFrom(QJsonObject& parameters);
    void putInto(QJsonObject& parameters) const;

    QJsonObject toJson() const;
    static ContextCut fromJson(const QJsonObject& json);
};

}  // namespace hearth
