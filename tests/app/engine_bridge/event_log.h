#pragma once

#include "engine_bridge/engine_client.h"

#include <QStringList>
#include <unordered_map>

namespace hearth::test {

/// Everything a client says, by request.
class EventLog : public QObject {
 public:
    struct Answer {
        QString text;
        std::uint32_t tokens = 0;
        QStringList kinds;  ///< of its events, in order
        std::vector<std::uint32_t> queued;
        std::vector<Reading> reading;
        std::optional<Writing> writing;
        std::optional<PromptRepaired> repaired;
        std::optional<Done> done;
        std::optional<Failure> failure;
        int finals = 0;
        int finishOrder = -1;  ///< among all answers

        bool ended() const { return finals > 0; }
    };

    explicit EventLog(EngineClient& client) {
        connect(&client, &EngineClient::events, this, &EventLog::add);
        connect(&client, &EngineClient::unloaded, this, [this](ModelHandle) {
            ++unloads;
            endedAtUnload = m_ended;
        });
    }

    const Answer& of(RequestHandle request) { return m_answers[request]; }
    int ended() const { return m_ended; }

    int batches = 0;
    int unloads = 0;
    int endedAtUnload = -1;  ///< answers that had ended when the model was unloaded

 private:
    void add(const std::vector<EngineEvent>& events) {
        ++batches;
        for (const EngineEvent& event : events) {
            note(m_answers[event.request], event);
        }
    }

    void note(Answer& answer, const EngineEvent& event) {
        static const char* const kNames[] = {"repaired", "queued", "reading", "writing",
                                             "text",     "done",   "failure"};
        answer.kinds.push_back(QString::fromLatin1(kNames[event.what.index()]));
        if (const auto* repaired = std::get_if<PromptRepaired>(&event.what)) {
            answer.repaired = *repaired;
        } else if (const auto* queued = std::get_if<Queued>(&event.what)) {
            answer.queued.push_back(queued->position);
        } else if (const auto* reading = std::get_if<Reading>(&event.what)) {
            answer.reading.push_back(*reading);
        } else if (const auto* writing = std::get_if<Writing>(&event.what)) {
            answer.writing = *writing;
        } else if (const auto* text = std::get_if<TextDelta>(&event.what)) {
            answer.text += text->text;
            answer.tokens += text->tokens;
        } else if (const auto* done = std::get_if<Done>(&event.what)) {
            answer.done = *done;
        } else if (const auto* failure = std::get_if<Failure>(&event.what)) {
            answer.failure = *failure;
        }
        if (isFinal(event)) {
            ++answer.finals;
            answer.finishOrder = m_ended++;
        }
    }

    std::unordered_map<RequestHandle, Answer> m_answers;
    int m_ended = 0;
};

/// Requests that have no message to answer, or only an answer without a word.
inline std::vector<ChatRequest> requestsOfNothing() {
    ChatRequest blank;
    blank.turns.push_back({ChatRole::Assistant, QStringLiteral(" ")});
    ChatRequest goOn = blank;
    goOn.start = AnswerStart::ContinueLast;
    return {ChatRequest(), blank, goOn};
}

inline ChatRequest ask(const QString& question) {
    ChatRequest request;
    request.turns.push_back({ChatRole::User, question});
    return request;
}

}  // namespace hearth::test
