#include "cli/progress_bar.h"

#include "cli/terminal.h"
#include "cli/terminal_text.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace hearth::cli {

ProgressBar::ProgressBar(std::string title)
    : title_(terminal_name(title)), on_terminal_(is_terminal(Stream::error)) {}

ProgressBar::~ProgressBar() {
    if (shown_) {
        std::fputs("\r\x1b[K", stderr);
    }
}

void ProgressBar::show(std::uint64_t done, std::uint64_t total) {
    constexpr std::uint64_t kWidth = 32;
    constexpr auto kPeriod = std::chrono::milliseconds(50);
    const auto now = std::chrono::steady_clock::now();
    if (!on_terminal_ || total == 0 || (now - last_ < kPeriod && done < total)) {
        return;
    }
    last_ = now;
    shown_ = true;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    const auto filled = static_cast<std::size_t>(share * kWidth);
    const std::string line = fmt::format("\r{} [{}{}] {:3.0f} %", title_, std::string(filled, '#'),
                                         std::string(kWidth - filled, '.'), share * 100);
    std::fputs(line.c_str(), stderr);
}

}  // namespace hearth::cli
