#include "speed/probe_pace.h"

#include <algorithm>
#include <cstddef>

namespace hearth {

double ProbePace::seconds_gone() const {
    return std::chrono::duration<double>(Clock::now() - begin_).count();
}

double ProbePace::seconds_left() const {
    return std::max(0.0, duration_.count() - seconds_gone());
}

Status ProbePace::check() const {
    const double part = duration_.count() > 0 ? std::min(1.0, seconds_gone() / duration_.count()) : 1;
    if (progress_ && progress_(part) == LoadControl::stop) {
        return Error{ErrorCode::cancelled, "Measuring the device was cancelled."};
    }
    return {};
}

double Measured::undisturbed() const {
    std::vector<double> sorted = seconds;
    const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 10);
    std::nth_element(sorted.begin(), place, sorted.end());
    return *place;
}

Status measure_in_turns(std::vector<Measured>& measurements, double seconds, int least,
                        const ProbePace& pace) {
    for (const Measured& each : measurements) {
        HEARTH_TRY(pace.check());
        if (auto warm_up = each.measure(); !warm_up) {
            return std::move(warm_up).error();
        }
    }
    const auto begin = ProbePace::Clock::now();
    const auto gone = [&] { return std::chrono::duration<double>(ProbePace::Clock::now() - begin).count(); };
    for (int turn = 0; turn < least || gone() < seconds; ++turn) {
        for (Measured& each : measurements) {
            HEARTH_TRY(pace.check());
            HEARTH_TRY_ASSIGN(const double time, each.measure());
            each.seconds.push_back(time);
        }
    }
    return {};
}

}  // namespace hearth
