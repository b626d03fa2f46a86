#pragma once

#include <QGuiApplication>

namespace hearth {

/// The application object: watches how long every event takes (GuiWatchdog), and exceptions do not leave its
/// event loop: a handler that throws is logged, and the window lives on.
class GuiApplication : public QGuiApplication {
    Q_OBJECT

 public:
    GuiApplication(int& argc, char** argv);

    bool notify(QObject* receiver, QEvent* event) override;

    /// From now on SIGINT, SIGTERM and SIGHUP end the program in order: askedToEnd(). A second one ends it at
    /// once.
    void watchSignals();

 Q_SIGNALS:
    void askedToEnd();

 private:
    int m_depth = 0;  ///< events within events
};

}  // namespace hearth
