#include "transfers/shard_name.h"

#include "transfers/header_text.h"

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

constexpr std::size_t kNumbers = std::string_view("-00002-of-00005").size();

std::optional<std::uint32_t> five_digits(std::string_view text) {
    const auto value = number(text);
    return text.size() == 5 && value ? std::optional(static_cast<std::uint32_t>(*value)) : std::nullopt;
}

}  // namespace

bool ends_in(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() && lower(text.substr(text.size() - ending.size())) == lower(ending);
}

std::optional<ShardName> shard_name_of(std::string_view path, std::string_view ending) {
    if (!ends_in(path, ending) || path.size() <= ending.size() + kNumbers) {
        return std::nullopt;
    }
    const std::string_view stem = path.substr(0, path.size() - ending.size());
    const std::string_view suffix = stem.substr(stem.size() - kNumbers);
    const auto part = five_digits(suffix.substr(1, 5));
    const auto count = five_digits(suffix.substr(10, 5));
    if (suffix.front() != '-' || suffix.substr(6, 4) != "-of-" || !part || !count || *part == 0 ||
        *part > *count) {
        return std::nullopt;
    }
    return ShardName{std::string(stem.substr(0, stem.size() - kNumbers)), *part, *count};
}

std::string sibling_of(std::string_view path, std::string_view ending, std::uint32_t part) {
    const std::size_t begin = path.size() - ending.size() - kNumbers;
    std::string result(path);
    return result.replace(begin + 1, 5, fmt::format("{:05}", part));
}

}  // namespace hearth::transfers
