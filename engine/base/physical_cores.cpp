#include "base/control_groups.h"
#include "base/first_line.h"
#include "base/thread_pool.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#ifdef __linux__
#include <sched.h>
#endif

namespace hearth {
namespace {

#ifdef __linux__

/// The logical processors this process may be scheduled on.
std::vector<unsigned> allowed_processors() {
    std::vector<unsigned> processors;
    // The kernel refuses a set smaller than its own: grow until it fits.
    for (std::size_t count = 1024; count <= 65536 && processors.empty(); count *= 2) {
        cpu_set_t* set = CPU_ALLOC(count);
        if (set == nullptr) {
            break;
        }
        const std::size_t bytes = CPU_ALLOC_SIZE(count);
        if (sched_getaffinity(0, bytes, set) == 0) {
            for (std::size_t i = 0; i < count; ++i) {
                if (CPU_ISSET_S(i, bytes, set)) {
                    processors.push_back(static_cast<unsigned>(i));
                }
            }
        }
        CPU_FREE(set);
    }
    return processors;
}

/// Distinct cores among the allowed processors: those with the same siblings are one.
std::uint32_t allowed_cores() {
    std::set<std::string> cores;
    for (const unsigned processor : allowed_processors()) {
        const std::string name = std::to_string(processor);
        const std::string siblings =
            first_line("/sys/devices/system/cpu/cpu" + name + "/topology/thread_siblings_list");
        cores.insert(siblings.empty() ? "processor " + name : siblings);
    }
    return static_cast<std::uint32_t>(cores.size());
}

std::optional<double> number(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && value > 0 ? std::optional(value) : std::nullopt;
}

/// The smallest processor quota of the control groups this process is in, in processors.
std::optional<double> quota() {
    std::optional<double> least;
    const auto consider = [&](const std::optional<double>& limit, const std::optional<double>& period) {
        if (limit && period) {
            least = std::min(least.value_or(*limit / *period), *limit / *period);
        }
    };
    for (const ControlGroup& group : control_groups("cpu")) {
        if (group.version == ControlGroup::Version::two) {
            const std::string limits =
                first_line(group.folder / "cpu.max");  // "max 100000" or "200000 100000"
            const std::size_t space = limits.find(' ');
            if (space != std::string::npos) {
                consider(number(limits.substr(0, space)), number(limits.substr(space + 1)));
            }
        } else {
            consider(number(first_line(group.folder / "cpu.cfs_quota_us")),
                     number(first_line(group.folder / "cpu.cfs_period_us")));
        }
    }
    return least;
}

#endif

}  // namespace

std::uint32_t ThreadPool::physical_cores() {
#ifdef __linux__
    std::uint32_t cores = allowed_cores();
    if (const std::optional<double> limit = quota(); limit) {
        cores = std::min(cores, static_cast<std::uint32_t>(std::max(1.0, std::floor(*limit))));
    }
    return std::max(cores, 1U);
#else
    return std::max(std::thread::hardware_concurrency(), 1U);
#endif
}

}  // namespace hearth
