#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hearth::cli {

/// A bar on standard error while something long runs; nothing at all where that is not a terminal. Removes
/// itself.
class ProgressBar {
 public:
    explicit ProgressBar(std::string title);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    void show(std::uint64_t done, std::uint64_t total);

 private:
    std::string title_;
    bool on_terminal_;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_{};
};

}  // namespace hearth::cli
