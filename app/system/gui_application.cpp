#include "system/gui_application.h"

#include "system/gui_block_meter.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QMetaEnum>
#include <QSocketNotifier>

#include <exception>

#ifndef Q_OS_WIN
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#endif

namespace hearth {

namespace {

/// Of the GUI thread alone.
struct SlowestEvent {
    qint64 nanoseconds = 0;
    const char* receiver = "";
    int type = 0;
};
SlowestEvent& slowestEvent() {
    static SlowestEvent slowest;
    return slowest;
}

#ifndef Q_OS_WIN
int& signalPipe() {
    static int descriptor = -1;
    return descriptor;
}

void onSignal(int number) {
    const auto byte = static_cast<unsigned char>(number);
    [[maybe_unused]] const auto written = ::write(signalPipe(), &byte, 1);
}
#endif

}  // namespace

GuiApplication::GuiApplication(int& argc, char** argv)
    : QGuiApplication(argc, argv), m_timesEvents(GuiBlockMeter::isWatchdogOn()) {}

bool GuiApplication::notify(QObject* receiver, QEvent* event) {
    // The receiver and the event may be gone afterwards.
    const char* const name = m_timesEvents ? receiver->metaObject()->className() : "";
    const int type = event->type();
    QElapsedTimer timer;
    if (m_timesEvents) {
        timer.start();
    }
    bool handled = false;
    try {
        handled = QGuiApplication::notify(receiver, event);
    } catch (const std::exception& exception) {
        qCritical("an event handler failed: %s", exception.what());
    }
    if (m_timesEvents && timer.nsecsElapsed() > slowestEvent().nanoseconds) {
        slowestEvent() = {timer.nsecsElapsed(), name, type};
    }
    return handled;
}

QString GuiApplication::takeSlowestEvent() {
    const SlowestEvent slowest = std::exchange(slowestEvent(), SlowestEvent());
    if (slowest.nanoseconds == 0) {
        return QStringLiteral("nothing that is timed");
    }
    const char* type = QMetaEnum::fromType<QEvent::Type>().valueToKey(slowest.type);
    return QStringLiteral("%1 %2 %3 ms")
        .arg(QLatin1String(slowest.receiver),
             type == nullptr ? QString::number(slowest.type) : QString::fromLatin1(type),
             QString::number(static_cast<double>(slowest.nanoseconds) / 1e6, 'f', 1));
}

void GuiApplication::watchSignals() {
#ifndef Q_OS_WIN
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) {
        qWarning("signals will end the program at once: no pipe");
        return;
    }
    signalPipe() = ends[1];
    auto* notifier = new QSocketNotifier(ends[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, notifier] {
        notifier->setEnabled(false);
        Q_EMIT askedToEnd();
    });
    struct sigaction action {};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART | SA_RESETHAND;  // a second one ends the program the hard way
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
        ::sigaction(number, &action, nullptr);
    }
#endif
}

}  // namespace hearth
