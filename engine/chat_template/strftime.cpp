#include "chat_template/strftime.h"

#include "chat_template/failure.h"

#include <array>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kWeekdays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                       "Thursday", "Friday", "Saturday"};

class TimeFormatter {
 public:
    explicit TimeFormatter(std::chrono::local_seconds time)
        : day_(std::chrono::floor<std::chrono::days>(time)), date_(day_), clock_(time - day_) {}

    std::string run(std::string_view format) const {
        std::string out;
        for (std::size_t i = 0; i < format.size(); ++i) {
            if (format[i] != '%') {
                out += format[i];
                continue;
            }
            ++i;
            const bool unpadded = i < format.size() && format[i] == '-';
            i += unpadded ? 1 : 0;
            if (i >= format.size()) {
                fail_operation("strftime_now: the format ends after %");
            }
            std::string text = conversion(format[i]);
            if (unpadded) {
                const std::size_t digit = text.find_first_not_of("0 ");
                text.erase(0, std::min(digit, text.size() - 1));
            }
            out += text;
        }
        return out;
    }

 private:
    int year() const { return static_cast<int>(date_.year()); }
    unsigned month() const { return static_cast<unsigned>(date_.month()); }
    unsigned day() const { return static_cast<unsigned>(date_.day()); }
    unsigned weekday() const { return std::chrono::weekday(day_).c_encoding(); }
    long hour() const { return clock_.hours().count(); }
    long hour12() const { return hour() % 12 == 0 ? 12 : hour() % 12; }
    long minute() const { return clock_.minutes().count(); }
    long second() const { return clock_.seconds().count(); }
    long day_of_year() const {
        return (day_ - std::chrono::local_days(date_.year() / std::chrono::January / 1)).count();
    }
    unsigned iso_weekday() const { return weekday() == 0 ? 7 : weekday(); }

    /// Year and week of ISO 8601: weeks start on Monday, the first has the year's first Thursday.
    std::pair<int, long> iso_week() const {
        const auto thursday = day_ + std::chrono::days(4 - static_cast<int>(iso_weekday()));
        const std::chrono::year_month_day its_date(thursday);
        const auto first = std::chrono::local_days(its_date.year() / std::chrono::January / 1);
        return {static_cast<int>(its_date.year()), (thursday - first).count() / 7 + 1};
    }

    std::string conversion(char kind) const {
        switch (kind) {
            case '%':
                return "%";
            case 'n':
                return "\n";
            case 't':
                return "\t";
            case 'a':
                return std::string(kWeekdays[weekday()].substr(0, 3));
            case 'A':
                return std::string(kWeekdays[weekday()]);
            case 'b':
            case 'h':
                return std::string(kMonths[month() - 1].substr(0, 3));
            case 'B':
                return std::string(kMonths[month() - 1]);
            case 'c':
                return run("%a %b %e %H:%M:%S %Y");
            case 'C':
                return fmt::format("{:02}", year() / 100);
            case 'd':
                return fmt::format("{:02}", day());
            case 'D':
            case 'x':
                return run("%m/%d/%y");
            case 'e':
                return fmt::format("{:2}", day());
            case 'F':
                return run("%Y-%m-%d");
            case 'g':
                return fmt::format("{:02}", iso_week().first % 100);
            case 'G':
                return fmt::format("{}", iso_week().first);
            case 'H':
                return fmt::format("{:02}", hour());
            case 'I':
                return fmt::format("{:02}", hour12());
            case 'j':
                return fmt::format("{:03}", day_of_year() + 1);
            case 'k':
                return fmt::format("{:2}", hour());
            case 'l':
                return fmt::format("{:2}", hour12());
            case 'm':
                return fmt::format("{:02}", month());
            case 'M':
                return fmt::format("{:02}", minute());
            case 'p':
                return hour() < 12 ? "AM" : "PM";
            case 'P':
                return hour() < 12 ? "am" : "pm";
            case 'r':
                return run("%I:%M:%S %p");
            case 'R':
                return run("%H:%M");
            case 'S':
                return fmt::format("{:02}", second());
            case 'T':
            case 'X':
                return run("%H:%M:%S");
            case 'u':
                return fmt::format("{}", iso_weekday());
            case 'U':
                return fmt::format("{:02}", (day_of_year() + 7 - weekday()) / 7);
            case 'V':
                return fmt::format("{:02}", iso_week().second);
            case 'w':
                return fmt::format("{}", weekday());
            case 'W':
                return fmt::format("{:02}", (day_of_year() + 7 - (iso_weekday() - 1)) / 7);
            case 'y':
                return fmt::format("{:02}", year() % 100);
            case 'Y':
                return fmt::format("{}", year());
            case 'f':
                return "000000";  // the clock has whole seconds
            case 'z':
            case 'Z':
                return "";  // as Python prints a time without a time zone
            default:
                break;
        }
        fail_operation(fmt::format("strftime_now: unknown conversion '%{}'", escaped({&kind, 1})));
    }

    std::chrono::local_days day_;
    std::chrono::year_month_day date_;
    std::chrono::hh_mm_ss<std::chrono::seconds> clock_;
};

}  // namespace

std::string format_time(std::chrono::local_seconds time, std::string_view format) {
    return TimeFormatter(time).run(format);
}

}  // namespace hearth::jinja
