#include "backend/reference/parallel.h"

namespace hearth::reference {

void for_each_range(ThreadPool& threads, std::uint32_t count,
                    const std::function<void(std::uint32_t first, std::uint32_t last)>& body) {
    const auto bound = [&](std::uint32_t thread) {
        return static_cast<std::uint32_t>(std::uint64_t{count} * thread / threads.size());
    };
    threads.run([&](std::uint32_t thread) { body(bound(thread), bound(thread + 1)); });
}

}  // namespace hearth::reference
