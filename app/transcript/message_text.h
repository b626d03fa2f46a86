#pragma once

#include "transcript/markdown_document.h"

#include <QString>
#include <compare>
#include <vector>

namespace hearth {

/// A stretch of an answer: what the model thought, or what it said.
struct MessagePart {
    bool thinking = false;
    bool closed = false;  ///< thinking that has ended
    MarkdownDocument document;
};

/// Where a change of a MessageText begins.
struct MessageChange {
    int part = 0;
    int block = 0;  ///< in that part

    auto operator<=>(const MessageChange&) const = default;
};

/// The text of an answer that grows at its end, split into thinking and saying at the tags models write
/// ("<think>…</think>" and the like).
///
/// A tag counts at the very beginning, or alone on its line outside code; what closes thinking that was
/// opened counts anywhere. A closing tag without an opening one makes all before it thinking: some templates
/// open it themselves.
class MessageText {
 public:
    MessageText() { parts_.emplace_back(); }
    explicit MessageText(const QString& source) : MessageText() { append(source); }

    /// Returns the first place that is new, different or gone.
    MessageChange append(QStringView text);

    const std::vector<MessagePart>& parts() const { return parts_; }
    /// Everything as it was written, with the tags.
    const QString& source() const { return source_; }

 private:
    bool openAtBeginning(MessageChange& change);
    bool closeThinking(MessageChange& change);
    bool readTagLine(MessageChange& change);
    void feed(qsizetype end, MessageChange& change);
    void takeBack(qsizetype end, MessageChange& change);
    void startPart(qsizetype begin, bool thinking, MessageChange& change);
    QStringView rest(qsizetype begin) const { return QStringView(source_).sliced(begin); }

    QString source_;
    std::vector<MessagePart> parts_;
    QStringView closingTag_;   ///< of the thinking that is open
    qsizetype partBegin_ = 0;  ///< in source_, of the last part
    qsizetype searched_ = 0;   ///< no tag begins before
    bool begun_ = false;       ///< it is decided whether the text begins with a tag
};

}  // namespace hearth
