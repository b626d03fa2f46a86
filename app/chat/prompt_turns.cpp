#include "chat/prompt_turns.h"

#include "transcript/thinking_tags.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

/// For the model, so never translated.
QString systemText(const QString& systemPrompt, const ContextCut& cut) {
    if (!cut.lastLeftOut || cut.summary.isEmpty()) {
        return systemPrompt;
    }
    const QString summary =
        QStringLiteral("Summary of the conversation before the messages below:\n\n") + cut.summary;
    return systemPrompt.isEmpty() ? summary : systemPrompt + QStringLiteral("\n\n") + summary;
}

qsizetype leadingSpace(QStringView text) {
    const auto found = std::find_if_not(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
    return found - text.begin();
}

const ThinkingTag* tagOpening(QStringView text) {
    const auto* tag = std::find_if(kThinkingTags.begin(), kThinkingTags.end(),
                                   [text](const ThinkingTag& one) { return text.startsWith(one.open); });
    return tag == kThinkingTags.end() ? nullptr : tag;
}

/// The tag that is all there is on a line; a closing one only where thinking may end that nobody opened.
const ThinkingTag* tagAlone(QStringView line, bool mayClose) {
    const auto* tag = std::find_if(kThinkingTags.begin(), kThinkingTags.end(), [&](const ThinkingTag& one) {
        return line == one.open || (mayClose && line == one.close);
    });
    return tag == kThinkingTags.end() ? nullptr : tag;
}

/// Whether the lines read so far leave a code block open: a tag in code is no tag.
class CodeFence {
 public:
    void read(QStringView line) {
        const QStringView mark = line.trimmed();
        const QChar sign = mark.isEmpty() ? QChar() : mark.front();
        if (sign != u'`' && sign != u'~') {
            return;
        }
        const auto end = std::find_if(mark.begin(), mark.end(), [sign](QChar c) { return c != sign; });
        const qsizetype length = end - mark.begin();
        if (m_length == 0) {
            if (length >= kShortest) {
                m_length = length;
                m_sign = sign;
            }
        } else if (sign == m_sign && length >= m_length && end == mark.end()) {
            m_length = 0;
        }
    }
    bool inside() const { return m_length > 0; }

 private:
    static constexpr qsizetype kShortest = 3;
    qsizetype m_length = 0;
    QChar m_sign;
};

}  // namespace

void PromptTurns::append(ChatRole role, QString text, std::optional<MessageKey> key) {
    turns.push_back({role, std::move(text)});
    keys.push_back(key);
}

QString withoutThinking(const QString& answer) {
    const QStringView text(answer);
    QString said;
    bool thought = false;
    qsizetype kept = 0;  // where what is said begins
    qsizetype at = leadingSpace(text);
    if (const ThinkingTag* tag = tagOpening(text.sliced(at))) {
        const qsizetype end = text.indexOf(tag->close, at + tag->open.size());
        if (end < 0) {
            return {};  // it was cut while thinking
        }
        thought = true;
        kept = end + tag->close.size();
    }
    CodeFence fence;
    at = kept;
    while (at < text.size()) {
        const qsizetype lineFeed = text.indexOf(u'\n', at);
        const qsizetype end = lineFeed < 0 ? text.size() : lineFeed;
        const QStringView line = text.sliced(at, end - at);
        const qsizetype next = std::min(end + 1, text.size());
        fence.read(line);
        const auto* tag = fence.inside() ? nullptr : tagAlone(line.trimmed(), !thought);
        if (tag == nullptr) {
            at = next;
        } else if (line.trimmed() == tag->close) {
            thought = true;  // the template had opened it
            kept = at = next;
        } else {
            thought = true;
            said += text.sliced(kept, at - kept);
            const qsizetype closed = text.indexOf(tag->close, next);
            kept = at = closed < 0 ? text.size() : closed + tag->close.size();
        }
    }
    if (!thought) {
        return answer;
    }
    said += text.sliced(kept);
    return said.sliced(leadingSpace(said));
}

bool cutApplies(const ConversationPath& path, std::size_t count, const ContextCut& cut) {
    const std::optional<std::size_t> last = cut.lastLeftOut ? path.indexOf(*cut.lastLeftOut) : std::nullopt;
    return last && *last < count;
}

PromptTurns promptTurns(const ConversationPath& path, std::size_t count, const QString& systemPrompt,
                        const ContextCut& cut) {
    const std::size_t end = std::min(count, path.size());
    std::size_t begin = 0;
    ContextCut applied;
    if (cutApplies(path, end, cut)) {
        begin = *path.indexOf(*cut.lastLeftOut) + 1;
        applied = cut;
    }
    PromptTurns prompt;
    if (const QString text = systemText(systemPrompt, applied); !text.isEmpty()) {
        prompt.append(ChatRole::System, text, std::nullopt);
    }
    for (std::size_t i = begin; i < end; ++i) {
        const PathMessage& message = path.messages()[i];
        if (message.role == MessageRole::User) {
            prompt.append(ChatRole::User, message.text, message.key);
        } else if (message.role == MessageRole::Assistant) {
            if (QString answer = withoutThinking(message.text); !answer.trimmed().isEmpty()) {
                prompt.append(ChatRole::Assistant, std::move(answer), message.key);
            }
        }
    }
    return prompt;
}

}  // namespace hearth
