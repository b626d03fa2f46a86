#include "format/shard_name.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth {

namespace {

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

/// Removes trailing digits and returns how many there were.
std::size_t drop_digits(std::string_view& text) {
    std::size_t count = 0;
    while (!text.empty() && is_digit(text.back())) {
        text.remove_suffix(1);
        ++count;
    }
    return count;
}

bool drop_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) {
        return false;
    }
    text.remove_suffix(suffix.size());
    return true;
}

/// Removes five trailing digits and returns their number.
std::optional<std::uint32_t> drop_five_digits(std::string_view& text) {
    constexpr std::size_t kDigits = 5;
    if (text.size() < kDigits || !std::ranges::all_of(text.substr(text.size() - kDigits), is_digit)) {
        return std::nullopt;
    }
    std::uint32_t value = 0;
    for (const char digit : text.substr(text.size() - kDigits)) {
        value = value * 10 + static_cast<std::uint32_t>(digit - '0');
    }
    text.remove_suffix(kDigits);
    return value;
}

}  // namespace

std::optional<ShardName> parse_shard_name(std::string_view file_name) {
    if (!drop_suffix(file_name, ".gguf")) {
        return std::nullopt;
    }
    const auto count = drop_five_digits(file_name);
    if (!count || !drop_suffix(file_name, "-of-")) {
        return std::nullopt;
    }
    const auto number = drop_five_digits(file_name);
    if (!number || *number == 0 || *number > *count || !drop_suffix(file_name, "-") || file_name.empty()) {
        return std::nullopt;
    }
    return ShardName{std::string(file_name), *number, *count};
}

std::string shard_file_name(const ShardName& name) {
    return fmt::format("{}-{:05}-of-{:05}.gguf", name.prefix, name.number, name.count);
}

bool is_piece_of_cut_file(std::string_view file_name) {
    std::string_view rest = file_name;
    if (drop_digits(rest) > 0) {
        std::string_view counted = rest;
        if (drop_suffix(counted, "of") && drop_digits(counted) > 0) {
            rest = counted;  // part1of2
        }
        return rest.ends_with(".gguf.part") || rest.ends_with(".gguf-part");
    }
    if (!rest.empty() && rest.back() >= 'a' && rest.back() <= 'z') {
        rest.remove_suffix(1);
        return rest.ends_with(".gguf-split-") || rest.ends_with(".gguf.part-") ||
               rest.ends_with(".gguf.part-a");
    }
    return false;
}

}  // namespace hearth
