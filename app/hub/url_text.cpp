#include "hub/url_text.h"

#include <charconv>
#include <cstdint>

namespace hearth::hub {

namespace {

bool stays(char c, bool keep_slashes) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-._~").find(c) != std::string_view::npos || (keep_slashes && c == '/');
}

}  // namespace

std::string percent_encoded(std::string_view text, bool keep_slashes) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string result;
    result.reserve(text.size());
    for (const char c : text) {
        if (stays(c, keep_slashes)) {
            result += c;
            continue;
        }
        const auto byte = static_cast<std::uint8_t>(c);
        result += '%';
        result += kDigits[byte >> 4U];
        result += kDigits[byte & 0xFU];
    }
    return result;
}

std::optional<std::string> percent_decoded(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        std::uint8_t byte = 0;
        const std::string_view pair = text.substr(i + 1, 2);
        const auto [end, error] = std::from_chars(pair.data(), pair.data() + pair.size(), byte, 16);
        if (pair.size() != 2 || error != std::errc() || end != pair.data() + pair.size()) {
            return std::nullopt;
        }
        result += static_cast<char>(byte);
        i += 2;
    }
    return result;
}

void add_parameter(std::string& url, std::string_view key, std::string_view value) {
    url += url.find('?') == std::string::npos ? '?' : '&';
    url += key;
    url += '=';
    url += percent_encoded(value);
}

}  // namespace hearth::hub
