#include "system/human_format.h"

#include <QCoreApplication>
#include <QLocale>
#include <array>
#include <cmath>

namespace hearth {

namespace {

class HumanFormat {
    Q_DECLARE_TR_FUNCTIONS(HumanFormat)
};

struct Unit {
    double bytes;
    const char* name;
};

constexpr std::array<Unit, 5> kUnits{{{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"}}};

/// The largest unit of which `bytes` is at least one once rounded: 999,999 B is 1.0 MB, not 1,000 kB.
const Unit& unitOf(double bytes) {
    for (const Unit& unit : kUnits) {
        if (bytes >= unit.bytes * 0.9995) {
            return unit;
        }
    }
    return kUnits.back();
}

/// Tenths for gigabytes and more, whole numbers below; bytes never have tenths.
QString number(double bytes, const Unit& unit) {
    return QLocale().toString(bytes / unit.bytes, 'f', unit.bytes >= 1e9 ? 1 : 0);
}

}  // namespace

QString formatBytes(quint64 bytes) {
    const auto value = static_cast<double>(bytes);
    const Unit& unit = unitOf(value);
    return number(value, unit) + QChar(QChar::Nbsp) + QLatin1String(unit.name);
}

QString formatBytesOf(quint64 part, quint64 whole) {
    const Unit& unit = unitOf(static_cast<double>(qMax(part, whole)));
    if (part > 0 && static_cast<double>(part) < unit.bytes && part < whole) {
        return HumanFormat::tr("%1 of %2", "a part in a smaller unit than the whole")
            .arg(formatBytes(part), formatBytes(whole));
    }
    return HumanFormat::tr("%1 of %2 %3", "used memory, all memory, unit")
        .arg(number(static_cast<double>(part), unit), number(static_cast<double>(whole), unit),
             QLatin1String(unit.name));
}

QString formatCount(qint64 count) {
    return QLocale().toString(count);
}

QString formatTokens(qint64 tokens) {
    if (std::abs(tokens) < 1000) {
        return QLocale().toString(tokens);
    }
    const double thousands = static_cast<double>(tokens) / 1000.0;
    const double tenths = std::round(thousands * 10) / 10;
    const bool whole = std::abs(thousands) >= 99.95 || tenths == std::floor(tenths);
    return HumanFormat::tr("%1k", "thousands of tokens")
        .arg(QLocale().toString(thousands, 'f', whole ? 0 : 1));
}

QString formatRate(double perSecond) {
    return QLocale().toString(perSecond, 'f', perSecond < 9.95 ? 1 : 0);
}

QString formatPercent(double share) {
    return HumanFormat::tr("%1 %", "a share").arg(QLocale().toString(share * 100, 'f', 0));
}

QString formatDuration(std::chrono::milliseconds duration) {
    const double seconds = static_cast<double>(duration.count()) / 1000.0;
    if (seconds < 1) {
        return HumanFormat::tr("%1 s").arg(QLocale().toString(seconds, 'f', 2));
    }
    if (seconds < 9.95) {
        return HumanFormat::tr("%1 s").arg(QLocale().toString(seconds, 'f', 1));
    }
    if (seconds < 99.5) {
        return HumanFormat::tr("%1 s").arg(QLocale().toString(seconds, 'f', 0));
    }
    const qint64 minutes = std::llround(seconds / 60);
    if (minutes < 60) {
        return HumanFormat::tr("%1 min").arg(QLocale().toString(minutes));
    }
    return HumanFormat::tr("%1 h %2 min")
        .arg(QLocale().toString(minutes / 60), QLocale().toString(minutes % 60));
}

QString formatSeconds(std::chrono::seconds duration) {
    constexpr std::chrono::seconds kNoTenths{10};
    return duration < kNoTenths ? HumanFormat::tr("%1 s").arg(QLocale().toString(qlonglong{duration.count()}))
                                : formatDuration(std::chrono::milliseconds(duration));
}

}  // namespace hearth
