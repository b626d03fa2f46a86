#pragma once

#include "chat/answer_router.h"
#include "chat/stored_message.h"
#include "storage/stream_writer.h"

#include <QObject>
#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

namespace hearth {

/// One answer under way, from the request to its end. Bound to its message for life: its text goes to this
/// row of the store, whatever is shown meanwhile. GUI thread; owned by its ChatSession.
class AnswerRun : public QObject {
    Q_OBJECT
 public:
    enum class Phase { Queued, Reading, Writing };

    /// Which message is written, and where.
    struct Target {
        MessageKey key{};
        QString text;                             ///< what an answer that is continued has already
        storage::StreamWriter* writer = nullptr;  ///< null: the answer cannot be stored
    };

    AnswerRun(EngineClient& engine, AnswerRouter& router, Target target, ModelHandle model,
              ChatRequest request);
    /// Stops the request if it still goes on; the store keeps what has come.
    ~AnswerRun() override;

    MessageKey key() const { return m_key; }
    const QString& text() const { return m_text; }
    Phase phase() const { return m_phase; }
    std::uint32_t queuePosition() const { return m_queuePosition; }
    std::uint32_t promptTokens() const { return m_promptTokens; }
    std::uint32_t generatedTokens() const { return m_generated; }
    double readingProgress() const { return m_readingProgress; }
    /// Of the last two seconds; nothing before there is a second token.
    std::optional<double> tokensPerSecond() const;

    void stop();
    void setPriority(int priority);

 Q_SIGNALS:
    void phaseChanged();
    /// Position, share read or speed.
    void progressed();
    void textAdded(const QString& delta);
    /// The prompt was changed to suit the model, as a sentence.
    void noticeRaised(const QString& sentence);
    /// The last signal but stored(). The text is with the writer.
    void finished(const hearth::AnswerEnd& end);

 private:
    struct Mark {
        std::chrono::nanoseconds time{};
        std::uint32_t tokens = 0;
    };

    void receive(const EngineEvent& event);
    void add(const TextDelta& delta);
    void end(const Done& done);
    void fail(const Error& error);
    void setPhase(Phase phase);

    EngineClient& m_engine;
    AnswerRouter& m_router;
    MessageKey m_key;
    QString m_text;
    storage::StreamWriter* m_writer;
    std::optional<std::uint32_t> m_maxTokens;
    RequestHandle m_request;
    bool m_running = true;
    Phase m_phase = Phase::Queued;
    std::uint32_t m_queuePosition = 0;
    double m_readingProgress = 0;
    std::uint32_t m_promptTokens = 0;
    std::uint32_t m_generated = 0;
    std::deque<Mark> m_marks;
};

}  // namespace hearth
