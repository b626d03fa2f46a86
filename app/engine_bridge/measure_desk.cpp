#include "engine_bridge/measure_desk.h"

#include <utility>

namespace hearth {

MeasureDesk::Question MeasureDesk::ask(QObject* context, EngineClient::MeasureCallback callback) {
    const auto [place, isNew] = m_slots.try_emplace(context);
    Slot& slot = place->second;
    if (isNew) {
        slot.asker = std::make_shared<Question::Asker>();
        connect(context, &QObject::destroyed, this, [this, context] {
            const auto gone = m_slots.find(context);
            gone->second.asker->latest = 0;
            m_slots.erase(gone);
        });
    }
    slot.callback = std::move(callback);
    slot.asker->latest = ++m_lastNumber;
    return {.context = context, .number = m_lastNumber, .asker = slot.asker};
}

void MeasureDesk::answer(const Question& question, const Result<ContextMeasure>& measure) {
    const auto place = m_slots.find(question.context);
    if (place == m_slots.end() || question.outdated()) {
        return;
    }
    // The callback may ask again.
    const auto callback = std::exchange(place->second.callback, nullptr);
    if (callback) {
        callback(measure);
    }
}

}  // namespace hearth
