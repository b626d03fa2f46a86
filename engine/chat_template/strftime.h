#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace hearth::jinja {

/// The time laid out as C's strftime does in the "C" locale, whatever the locale of the process: only the
/// conversions that need no time zone. Fails on others.
std::string format_time(std::chrono::local_seconds time, std::string_view format);

}  // namespace hearth::jinja
