#include "system/gui_block_meter.h"

#include <QEvent>
#include <QLoggingCategory>
#include <QMetaEnum>
#include <QtGlobal>

#include <algorithm>

namespace hearth {

namespace {

Q_LOGGING_CATEGORY(logWatchdog, "hearth.watchdog")

constexpr std::chrono::milliseconds kPromise{8};

/// Of the GUI thread alone.
std::chrono::microseconds& longestBlock() {
    static std::chrono::microseconds longest{};
    return longest;
}

bool isWatchdogOn() {
#ifdef NDEBUG
    static const bool on = qEnvironmentVariableIsSet("HEARTH_WATCHDOG");
    return on;
#else
    return true;
#endif
}

}  // namespace

std::chrono::microseconds GuiBlockMeter::longest() {
    return longestBlock();
}

void GuiBlockMeter::reset() {
    longestBlock() = {};
}

void GuiBlockMeter::take(std::chrono::nanoseconds busy, const char* receiver, int eventType) {
    longestBlock() = std::max(longestBlock(), std::chrono::duration_cast<std::chrono::microseconds>(busy));
    if (busy > kPromise && isWatchdogOn()) {
        const char* type = QMetaEnum::fromType<QEvent::Type>().valueToKey(eventType);
        qCWarning(logWatchdog, "the GUI thread was busy for %.1f ms: %s %s", static_cast<double>(busy.count()) / 1e6,
                  receiver, type == nullptr ? qPrintable(QString::number(eventType)) : type);
    }
}

}  // namespace hearth
