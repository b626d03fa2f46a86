#include "transcript/transcript_entry.h"

#include "transcript/text_cut.h"

#include <algorithm>
#include <utility>

namespace hearth {
namespace {

// A part of a pasted text that a view lays out in a few milliseconds.
constexpr qsizetype kPlainLimit = 4000;
constexpr int kPlainLines = 80;

bool isBlankPart(const MessagePart& part) {
    return part.document.blocks().empty();
}

/// Where the first part of `text` ends: after so many lines or characters.
qsizetype plainCut(QStringView text) {
    const qsizetype limit = cutPosition(text, kPlainLimit);
    int lines = 0;
    for (qsizetype at = 0; at < limit; ++at) {
        if (text[at] == u'\n' && ++lines == kPlainLines) {
            return at + 1;
        }
    }
    if (limit < text.size()) {
        const qsizetype lineFeed = text.first(limit).lastIndexOf(u'\n');
        return lineFeed > 0 ? lineFeed + 1 : limit;
    }
    return limit;
}

}  // namespace

std::vector<Block> plainBlocks(QStringView text) {
    std::vector<Block> blocks;
    Joint joint = Joint::Blank;
    do {
        const qsizetype cut = plainCut(text);
        QStringView part = text.first(cut);
        text = text.sliced(cut);
        const bool atLineEnd = !text.isEmpty() && part.endsWith(u'\n');
        if (atLineEnd) {
            part.chop(1);
        }
        Block block;
        block.text = part.toString();
        block.text.remove(u'\r');
        block.text.replace(u'\n', QChar::LineSeparator);
        block.text.replace(QChar::ParagraphSeparator, QChar::LineSeparator);
        block.joint = std::exchange(joint, atLineEnd ? Joint::Line : Joint::None);
        block.continues = block.joint != Joint::Blank;
        blocks.push_back(std::move(block));
    } while (!text.isEmpty());
    return blocks;
}

TranscriptEntry::TranscriptEntry(TranscriptMessage message) : message_(std::move(message)) {
    if (message_.role == MessageRole::User) {
        ownSource_ = std::exchange(message_.text, QString());
        ownBlocks_ = plainBlocks(ownSource_);
    } else {
        append(std::exchange(message_.text, QString()));
    }
}

QString TranscriptEntry::source() const {
    return message_.role == MessageRole::User ? ownSource_ : text_.source();
}

const Block* TranscriptEntry::block(const TranscriptRow& row) const {
    if (!row.isBlock()) {
        return nullptr;
    }
    const auto index = static_cast<std::size_t>(row.block);
    if (row.kind == RowKind::OwnText) {
        return index < ownBlocks_.size() ? &ownBlocks_[index] : nullptr;
    }
    const auto& blocks = text_.parts()[static_cast<std::size_t>(row.part)].document.blocks();
    return index < blocks.size() ? &blocks[index] : nullptr;
}

bool TranscriptEntry::isThinking(const TranscriptRow& row) const {
    return row.kind != RowKind::OwnText && row.part >= 0 &&
           text_.parts()[static_cast<std::size_t>(row.part)].thinking;
}

bool TranscriptEntry::thinkingGoesOn(int part) const {
    return message_.state == MessageState::Writing && !text_.parts()[static_cast<std::size_t>(part)].closed;
}

void TranscriptEntry::setOpen(int part, bool open) {
    if (open) {
        openParts_.insert(part);
    } else {
        openParts_.erase(part);
    }
}

MessageChange TranscriptEntry::append(QStringView text) {
    const bool thoughtBefore = text_.parts().back().thinking;
    const MessageChange change = text_.append(text);
    const bool thinksNow = text_.parts().back().thinking;
    if (message_.state == MessageState::Writing) {
        if (thinksNow && !thoughtBefore) {
            thinkingSince_.start();
        } else if (!thinksNow && thoughtBefore && thinkingSince_.isValid()) {
            const auto elapsed = static_cast<double>(thinkingSince_.elapsed());
            message_.footer.thinkingMs = message_.footer.thinkingMs.value_or(0) + elapsed;
        }
    }
    return change;
}

std::vector<TranscriptRow> TranscriptEntry::wantedRows(bool contextRule) const {
    std::vector<TranscriptRow> rows;
    if (message_.role == MessageRole::System) {
        return rows;
    }
    if (contextRule) {
        rows.push_back({RowKind::ContextRule});
    }
    if (message_.role == MessageRole::User) {
        for (int block = 0; block < static_cast<int>(ownBlocks_.size()); ++block) {
            rows.push_back({RowKind::OwnText, 0, block});
        }
        rows.push_back({RowKind::Footer});
        return rows;
    }
    const auto& parts = text_.parts();
    for (int index = 0; index < static_cast<int>(parts.size()); ++index) {
        const MessagePart& part = parts[static_cast<std::size_t>(index)];
        if (part.thinking) {
            if (isBlankPart(part) && !thinkingGoesOn(index)) {
                continue;
            }
            rows.push_back({RowKind::Thinking, index});
        }
        if (!part.thinking || isOpen(index)) {
            addBlocks(rows, index, part.document.blocks());
        }
    }
    const bool writing = message_.state == MessageState::Writing;
    const bool carriesCaret = !rows.empty() && rows.back().isBlock() &&
                              (rows.back().kind <= RowKind::Code || rows.back().kind == RowKind::Image);
    if (writing && !carriesCaret && (rows.empty() || rows.back().kind != RowKind::Thinking)) {
        rows.push_back({RowKind::Caret});
    }
    if (message_.state == MessageState::Failed) {
        rows.push_back({RowKind::Error});
    } else if (!writing && message_.state != MessageState::Complete) {
        rows.push_back({RowKind::Note});
    }
    rows.push_back({RowKind::Footer});
    return rows;
}

void TranscriptEntry::addBlocks(std::vector<TranscriptRow>& rows, int part,
                                const std::vector<Block>& blocks) const {
    for (int index = 0; index < static_cast<int>(blocks.size()); ++index) {
        rows.push_back({static_cast<RowKind>(blocks[static_cast<std::size_t>(index)].kind), part, index});
    }
}

}  // namespace hearth
