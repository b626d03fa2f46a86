// What a conversation shows: its path in the transcript, and where its context begins.

#include "chat/answer_run.h"
#include "chat/chat_session.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

constexpr qsizetype kShownAtOnce = 32 * 1024;  // characters: a few milliseconds of a frame

}  // namespace

void ChatSession::showPath(ConversationPath path, std::optional<MessageKey> writing) {
    const bool wasEmpty = m_path.empty();
    m_path = std::move(path);
    if (m_run && !writing) {
        writing = m_run->key();
    }
    // The store may still be a quarter of a second behind what has been seen.
    for (const auto& [key, finished] : m_finishing) {
        if (PathMessage* message = m_path.find(key)) {
            message->text = finished.text;
            message->state = finished.state;
            message->errorText = finished.errorText;
            message->footer = finished.footer;
            message->contextFull = finished.contextFull;
        }
    }
    if (PathMessage* message = writing ? m_path.find(*writing) : nullptr) {
        message->state = MessageState::Writing;
        if (m_run && m_run->key() == *writing) {
            message->text = m_run->text();
        }
    }
    showMessages(false);
    showContextEnded();
    if (wasEmpty != m_path.empty()) {
        Q_EMIT emptyChanged();
    }
    m_planner.refresh();
}

std::vector<TranscriptMessage> ChatSession::transcriptMessages() const {
    std::vector<TranscriptMessage> messages;
    messages.reserve(m_path.size() + 1);
    for (const PathMessage& message : m_path.messages()) {
        messages.push_back(message.forTranscript());
        if (m_cut.lastLeftOut == message.key && !m_cut.summary.isEmpty()) {
            TranscriptMessage summary;
            summary.key = kSummaryKey;
            // Shown as the person's own: they may change it, and it stands for what they decided.
            summary.role = MessageRole::User;
            summary.text = tr("Summary of the messages above, which the model no longer sees:") +
                           QStringLiteral("\n\n") + m_cut.summary;
            messages.push_back(std::move(summary));
        }
    }
    return messages;
}

void ChatSession::showMessages(bool fromScratch) {
    std::vector<TranscriptMessage> messages = transcriptMessages();
    const auto same = [](const TranscriptMessage& shown, const TranscriptMessage& wanted) {
        return shown.key == wanted.key && shown.state == wanted.state &&
               (wanted.key != kSummaryKey || shown.text == wanted.text);
    };
    std::size_t shared = 0;
    while (!fromScratch && shared < m_shown.size() && shared < messages.size() &&
           same(m_shown[shared], messages[shared])) {
        ++shared;
    }
    qsizetype added = 0;
    for (std::size_t i = shared; i < messages.size(); ++i) {
        added += messages[i].text.size();
    }
    // A turn is added as it is; more than that may be most of a long chat, which the transcript's worker
    // parses.
    const bool many = messages.size() > shared + 2 && added > kShownAtOnce;
    if (!fromScratch && !many) {
        for (std::size_t i = 0; i < shared; ++i) {
            if (m_shown[i].versionIndex != messages[i].versionIndex ||
                m_shown[i].versionCount != messages[i].versionCount) {
                m_transcript.setVersions(messages[i].key, messages[i].versionIndex, messages[i].versionCount);
            }
        }
        if (shared < m_shown.size()) {
            m_transcript.removeFrom(m_shown[shared].key);
        }
        for (std::size_t i = shared; i < messages.size(); ++i) {
            m_transcript.append(messages[i]);
        }
    } else {
        m_transcript.reset(messages);
    }
    for (TranscriptMessage& message : messages) {
        if (message.key != kSummaryKey) {
            message.text.clear();
        }
    }
    m_shown = std::move(messages);
    showContextRule();
}

void ChatSession::showContextEnded() {
    const bool ended = !m_run && !m_path.empty() && m_path.messages().back().contextFull;
    if (std::exchange(m_contextEnded, ended) != ended) {
        Q_EMIT contextEndedChanged();
    }
}

void ChatSession::showContextRule() {
    std::optional<std::size_t> last;
    if (m_cut.lastLeftOut) {
        last = m_path.indexOf(*m_cut.lastLeftOut);
    }
    const bool atCut = last.has_value();
    if (m_lastThatDoesNotFit) {
        last = std::max(last, m_path.indexOf(*m_lastThatDoesNotFit));
    }
    if (!last || *last + 1 >= m_path.size()) {
        m_transcript.setContextRule(std::nullopt, 0);
        return;
    }
    const bool aboveSummary =
        atCut && !m_cut.summary.isEmpty() && m_path.messages()[*last].key == *m_cut.lastLeftOut;
    m_transcript.setContextRule(aboveSummary ? kSummaryKey : m_path.messages()[*last + 1].key,
                                static_cast<int>(*last + 1));
}

}  // namespace hearth
