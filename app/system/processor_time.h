#pragma once

#include <chrono>

namespace hearth {

/// Processor time that the calling thread has used: what its work would take if nothing else ran. Zero where
/// the system does not tell.
std::chrono::microseconds threadProcessorTime();

}  // namespace hearth
