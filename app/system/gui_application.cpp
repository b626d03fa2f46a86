#include "system/gui_application.h"

#include "system/gui_watchdog.h"

#include <QEvent>
#include <QSocketNotifier>
#include <QThread>
#include <exception>
#include <optional>

#ifndef Q_OS_WIN
#include <csignal>

#include <fcntl.h>
#include <unistd.h>
#endif

namespace hearth {

namespace {

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

GuiApplication::GuiApplication(int& argc, char** argv) : QGuiApplication(argc, argv) {}

bool GuiApplication::notify(QObject* receiver, QEvent* event) {
    const bool ofGuiThread =
        thread() == QThread::currentThread();  // other threads' event loops call this too
    std::optional<GuiWatchdog> watchdog;
    if (ofGuiThread && m_depth++ == 0) {
        watchdog.emplace(receiver->metaObject()->className(), event->type());
    }
    bool handled = false;
    try {
        handled = QGuiApplication::notify(receiver, event);
    } catch (const std::exception& exception) {
        qCritical("an event handler failed: %s", exception.what());
    }
    m_depth -= ofGuiThread ? 1 : 0;
    return handled;
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
