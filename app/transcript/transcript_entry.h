#pragma once

#include "transcript/message_text.h"
#include "transcript/transcript_message.h"

#include <QElapsedTimer>
#include <set>
#include <vector>

namespace hearth {

/// What a row of the transcript is drawn as. The first ones are the kinds of Block, in their order.
enum class RowKind : quint8 {
    Paragraph,
    Heading,
    ListItem,
    Code,
    Table,
    Mathematics,
    Rule,
    Image,
    OwnText,      ///< part of what the user wrote
    Thinking,     ///< the head of what the model thought; its blocks follow when it is open
    Caret,        ///< where the answer will go on
    Note,         ///< why the answer ended before its end
    Error,        ///< why there is no answer
    Footer,       ///< figures and actions of a message
    ContextRule,  ///< above the first message that the model still sees
};

struct TranscriptRow {
    RowKind kind = RowKind::Paragraph;
    int part = -1;
    int block = -1;
    quint32 revision = 0;  ///< another one whenever what the row shows has changed

    bool isBlock() const { return block >= 0; }
    bool sameAs(const TranscriptRow& other) const {
        return kind == other.kind && part == other.part && block == other.block;
    }
};

/// One message, parsed, and the rows it makes. Built on any thread, then used on one.
class TranscriptEntry {
 public:
    explicit TranscriptEntry(TranscriptMessage message);

    const TranscriptMessage& message() const { return message_; }
    TranscriptMessage& message() { return message_; }
    QString source() const;
    const std::vector<TranscriptRow>& rows() const { return rows_; }
    std::vector<TranscriptRow>& rows() { return rows_; }

    /// Null for rows that are no text.
    const Block* block(const TranscriptRow& row) const;
    bool isThinking(const TranscriptRow& row) const;
    /// Whether this part of the thinking is still being written.
    bool thinkingGoesOn(int part) const;
    bool isOpen(int part) const { return openParts_.contains(part); }
    void setOpen(int part, bool open);

    MessageChange append(QStringView text);
    /// The rows as they should be now; rows() still holds those that are shown.
    std::vector<TranscriptRow> wantedRows(bool contextRule) const;

 private:
    void addBlocks(std::vector<TranscriptRow>& rows, int part, const std::vector<Block>& blocks) const;

    TranscriptMessage message_;  ///< its text is empty: it lives in one of the two below
    MessageText text_;           ///< of an answer
    QString ownSource_;          ///< of the user's own message
    std::vector<Block> ownBlocks_;
    std::vector<TranscriptRow> rows_;
    std::set<int> openParts_;
    QElapsedTimer thinkingSince_;
};

/// Plain text as blocks of bounded size, nothing lost: line breaks are kept.
std::vector<Block> plainBlocks(QStringView text);

}  // namespace hearth
