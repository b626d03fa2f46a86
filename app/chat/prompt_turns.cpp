#include "chat/prompt_turns.h"

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

}  // namespace

void PromptTurns::append(ChatRole role, QString text, std::optional<MessageKey> key) {
    turns.push_back({role, std::move(text)});
    keys.push_back(key);
}

QString withoutThinking(const QString& answer) {
    const QString opening = QStringLiteral("<think>");
    const QString closing = QStringLiteral("</think>");
    qsizetype start = 0;
    while (start < answer.size() && answer[start].isSpace()) {
        ++start;
    }
    if (!QStringView(answer).mid(start).startsWith(opening)) {
        return answer;
    }
    const qsizetype end = answer.indexOf(closing, start);
    if (end < 0) {
        return {};  // it was cut while thinking
    }
    qsizetype rest = end + closing.size();
    while (rest < answer.size() && answer[rest].isSpace()) {
        ++rest;
    }
    return answer.mid(rest);
}

bool cutApplies(const ConversationPath& path, std::size_t count, const ContextCut& cut) {
    const std::optional<std::size_t> last =
        cut.lastLeftOut ? path.indexOf(*cut.lastLeftOut) : std::nullopt;
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
