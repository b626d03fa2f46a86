// What the rows of a TranscriptModel tell a view.
#include "system/shown_name.h"
#include "transcript/transcript_model.h"

#include <cmath>

namespace hearth {
namespace {

// Space above a row, in pixels at 100 %.
constexpr int kBetweenMessages = 16;
constexpr int kBelowOwnMessage = 4;  // its line of actions is mostly empty
constexpr int kBetweenBlocks = 12;
constexpr int kBetweenItems = 5;
constexpr int kAboveHeading = 20;
constexpr int kAboveFooter = 8;
constexpr int kAboveOwnFooter = 2;

QVariant orNothing(const std::optional<double>& value) {
    return value ? QVariant(*value) : QVariant(-1.0);
}

}  // namespace

QHash<int, QByteArray> TranscriptModel::roleNames() const {
    return {
        {KindRole, "kind"},
        {RevisionRole, "revision"},
        {MessageKeyRole, "messageKey"},
        {OwnRole, "own"},
        {FirstRole, "first"},
        {LastRole, "last"},
        {SpaceAboveRole, "spaceAbove"},
        {ThoughtRole, "thought"},
        {LevelRole, "level"},
        {ListDepthRole, "listDepth"},
        {QuoteDepthRole, "quoteDepth"},
        {QuoteAboveRole, "quoteAbove"},
        {MarkerRole, "marker"},
        {TaskRole, "task"},
        {LanguageRole, "language"},
        {ContinuesRole, "continues"},
        {ContinuedRole, "continued"},
        {CaretRole, "caret"},
        {OpenRole, "open"},
        {ThinkingRole, "thinking"},
        {ThinkingSecondsRole, "thinkingSeconds"},
        {EndingRole, "ending"},
        {ErrorTextRole, "errorText"},
        {LeftOutRole, "leftOut"},
        {WritingRole, "writing"},
        {ModelNameRole, "modelName"},
        {VersionIndexRole, "versionIndex"},
        {VersionCountRole, "versionCount"},
        {FirstTokenSecondsRole, "firstTokenSeconds"},
        {TokensPerSecondRole, "tokensPerSecond"},
        {TokensRole, "tokens"},
        {CachedPercentRole, "cachedPercent"},
    };
}

QVariant TranscriptModel::data(const QModelIndex& index, int role) const {
    const TranscriptRow* row = rowAt(index.row());
    if (row == nullptr || !index.isValid()) {
        return {};
    }
    const Place at = place(index.row());
    const TranscriptEntry& entry = *m_entries[static_cast<std::size_t>(at.entry)];
    const TranscriptMessage& message = entry.message();
    switch (role) {
        case KindRole:
            return static_cast<int>(row->kind);
        case RevisionRole:
            return row->revision;
        case MessageKeyRole:
            return static_cast<double>(message.key);
        case OwnRole:
            return message.role == MessageRole::User;
        case FirstRole:
            return at.row == 0;
        case LastRole:
            return at.row + 1 == static_cast<int>(entry.rows().size());
        case SpaceAboveRole:
            return spaceAbove(index.row());
        case ThoughtRole:
            return row->isBlock() && entry.isThinking(*row);
        case QuoteAboveRole: {
            const Block* above =
                at.row > 0 ? entry.block(entry.rows()[static_cast<std::size_t>(at.row) - 1]) : nullptr;
            return above == nullptr ? 0 : static_cast<int>(above->quoteDepth);
        }
        case ContinuedRole:
            return isContinued(entry, at);
        case CaretRole:
            return carriesCaret(entry, at);
        case OpenRole:
            return row->part >= 0 && entry.isOpen(row->part);
        case ThinkingRole:
            return row->kind == RowKind::Thinking && entry.thinkingGoesOn(row->part);
        case EndingRole:
            return message.state == MessageState::LengthLimit   ? LengthEnding
                   : message.state == MessageState::Interrupted ? InterruptedEnding
                                                                : StoppedEnding;
        case ErrorTextRole:
            return message.errorText;
        case LeftOutRole:
            return m_leftOut;
        case WritingRole:
            return message.state == MessageState::Writing;
        case ModelNameRole:
            return shownName(message.modelName);
        case VersionIndexRole:
            return message.versionIndex;
        case VersionCountRole:
            return message.versionCount;
        case ThinkingSecondsRole:
        case FirstTokenSecondsRole:
        case TokensPerSecondRole:
        case TokensRole:
        case CachedPercentRole:
            return footerData(entry, role);
        default:
            const Block* found = entry.block(*row);
            static const Block kNone;
            return blockData(found == nullptr ? kNone : *found, role);
    }
}

QVariant TranscriptModel::blockData(const Block& block, int role) const {
    switch (role) {
        case LevelRole:
            return block.level;
        case ListDepthRole:
            return block.listDepth;
        case QuoteDepthRole:
            return block.quoteDepth;
        case MarkerRole:
            return block.marker;
        case TaskRole:
            return static_cast<int>(block.task);
        case LanguageRole:
            return shownName(block.language);
        case ContinuesRole:
            return block.continues;
        case Qt::DisplayRole:
            return block.text;
        default:
            return {};
    }
}

/// Numbers of the footer; negative when they are not known.
QVariant TranscriptModel::footerData(const TranscriptEntry& entry, int role) const {
    const AnswerFooter& footer = entry.message().footer;
    switch (role) {
        case ThinkingSecondsRole:
            return footer.thinkingMs ? QVariant(*footer.thinkingMs / 1000.0) : QVariant(-1.0);
        case FirstTokenSecondsRole:
            return footer.timeToFirstTokenMs ? QVariant(*footer.timeToFirstTokenMs / 1000.0) : QVariant(-1.0);
        case TokensPerSecondRole:
            return orNothing(footer.tokensPerSecond);
        case TokensRole:
            return footer.generatedTokens ? QVariant(static_cast<int>(*footer.generatedTokens))
                                          : QVariant(-1);
        case CachedPercentRole:
            if (footer.promptTokens && footer.cachedTokens && *footer.promptTokens > 0) {
                // Never "100 %" while a token had to be read.
                return static_cast<int>(std::floor(100.0 * *footer.cachedTokens / *footer.promptTokens));
            }
            return -1;
        default:
            return {};
    }
}

int TranscriptModel::spaceAbove(int row) const {
    const Place at = place(row);
    const auto& rows = m_entries[static_cast<std::size_t>(at.entry)]->rows();
    const TranscriptRow& current = rows[static_cast<std::size_t>(at.row)];
    if (at.row == 0) {
        if (row == 0) {
            return kBetweenBlocks;
        }
        const MessageRole before = m_entries[static_cast<std::size_t>(place(row - 1).entry)]->message().role;
        return before == MessageRole::User ? kBelowOwnMessage : kBetweenMessages;
    }
    const TranscriptRow& before = rows[static_cast<std::size_t>(at.row) - 1];
    if (before.kind == RowKind::ContextRule) {
        return kBetweenMessages;
    }
    if (current.kind == RowKind::Footer) {
        const bool own = m_entries[static_cast<std::size_t>(at.entry)]->message().role == MessageRole::User;
        return own ? kAboveOwnFooter : kAboveFooter;
    }
    const Block* block = m_entries[static_cast<std::size_t>(at.entry)]->block(current);
    if (block != nullptr && (block->continues || block->joint == Joint::None)) {
        return 0;
    }
    if (current.kind == RowKind::Heading) {
        return kAboveHeading;
    }
    const Block* blockBefore = m_entries[static_cast<std::size_t>(at.entry)]->block(before);
    const bool inList =
        block != nullptr && blockBefore != nullptr && block->listDepth > 0 && blockBefore->listDepth > 0;
    const bool text = current.kind <= RowKind::ListItem && before.kind <= RowKind::ListItem;
    return inList && text ? kBetweenItems : kBetweenBlocks;
}

/// Whether the text goes on at the end of this row.
bool TranscriptModel::carriesCaret(const TranscriptEntry& entry, const Place& at) const {
    if (entry.message().state != MessageState::Writing || entry.message().role == MessageRole::User) {
        return false;
    }
    const auto& rows = entry.rows();
    const auto next = static_cast<std::size_t>(at.row) + 1;
    const bool lastOfText = rows[next - 1].isBlock() && (next == rows.size() || rows[next].part < 0);
    return lastOfText && (next == rows.size() || rows[next].kind != RowKind::Caret);
}

bool TranscriptModel::isContinued(const TranscriptEntry& entry, const Place& at) const {
    const auto& rows = entry.rows();
    const auto next = static_cast<std::size_t>(at.row) + 1;
    if (next >= rows.size() || rows[next].kind != rows[next - 1].kind) {
        return false;
    }
    const Block* block = entry.block(rows[next]);
    return block != nullptr && block->continues;
}

}  // namespace hearth
