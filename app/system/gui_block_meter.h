#pragma once

#include <chrono>

namespace hearth {

/// The longest time that one event kept the GUI thread busy: while it lasts the window answers nothing. GuiApplication
/// measures every event (two clock readings each). In debug builds, and with HEARTH_WATCHDOG set, what exceeds 8 ms is
/// logged with the receiver and the type of the event. GUI thread.
class GuiBlockMeter {
 public:
    static std::chrono::microseconds longest();
    static void reset();

    /// Takes one event's time; its receiver's class and its type are named where it is logged.
    static void take(std::chrono::nanoseconds busy, const char* receiver, int eventType);
};

}  // namespace hearth
