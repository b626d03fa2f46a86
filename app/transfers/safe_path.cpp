#include "transfers/safe_path.h"

#include "transfers/header_text.h"

#include <hearth/utf8.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace hearth::transfers {

namespace {

constexpr std::size_t kLongestPart = 255;
constexpr std::size_t kLongestPath = 1024;

std::optional<std::string> unsafe_part_reason(std::string_view part) {
    if (part.empty()) {
        return "a part of the name is empty";
    }
    if (part.size() > kLongestPart) {
        return "a part of the name is longer than 255 bytes";
    }
    if (part.front() == '.') {
        return "a part of the name begins with a dot";
    }
    if (part.back() == '.' || part.back() == ' ') {
        return "a part of the name ends in a dot or a space";
    }
    if (is_device_name(part)) {
        return "a part of the name is a device on Windows";
    }
    return std::nullopt;
}

}  // namespace

bool is_device_name(std::string_view part) {
    std::string stem = upper(part.substr(0, part.find('.')));
    stem.erase(stem.find_last_not_of(' ') + 1);
    constexpr std::array<std::string_view, 6> kDevices{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"};
    if (std::ranges::find(kDevices, stem) != kDevices.end()) {
        return true;
    }
    if (!stem.starts_with("COM") && !stem.starts_with("LPT")) {
        return false;
    }
    const std::string_view number = std::string_view(stem).substr(3);
    // The raised digits 1 to 3 count as well.
    constexpr std::array<std::string_view, 3> kRaised{"\xC2\xB9", "\xC2\xB2", "\xC2\xB3"};
    return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') ||
           std::ranges::find(kRaised, number) != kRaised.end();
}

std::optional<std::string> unsafe_path_reason(std::string_view path) {
    if (path.size() > kLongestPath) {
        return "the name is longer than 1024 bytes";
    }
    for (const char c : path) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            return "the name holds a control character";
        }
        if (std::string_view("\\:*?\"<>|").find(c) != std::string_view::npos) {
            return std::string("the name holds the character ") + c;
        }
    }
    if (!is_utf8(path)) {
        return "the name is no UTF-8";
    }
    while (true) {
        const std::size_t slash = path.find('/');
        if (std::optional<std::string> reason = unsafe_part_reason(path.substr(0, slash))) {
            return reason;
        }
        if (slash == std::string_view::npos) {
            return std::nullopt;
        }
        path.remove_prefix(slash + 1);
    }
}

bool is_safe_path(std::string_view path) {
    return !unsafe_path_reason(path);
}

bool is_plain_file_name(std::string_view name) {
    return name.find('/') == std::string_view::npos && is_safe_path(name);
}

}  // namespace hearth::transfers
