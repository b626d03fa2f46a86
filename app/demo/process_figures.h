#pragma once

#include <chrono>
#include <cstdint>

namespace hearth {

/// What the kernel says of this process. Linux; elsewhere every figure is zero.
struct ProcessFigures {
    std::chrono::milliseconds age{};            ///< since the kernel made the process; in steps of 10 ms
    std::chrono::microseconds processorTime{};  ///< of all threads
    std::uint64_t residentBytes = 0;

    static ProcessFigures now();
};

/// Gives freed memory back to the system, so that two readings of the resident size can be compared.
void returnFreedMemory();

}  // namespace hearth
