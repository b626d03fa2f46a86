#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

namespace hearth::transfers {

/// The person's switch: while it is on nothing is sent. HttpClient asks it before every request and every
/// socket; who keeps connections for later closes them when it is turned on. Thread-safe.
class OfflineSwitch {
 public:
    /// Hears of the switch being turned on as long as it lives. `turned_on` is called on the thread that
    /// turns it, and must not wait.
    class Watcher {
     public:
        /// The switch outlives it.
        Watcher(const OfflineSwitch& offline, std::function<void()> turned_on);
        Watcher(const Watcher&) = delete;
        Watcher& operator=(const Watcher&) = delete;
        /// Once it has returned nothing is called any more.
        ~Watcher();

     private:
        friend class OfflineSwitch;
        const OfflineSwitch& offline_;
        const std::function<void()> turned_on_;
    };

    bool is_on() const { return on_.load(); }
    void set(bool on);

 private:
    std::atomic<bool> on_{false};
    mutable std::mutex mutex_;
    mutable std::vector<const Watcher*> watchers_;  ///< who looks at a switch does not change it
};

}  // namespace hearth::transfers
