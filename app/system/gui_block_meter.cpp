#include "system/gui_block_meter.h"

#include "system/gui_application.h"

#include <QAbstractEventDispatcher>
#include <QLoggingCategory>

namespace hearth {

namespace {

Q_LOGGING_CATEGORY(logWatchdog, "hearth.watchdog")

constexpr std::chrono::milliseconds kPromise{8};

}  // namespace

GuiBlockMeter::GuiBlockMeter(QObject* parent) : QObject(parent), m_logs(isWatchdogOn()) {
    QAbstractEventDispatcher* dispatcher = QAbstractEventDispatcher::instance();
    connect(dispatcher, &QAbstractEventDispatcher::awake, this, &GuiBlockMeter::awake);
    connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, &GuiBlockMeter::aboutToBlock);
}

bool GuiBlockMeter::isWatchdogOn() {
#ifdef NDEBUG
    return qEnvironmentVariableIsSet("HEARTH_WATCHDOG");
#else
    return true;
#endif
}

void GuiBlockMeter::awake() {
    // Dispatchers say it more than once a round; the first counts.
    if (!m_busy.isValid()) {
        m_busy.start();
    }
}

void GuiBlockMeter::aboutToBlock() {
    if (!m_busy.isValid()) {
        return;
    }
    const std::chrono::microseconds busy(m_busy.nsecsElapsed() / 1000);
    m_busy.invalidate();
    m_longest = std::max(m_longest, busy);
    if (m_logs) {
        const QString slowest = GuiApplication::takeSlowestEvent();
        if (busy > kPromise) {
            qCWarning(logWatchdog, "the GUI thread was busy for %.1f ms, longest in %s",
                      static_cast<double>(busy.count()) / 1000.0, qPrintable(slowest));
        }
    }
}

}  // namespace hearth
