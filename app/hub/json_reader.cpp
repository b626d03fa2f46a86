#include "hub/json_reader.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <system_error>

namespace hearth::hub {

namespace {

using nlohmann::json;

constexpr std::size_t kMostDepth = 64;
constexpr std::size_t kMostValues = 500'000;

/// Looks at brackets and commas outside of texts alone; whether it is JSON is for the parser to say.
bool is_modest(std::string_view text) {
    std::size_t depth = 0;
    std::size_t values = 0;
    bool in_text = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text) {
            i += c == '\\' ? 1 : 0;
            in_text = c != '"';
            continue;
        }
        in_text = c == '"';
        if (c == '[' || c == '{') {
            ++depth;
            ++values;
        } else if (c == ',') {
            ++values;
        } else if ((c == ']' || c == '}') && depth > 0) {
            --depth;
        }
        if (depth > kMostDepth || values > kMostValues) {
            return false;
        }
    }
    return true;
}

const json* field(const json& object, const char* key) {
    if (!object.is_object()) {
        return nullptr;
    }
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

std::string clean(std::string text, std::size_t most_bytes) {
    if (text.size() > most_bytes) {
        // Back to the begin of the character that would be cut.
        std::size_t end = most_bytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;
        }
        text.resize(end);
    }
    std::ranges::replace_if(
        text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return text;
}

template <class T>
std::optional<T> digits(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || text.empty() || text.front() == '-') {
        return std::nullopt;
    }
    return value;
}

/// "Z", nothing, or "+08:00".
std::optional<std::chrono::minutes> offset_of(std::string_view text) {
    if (text.empty() || text == "Z") {
        return std::chrono::minutes{0};
    }
    if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') {
        return std::nullopt;
    }
    const auto hours = digits<int>(text.substr(1, 2));
    const auto minutes = digits<int>(text.substr(4, 2));
    if (!hours || !minutes || *hours > 23 || *minutes > 59) {
        return std::nullopt;
    }
    const std::chrono::minutes offset{*hours * 60 + *minutes};
    return text[0] == '-' ? -offset : offset;
}

}  // namespace

std::optional<json> parse_json(std::string_view text) {
    if (!is_modest(text)) {
        return std::nullopt;
    }
    json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) {
        return std::nullopt;
    }
    return value;
}

std::string text_of(const json& object, const char* key, std::size_t most_bytes) {
    const json* value = field(object, key);
    return value != nullptr && value->is_string() ? clean(value->get<std::string>(), most_bytes)
                                                  : std::string();
}

std::optional<std::uint64_t> number_of(const json& object, const char* key) {
    const json* value = field(object, key);
    if (value != nullptr && value->is_number_unsigned()) {
        return value->get<std::uint64_t>();
    }
    if (value != nullptr && value->is_string()) {
        return digits<std::uint64_t>(value->get_ref<const std::string&>());
    }
    return std::nullopt;
}

bool flag_of(const json& object, const char* key) {
    const json* value = field(object, key);
    return value != nullptr && value->is_boolean() && value->get<bool>();
}

std::vector<std::string> texts_of(const json& object, const char* key, std::size_t most_items) {
    constexpr std::size_t kMostBytes = 200;
    std::vector<std::string> texts;
    const json* value = field(object, key);
    if (value == nullptr) {
        return texts;
    }
    if (value->is_string()) {
        texts.push_back(clean(value->get<std::string>(), kMostBytes));
    } else if (value->is_array()) {
        for (const json& item : *value) {
            if (item.is_string() && texts.size() < most_items) {
                texts.push_back(clean(item.get<std::string>(), kMostBytes));
            }
        }
    }
    return texts;
}

const json& object_of(const json& object, const char* key) {
    static const json kEmpty = json::object();
    const json* value = field(object, key);
    return value != nullptr && value->is_object() ? *value : kEmpty;
}

const json* list_of(const json& object, const char* key) {
    const json* value = field(object, key);
    return value != nullptr && value->is_array() ? value : nullptr;
}

std::optional<std::int64_t> unix_time_of(std::string_view text) {
    using namespace std::chrono;
    constexpr std::size_t kToSeconds = std::string_view("2025-03-12T10:30:05").size();
    if (text.size() < kToSeconds || text[4] != '-' || text[7] != '-' ||
        (text[10] != 'T' && text[10] != ' ') || text[13] != ':' || text[16] != ':') {
        return std::nullopt;
    }
    const auto year_number = digits<int>(text.substr(0, 4));
    const auto month_number = digits<unsigned>(text.substr(5, 2));
    const auto day_number = digits<unsigned>(text.substr(8, 2));
    const auto hour = digits<int>(text.substr(11, 2));
    const auto minute = digits<int>(text.substr(14, 2));
    const auto second = digits<int>(text.substr(17, 2));
    std::string_view rest = text.substr(kToSeconds);
    if (rest.starts_with('.')) {
        rest.remove_prefix(std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
    }
    const auto offset = offset_of(rest);
    if (!year_number || !month_number || !day_number || !hour || !minute || !second || !offset ||
        *hour > 23 || *minute > 59 || *second > 60) {
        return std::nullopt;
    }
    const year_month_day date{year{*year_number}, month{*month_number}, day{*day_number}};
    if (!date.ok()) {
        return std::nullopt;
    }
    const sys_seconds time =
        sys_days{date} + hours{*hour} + minutes{*minute} + seconds{*second} - seconds{*offset};
    return time.time_since_epoch().count();
}

}  // namespace hearth::hub
