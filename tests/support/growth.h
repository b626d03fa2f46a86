#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>

namespace hearth::test {

/// Processor time of this thread: other programs of a busy machine do not count.
inline std::chrono::nanoseconds thread_time() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

/// Processor time of one run, at least a millisecond: below it there is nothing to compare.
template <class Work>
std::chrono::nanoseconds time_of(Work work) {
    const auto start = thread_time();
    work();
    return std::max(thread_time() - start, std::chrono::nanoseconds(std::chrono::milliseconds(1)));
}

/// Whether `more` takes at most `times` times the processor time of `less`. A ratio of two runs, so that slow
/// machines and sanitizers do not matter; what disturbs one of five tries is forgiven.
template <class Less, class More>
bool takes_at_most(double times, Less less, More more) {
    for (int attempt = 0; attempt < 5; ++attempt) {
        const auto small = time_of(less);
        if (static_cast<double>(time_of(more).count()) <= times * static_cast<double>(small.count())) {
            return true;
        }
    }
    return false;
}

/// Whether the time of `work(size)` grows in proportion to the size: eight times the size takes less than 24
/// times as long, where quadratic work takes 64 times.
template <class Work>
bool grows_linearly(Work work, std::size_t size) {
    return takes_at_most(
        24, [&] { work(size / 8); }, [&] { work(size); });
}

}  // namespace hearth::test
