#include "format/huggingface/file_name_rule.h"

#include <hearth/utf8.h>

#include <algorithm>
#include <array>
#include <string>

namespace hearth {

namespace {

constexpr std::array<std::string_view, 6> kDevices = {"AUX", "CON", "CONIN$", "CONOUT$", "NUL", "PRN"};

/// Names that Windows takes for devices, whatever follows the first dot.
bool is_device(std::string_view part) {
    std::string stem(part.substr(0, part.find('.')));
    stem.erase(stem.find_last_not_of(' ') + 1);
    std::ranges::transform(stem, stem.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    if (std::ranges::find(kDevices, stem) != kDevices.end()) {
        return true;
    }
    if (!stem.starts_with("COM") && !stem.starts_with("LPT")) {
        return false;
    }
    const std::string_view number = std::string_view(stem).substr(3);
    return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "\u00b9" ||
           number == "\u00b2" || number == "\u00b3";
}

bool is_safe_part(std::string_view part) {
    constexpr std::size_t kLongestPart = 255;
    constexpr std::string_view kForbidden = "<>:\"|?*\\";
    return !part.empty() && part.size() <= kLongestPart && part != ".." && part.back() != '.' &&
           part.back() != ' ' &&
           std::ranges::none_of(part,
                                [&](char c) {
                                    const auto byte = static_cast<unsigned char>(c);
                                    return byte < 0x20 || byte == 0x7F ||
                                           kForbidden.find(c) != std::string_view::npos;
                                }) &&
           !is_device(part);
}

}  // namespace

bool is_safe_file_name(std::string_view name) {
    constexpr std::size_t kLongestName = 1024;
    if (name.empty() || name.size() > kLongestName || find_invalid_utf8(name)) {
        return false;
    }
    while (true) {
        const std::size_t slash = name.find('/');
        if (!is_safe_part(name.substr(0, slash))) {
            return false;
        }
        if (slash == std::string_view::npos) {
            return true;
        }
        name.remove_prefix(slash + 1);
    }
}

}  // namespace hearth
