#pragma once

#include "chat/context_fit.h"
#include "chat/context_meter.h"
#include "chat/prompt_turns.h"
#include "engine_bridge/engine_client.h"

#include <QObject>
#include <QTimer>
#include <functional>
#include <optional>

namespace hearth {

class ActiveModel;

/// A prompt together with how it fits.
struct MeasuredPrompt {
    PromptTurns prompt;
    QString draft;
    ContextMeasure measure;
    std::uint32_t reserve = 0;  ///< tokens kept free for the answer
    ContextFit fit;

    /// The last of the oldest messages that would have to go; absent where all fit or not even the last one
    /// does.
    std::optional<MessageKey> lastToLeaveOut() const;
};

/// Measures a conversation against the context: keeps the meter up to date while the person types and before
/// the next message is sent says whether it fits. GUI thread; owned by its ChatSession.
class ContextPlanner : public QObject {
    Q_OBJECT
 public:
    /// What to measure; asked when it is time.
    struct Source {
        std::function<PromptTurns()> turns;
        std::function<QString()> draft;
        std::function<std::optional<std::uint32_t>()> maxTokens;
    };
    using Measured = std::function<void(const Result<MeasuredPrompt>&)>;

    ContextPlanner(EngineClient& engine, ActiveModel& activeModel, Source source, QObject* parent = nullptr);

    ContextMeter* meter() { return &m_meter; }
    /// Something changed; measured after a pause.
    void refresh();
    /// Measures at once; the newest question for `context` is answered.
    void measure(PromptTurns prompt, QString draft, QObject* context, Measured done);

 Q_SIGNALS:
    /// The regular measurement is there.
    void measured(const hearth::MeasuredPrompt& prompt);
    /// There is no model to measure with.
    void unknown();

 private:
    void measureNow();

    EngineClient& m_engine;
    ActiveModel& m_activeModel;
    Source m_source;
    ContextMeter m_meter;
    QTimer m_timer;
};

}  // namespace hearth
