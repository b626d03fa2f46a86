#pragma once

#include "engine_bridge/context_gauge.h"
#include "engine_bridge/engine_client.h"

#include <QObject>
#include <atomic>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace hearth {

/// Who asked for the measure of a conversation, and which of their questions still counts. Lives on the GUI
/// thread.
class MeasureDesk : public QObject {
    Q_OBJECT
 public:
    /// What a worker needs to answer a question.
    struct Question {
        /// Of one asker, shared between its questions. The gauge belongs to the thread that measures.
        struct Asker {
            std::atomic<std::uint64_t> latest{0};
            ContextGauge gauge;
        };

        const QObject* context = nullptr;  ///< names the asker; never followed
        std::uint64_t number = 0;
        std::shared_ptr<Asker> asker;

        /// Whether a later one has taken its place.
        bool outdated() const { return asker->latest.load(std::memory_order_relaxed) != number; }
    };

    /// Replaces the question that `context` asked before.
    Question ask(QObject* context, EngineClient::MeasureCallback callback);
    /// Calls the callback if the question still counts.
    void answer(const Question& question, const Result<ContextMeasure>& measure);

 private:
    struct Slot {
        std::shared_ptr<Question::Asker> asker;
        EngineClient::MeasureCallback callback;  ///< of the latest question, until it is answered
    };

    std::unordered_map<const QObject*, Slot> m_slots;
    std::uint64_t m_lastNumber = 0;
};

}  // namespace hearth
