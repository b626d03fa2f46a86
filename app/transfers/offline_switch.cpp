#include "transfers/offline_switch.h"

#include <utility>

namespace hearth::transfers {

OfflineSwitch::Watcher::Watcher(const OfflineSwitch& offline, std::function<void()> turned_on)
    : offline_(offline), turned_on_(std::move(turned_on)) {
    const std::scoped_lock lock(offline_.mutex_);
    offline_.watchers_.push_back(this);
}

OfflineSwitch::Watcher::~Watcher() {
    const std::scoped_lock lock(offline_.mutex_);
    std::erase(offline_.watchers_, this);
}

void OfflineSwitch::set(bool on) {
    on_.store(on);
    if (!on) {
        return;
    }
    const std::scoped_lock lock(mutex_);
    for (const Watcher* watcher : watchers_) {
        watcher->turned_on_();
    }
}

}  // namespace hearth::transfers
