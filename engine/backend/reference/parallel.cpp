#include "backend/reference/parallel.h"

#include <exception>
#include <thread>
#include <vector>

namespace hearth::reference {

void for_each_range(std::uint32_t count, std::uint32_t thread_count,
                    const std::function<void(std::uint32_t first, std::uint32_t last)>& body) {
    const auto bound = [&](std::uint32_t thread) {
        return static_cast<std::uint32_t>(std::uint64_t{count} * thread / thread_count);
    };
    std::vector<std::exception_ptr> failures(thread_count);
    const auto run = [&](std::uint32_t thread) noexcept {
        try {
            body(bound(thread), bound(thread + 1));
        } catch (...) {
            failures[thread] = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t thread = 1; thread < thread_count; ++thread) {
            threads.emplace_back(run, thread);
        }
        run(0);
    }
    for (const std::exception_ptr& failure : failures) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    }
}

}  // namespace hearth::reference
