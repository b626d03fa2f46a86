#include "catalog/shard_set.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

namespace hearth::catalog {

namespace {

constexpr std::string_view kEnding = ".gguf";

struct Shard {
    std::string prefix;
    std::uint32_t number = 0;
    std::uint32_t count = 0;
};

std::optional<std::uint32_t> five_digits(std::string_view text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.size() != 5 || error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

/// PREFIX-00002-of-00005
std::optional<Shard> parse_shard(std::string_view stem) {
    constexpr std::size_t kSuffix = std::string_view("-00002-of-00005").size();
    if (stem.size() <= kSuffix) {
        return std::nullopt;
    }
    const std::string_view suffix = stem.substr(stem.size() - kSuffix);
    const auto number = five_digits(suffix.substr(1, 5));
    const auto count = five_digits(suffix.substr(10, 5));
    if (suffix.front() != '-' || suffix.substr(6, 4) != "-of-" || !number || !count || *number == 0 ||
        *number > *count) {
        return std::nullopt;
    }
    return Shard{std::string(stem.substr(0, stem.size() - kSuffix)), *number, *count};
}

std::uint64_t size_of(const std::filesystem::path& path) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return error ? 0 : size;
}

}  // namespace

bool is_model_file_name(std::string_view name) {
    if (name.size() <= kEnding.size() || name.front() == '.') {
        return false;
    }
    const std::string_view ending = name.substr(name.size() - kEnding.size());
    return std::ranges::equal(ending, kEnding,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

std::vector<ModelFiles> join_shards(const std::vector<std::filesystem::path>& files) {
    using Key = std::pair<std::string, std::uint32_t>;  // folder and prefix; count
    std::map<Key, std::size_t> sets;
    std::map<Key, std::uint32_t> first_numbers;
    std::vector<ModelFiles> result;
    for (const std::filesystem::path& file : files) {
        const std::string stem = file.stem().string();
        const auto shard = parse_shard(stem);
        if (!shard || shard->count == 1) {
            result.push_back({file, shard ? shard->prefix : stem, 1, 1, size_of(file)});
            continue;
        }
        const Key key{(file.parent_path() / shard->prefix).string(), shard->count};
        const auto [set, is_new] = sets.try_emplace(key, result.size());
        if (is_new) {
            result.push_back({file, shard->prefix, 1, shard->count, size_of(file)});
            first_numbers[key] = shard->number;
            continue;
        }
        ModelFiles& model = result[set->second];
        ++model.present;
        model.bytes += size_of(file);
        if (shard->number < first_numbers[key]) {
            first_numbers[key] = shard->number;
            model.first = file;
        }
    }
    return result;
}

}  // namespace hearth::catalog
