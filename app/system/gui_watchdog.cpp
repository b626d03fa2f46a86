#include "system/gui_watchdog.h"

#include "system/processor_time.h"

#include <QEvent>
#include <QLoggingCategory>
#include <QMetaEnum>
#include <QtGlobal>

namespace hearth {

namespace {

Q_LOGGING_CATEGORY(logWatchdog, "hearth.watchdog")

constexpr std::chrono::milliseconds kPromise{8};

bool isWatching() {
#ifdef NDEBUG
    static const bool on = qEnvironmentVariableIsSet("HEARTH_WATCHDOG");
    return on;
#else
    return true;
#endif
}

double milliseconds(std::chrono::microseconds time) {
    return static_cast<double>(time.count()) / 1000;
}

}  // namespace

GuiWatchdog::GuiWatchdog(const char* receiver, int eventType) : m_receiver(receiver), m_eventType(eventType) {
    if (isWatching()) {
        m_processor = threadProcessorTime();
        m_wall.start();
    }
}

GuiWatchdog::~GuiWatchdog() {
    if (!m_wall.isValid()) {
        return;
    }
    const std::chrono::microseconds wall(m_wall.nsecsElapsed() / 1000);
    if (wall <= kPromise) {
        return;
    }
    const char* const type = QMetaEnum::fromType<QEvent::Type>().valueToKey(m_eventType);
    qCWarning(logWatchdog, "the GUI thread was busy for %.1f ms (processor: %.1f ms): %s %s",
              milliseconds(wall), milliseconds(threadProcessorTime() - m_processor), m_receiver,
              type == nullptr ? qPrintable(QString::number(m_eventType)) : type);
}

}  // namespace hearth
