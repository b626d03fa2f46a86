#pragma once

#include <QGuiApplication>

namespace hearth {

/// The application object. Where the watchdog is on it times every event, to be able to name the slowest; otherwise it is a
/// QGuiApplication whose exceptions do not leave the event loop: a handler that throws is logged, and the window lives on.
class GuiApplication : public QGuiApplication {
    Q_OBJECT

 public:
    GuiApplication(int& argc, char** argv);

    bool notify(QObject* receiver, QEvent* event) override;

    /// "QQuickWindow UpdateRequest 12.1 ms": the slowest event since the last call; "nothing that is timed" without one.
    static QString takeSlowestEvent();

    /// From now on SIGINT, SIGTERM and SIGHUP end the program in order: askedToEnd(). A second one ends it at once.
    void watchSignals();

 Q_SIGNALS:
    void askedToEnd();

 private:
    bool m_timesEvents;
};

}  // namespace hearth
