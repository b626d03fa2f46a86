#pragma once

#include <hearth/probe.h>
#include <hearth/result.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace hearth {

/// The time a probe has, its progress, and the wish to give up.
class ProbePace {
 public:
    using Clock = std::chrono::steady_clock;

    ProbePace(std::chrono::milliseconds duration, const ProbeProgress& progress)
        : begin_(Clock::now()), duration_(duration), progress_(progress) {}

    /// Tells how far it is; cancelled where that answers so.
    Status check() const;
    /// Seconds that are left; 0 when the time is over.
    double seconds_left() const;

    /// Notes time that was spent in measurements, of the clock and of all this program's threads together.
    void spent(double seconds, double processor_seconds);
    /// The part of their time that `thread_count` threads had a processor, at most 1.
    double processor_share(std::uint32_t thread_count) const;

 private:
    double seconds_gone() const;

    Clock::time_point begin_;
    std::chrono::duration<double> duration_;
    const ProbeProgress& progress_;
    double measured_seconds_ = 0;
    double processor_seconds_ = 0;
};

/// One of several measurements that take turns, so that what else the machine does meets all of them alike.
struct Measured {
    std::function<Result<double>()> measure;  ///< seconds of one run
    std::vector<double> seconds{};

    /// What it takes where nothing else runs: only a tenth of the runs were faster. Other programs make a run
    /// longer, never shorter, and a probe is kept for longer than they are busy.
    double undisturbed() const;
};

/// Runs every measurement once to warm up, then in turns for about `seconds`, at least `least` times each.
Status measure_in_turns(std::vector<Measured>& measurements, double seconds, int least, ProbePace& pace);

}  // namespace hearth
