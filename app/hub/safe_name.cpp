#include "hub/safe_name.h"

#include "transfers/header_text.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace hearth::hub {

namespace {

using transfers::lower;

constexpr std::size_t kLongestIdPart = 96;
constexpr std::size_t kLongestRevision = 200;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Whether `text` is made of letters, digits and the characters of `others` alone.
bool is_made_of(std::string_view text, std::string_view others) {
    return std::ranges::all_of(
        text, [&](char c) { return is_letter_or_digit(c) || others.find(c) != std::string_view::npos; });
}

bool is_id_part(std::string_view part) {
    const auto is_end = [](char c) { return is_letter_or_digit(c) || c == '_'; };
    return !part.empty() && part.size() <= kLongestIdPart && is_made_of(part, "._-") &&
           is_end(part.front()) && is_end(part.back()) && !transfers::is_device_name(part);
}

}  // namespace

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
    std::string digits = lower(digest);
    return transfers::is_sha256(digits) ? std::optional(std::move(digits)) : std::nullopt;
}

}  // namespace hearth::hub
