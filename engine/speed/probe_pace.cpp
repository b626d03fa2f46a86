#include "speed/probe_pace.h"

#include <algorithm>
#include <cstddef>
#include <ctime>

namespace hearth {

namespace {

/// Of all threads of this program.
double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace

void ProbePace::spent(double seconds, double processor_seconds) {
    measured_seconds_ += seconds;
    processor_seconds_ += processor_seconds;
}

double ProbePace::processor_share(std::uint32_t thread_count) const {
    return measured_seconds_ > 0 ? std::min(1.0, processor_seconds_ / (measured_seconds_ * thread_count)) : 1;
}

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
    const auto place = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 4);
    std::nth_element(sorted.begin(), place, sorted.end());
    return *place;
}

Status measure_in_turns(std::vector<Measured>& measurements, double seconds, int least, ProbePace& pace) {
    for (const Measured& each : measurements) {
        HEARTH_TRY(pace.check());
        if (auto warm_up = each.measure(); !warm_up) {
            return std::move(warm_up).error();
        }
    }
    const double processor_begin = processor_seconds();
    const auto begin = ProbePace::Clock::now();
    const auto gone = [&] { return std::chrono::duration<double>(ProbePace::Clock::now() - begin).count(); };
    for (int turn = 0; turn < least || gone() < seconds; ++turn) {
        for (Measured& each : measurements) {
            HEARTH_TRY(pace.check());
            HEARTH_TRY_ASSIGN(const double time, each.measure());
            each.seconds.push_back(time);
        }
    }
    pace.spent(gone(), processor_seconds() - processor_begin);
    return {};
}

}  // namespace hearth
