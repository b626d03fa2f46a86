#include "hub/safe_name.h"

#include "hub/letter_case.h"

#include <hearth/utf8.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace hearth::hub {

namespace {

constexpr std::size_t kLongestPart = 255;
constexpr std::size_t kLongestPath = 1024;
constexpr std::size_t kLongestIdPart = 96;
constexpr std::size_t kLongestRevision = 200;
constexpr std::size_t kSha256Digits = 64;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// CON, NUL.txt, com1, …: names of Windows' devices, with any ending.
bool is_device(std::string_view part) {
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
    if (is_device(part)) {
        return "a part of the name is a device on Windows";
    }
    return std::nullopt;
}

/// Whether `text` is made of letters, digits and the characters of `others` alone.
bool is_made_of(std::string_view text, std::string_view others) {
    return std::ranges::all_of(
        text, [&](char c) { return is_letter_or_digit(c) || others.find(c) != std::string_view::npos; });
}

bool is_id_part(std::string_view part) {
    const auto is_end = [](char c) { return is_letter_or_digit(c) || c == '_'; };
    return !part.empty() && part.size() <= kLongestIdPart && is_made_of(part, "._-") &&
           is_end(part.front()) && is_end(part.back()) && !is_device(part);
}

}  // namespace

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

bool is_model_id(std::string_view id) {
    const std::size_t slash = id.find('/');
    return slash != std::string_view::npos && is_id_part(id.substr(0, slash)) &&
           is_id_part(id.substr(slash + 1));
}

bool is_revision(std::string_view revision) {
    return revision.size() <= kLongestRevision && is_made_of(revision, "._-/") && is_safe_path(revision) &&
           revision.find("..") == std::string_view::npos;
}

std::optional<std::string> sha256_of_digest(std::string_view digest) {
    constexpr std::string_view kPrefix = "sha256:";
    if (digest.starts_with(kPrefix)) {
        digest.remove_prefix(kPrefix.size());
    }
    const bool hexadecimal = std::ranges::all_of(digest, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    });
    if (digest.size() != kSha256Digits || !hexadecimal) {
        return std::nullopt;
    }
    return lower(digest);
}

}  // namespace hearth::hub
