#include "transcript/message_text.h"

#include "transcript/thinking_tags.h"

#include <algorithm>

namespace hearth {
namespace {

qsizetype leadingSpace(QStringView text) {
    qsizetype at = 0;
    while (at < text.size() && text[at].isSpace()) {
        ++at;
    }
    return at;
}

}  // namespace

MessageChange MessageText::append(QStringView text) {
    source_ += text;
    const int last = static_cast<int>(parts_.size()) - 1;
    MessageChange change{last, static_cast<int>(parts_.back().document.blocks().size())};
    for (bool found = true; found;) {
        if (!begun_) {
            found = openAtBeginning(change);
        } else if (parts_.back().thinking) {
            found = closeThinking(change);
        } else {
            found = readTagLine(change);
        }
    }
    feed(source_.size(), change);
    return change;
}

/// Returns whether there is more to read.
bool MessageText::openAtBeginning(MessageChange& change) {
    const qsizetype begin = leadingSpace(source_);
    const QStringView text = rest(begin);
    for (const ThinkingTag& tag : kThinkingTags) {
        if (text.startsWith(tag.open)) {
            begun_ = true;
            closingTag_ = tag.close;
            parts_.clear();
            startPart(begin + tag.open.size(), true, change);
            return true;
        }
    }
    begun_ = std::none_of(kThinkingTags.begin(), kThinkingTags.end(),
                          [&](const ThinkingTag& tag) { return tag.open.startsWith(text); });
    return begun_;
}

bool MessageText::closeThinking(MessageChange& change) {
    const qsizetype found = source_.indexOf(closingTag_, searched_);
    if (found < 0) {
        searched_ = std::max(partBegin_, source_.size() - closingTag_.size() + 1);
        return false;
    }
    takeBack(found, change);
    feed(found, change);
    parts_.back().closed = true;
    startPart(found + closingTag_.size(), false, change);
    return true;
}

/// Looks through the whole lines that were not looked at for one that is a tag and nothing else.
bool MessageText::readTagLine(MessageChange& change) {
    while (searched_ < source_.size()) {
        const qsizetype lineFeed = source_.indexOf(u'\n', searched_);
        if (lineFeed < 0) {
            return false;
        }
        const qsizetype begin = searched_;
        searched_ = lineFeed + 1;
        const QStringView line = rest(begin).first(lineFeed - begin).trimmed();
        const auto* tag =
            std::find_if(kThinkingTags.begin(), kThinkingTags.end(), [&](const ThinkingTag& candidate) {
                return line == candidate.open || (line == candidate.close && parts_.size() == 1);
            });
        if (tag == kThinkingTags.end()) {
            continue;
        }
        takeBack(begin, change);
        feed(begin, change);
        if (parts_.back().document.insideFence()) {
            continue;
        }
        const bool opens = line == tag->open;
        if (opens) {
            closingTag_ = tag->close;
        } else {
            parts_.back().thinking = true;
            parts_.back().closed = true;
            change = {};
        }
        startPart(searched_, opens, change);
        return true;
    }
    return false;
}

/// Gives the last part the text up to `end`.
void MessageText::feed(qsizetype end, MessageChange& change) {
    MarkdownDocument& document = parts_.back().document;
    const qsizetype fed = partBegin_ + document.source().size();
    if (end > fed) {
        const int first = document.append(rest(fed).first(end - fed));
        change = std::min(change, {static_cast<int>(parts_.size()) - 1, first});
    }
}

/// Takes the text from `end` on back from the last part: it has turned out to be a tag.
void MessageText::takeBack(qsizetype end, MessageChange& change) {
    MarkdownDocument& document = parts_.back().document;
    if (document.source().size() > end - partBegin_) {
        const int first = document.truncate(end - partBegin_);
        change = std::min(change, {static_cast<int>(parts_.size()) - 1, first});
    }
}

void MessageText::startPart(qsizetype begin, bool thinking, MessageChange& change) {
    parts_.emplace_back();
    parts_.back().thinking = thinking;
    partBegin_ = searched_ = begin;
    change = std::min(change, {static_cast<int>(parts_.size()) - 1, 0});
}

}  // namespace hearth
