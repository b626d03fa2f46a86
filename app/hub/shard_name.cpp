#include "hub/shard_name.h"

#include "hub/letter_case.h"

#include <charconv>

#include <fmt/format.h>

namespace hearth::hub {

namespace {

constexpr std::size_t kSuffix = std::string_view("-00002-of-00005").size();

std::optional<std::uint32_t> five_digits(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.size() != 5 || error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

}  // namespace

bool ends_in(std::string_view text, std::string_view ending) {
    return text.size() >= ending.size() &&
           lower(text.substr(text.size() - ending.size())) == lower(ending);
}

std::optional<ShardName> shard_name_of(std::string_view path, std::string_view ending) {
    if (!ends_in(path, ending) || path.size() <= ending.size() + kSuffix) {
        return std::nullopt;
    }
    const std::string_view stem = path.substr(0, path.size() - ending.size());
    const std::string_view suffix = stem.substr(stem.size() - kSuffix);
    const auto number = five_digits(suffix.substr(1, 5));
    const auto count = five_digits(suffix.substr(10, 5));
    if (suffix.front() != '-' || suffix.substr(6, 4) != "-of-" || !number || !count || *number == 0 ||
        *number > *count || *count < 2) {
        return std::nullopt;
    }
    return ShardName{std::string(stem.substr(0, stem.size() - kSuffix)), *number, *count};
}

std::string sibling_of(std::string_view path, std::string_view ending, std::uint32_t number) {
    const std::size_t begin = path.size() - ending.size() - kSuffix;
    std::string result(path);
    return result.replace(begin + 1, 5, fmt::format("{:05}", number));
}

}  // namespace hearth::hub
