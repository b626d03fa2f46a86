#pragma once

#include <atomic>

namespace hearth::transfers {

/// The person's switch: while it is on nothing is sent. HttpClient asks it before every request and every
/// socket. Thread-safe.
class OfflineSwitch {
 public:
    bool is_on() const { return on_.load(); }
    void set(bool on) { on_.store(on); }

 private:
    std::atomic<bool> on_{false};
};

}  // namespace hearth::transfers
