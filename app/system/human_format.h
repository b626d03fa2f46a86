#pragma once

#include <QString>
#include <chrono>

namespace hearth {

/// Numbers as people read them, in the default QLocale (the language of the interface). Never for files or
/// the engine. Pure; any thread.

/// "398 MB", "6.1 GB": decimal units as disks and download pages use them, two figures where they matter.
QString formatBytes(quint64 bytes);

/// "8.9 of 12.0 GB": both in the unit of the larger; "98 MB of 16.0 GB" where a part would be less than one
/// of it.
QString formatBytesOf(quint64 part, quint64 whole);

/// "1,234": grouped digits.
QString formatCount(qint64 count);

/// "5.3k", "8k", "131k": tokens where room is short. Below 1,000 the exact number.
QString formatTokens(qint64 tokens);

/// "29", "8.4": tokens per second without the unit.
QString formatRate(double perSecond);

/// "43 %".
QString formatPercent(double share);

/// "0.21 s", "12 s", "3 min", "2 h 5 min".
QString formatDuration(std::chrono::milliseconds duration);

/// The same of what is known to the second: "8 s".
QString formatSeconds(std::chrono::seconds duration);

}  // namespace hearth
