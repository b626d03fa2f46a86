#pragma once

#include <QElapsedTimer>
#include <chrono>

namespace hearth {

/// Times one event of the GUI thread and logs it where it kept the thread for longer than 8 ms: the window
/// answered nothing meanwhile. The log names the receiver and the type of the event, and tells how much of
/// the time was Hearth's own processor time; the rest went to other programs. At work in debug builds and
/// with HEARTH_WATCHDOG set; else it costs nothing. GUI thread.
class GuiWatchdog {
 public:
    /// The receiver's class outlives the event; the receiver itself may not.
    GuiWatchdog(const char* receiver, int eventType);
    ~GuiWatchdog();

    GuiWatchdog(const GuiWatchdog&) = delete;
    GuiWatchdog& operator=(const GuiWatchdog&) = delete;

 private:
    const char* m_receiver;
    int m_eventType;
    QElapsedTimer m_wall;
    std::chrono::microseconds m_processor{};
};

}  // namespace hearth
