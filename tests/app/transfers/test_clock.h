#pragma once

#include "transfers/clock.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace hearth::test {

/// A clock that stands still until a test moves it.
class TestClock {
 public:
    transfers::Clock clock() const {
        return [now = now_] { return transfers::Time(std::chrono::nanoseconds(now->load())); };
    }
    void advance(std::chrono::milliseconds time) {
        now_->fetch_add(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
    }

 private:
    std::shared_ptr<std::atomic<std::int64_t>> now_ =
        std::make_shared<std::atomic<std::int64_t>>(std::int64_t{1'000'000'000'000});
};

}  // namespace hearth::test
