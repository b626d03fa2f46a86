#pragma once

#include "cli/interrupt.h"

#include <chrono>
#include <stop_token>
#include <thread>

namespace hearth::cli {

/// Asks for a stop as soon as the person does; an Interrupt must live meanwhile.
class InterruptWatch {
 public:
    std::stop_token token() const { return wish_.get_token(); }

 private:
    std::stop_source wish_;
    std::jthread watcher_{[this](const std::stop_token& end) {
        constexpr std::chrono::milliseconds kPatience{50};
        while (!end.stop_requested()) {
            if (Interrupt::count() > 0) {
                wish_.request_stop();
                return;
            }
            std::this_thread::sleep_for(kPatience);
        }
    }};
};

}  // namespace hearth::cli
