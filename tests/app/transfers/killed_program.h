#pragma once

#include "transfers/download.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace hearth::test {

/// Runs download_program for the first source of the request; `pieces` over several lines. Kills it after a
/// while, or has it die after that call on files. True: it was killed; false: it was quicker.
bool run_and_kill(const std::string& program, const transfers::DownloadRequest& request, bool pieces,
                  std::optional<std::chrono::milliseconds> after, std::optional<std::uint64_t> call);

}  // namespace hearth::test
