#include "catalog/shard_set.h"

#include "transfers/header_text.h"
#include "transfers/shard_name.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

using transfers::kGguf;
using transfers::kSafetensors;
using transfers::lower;

constexpr std::size_t kMostMissing = 5;

struct Shard {
    std::string prefix;
    std::uint32_t number = 0;
    std::uint32_t count = 0;
    bool cut = false;
};

/// PREFIX-00002-of-00005.gguf
std::optional<Shard> parse_shard(const std::string& name, const std::string& ending) {
    const auto shard = transfers::shard_name_of(name, ending);
    return shard ? std::optional(Shard{shard->prefix, shard->number, shard->count, false}) : std::nullopt;
}

/// PREFIX.gguf.part2of5
std::optional<Shard> parse_piece(std::string_view name) {
    constexpr std::string_view kPart = ".part";
    const std::size_t part = name.rfind('.');
    if (part == std::string_view::npos || !lower(name.substr(part)).starts_with(kPart) ||
        !is_model_file_name(name.substr(0, part))) {
        return std::nullopt;
    }
    const std::string_view numbers = name.substr(part + kPart.size());
    const std::size_t of = lower(numbers).find("of");
    if (of == std::string_view::npos) {
        return std::nullopt;
    }
    const auto number = transfers::number(numbers.substr(0, of));
    const auto count = transfers::number(numbers.substr(of + 2));
    if (!number || !count || *number == 0 || *number > *count || *count > UINT32_MAX) {
        return std::nullopt;
    }
    return Shard{std::string(name.substr(0, part - kGguf.size())), static_cast<std::uint32_t>(*number),
                 static_cast<std::uint32_t>(*count), true};
}

/// Not hidden, and more than the ending alone.
bool is_named(std::string_view name, std::string_view ending) {
    return name.size() > ending.size() && name.front() != '.' && transfers::ends_in(name, ending);
}

std::string shard_name(const ModelFiles& model, std::string_view ending, std::uint32_t number) {
    return model.cut ? fmt::format("{}.gguf.part{}of{}", model.stem, number, model.count)
                     : fmt::format("{}-{:05}-of-{:05}{}", model.stem, number, model.count, ending);
}

/// A set on its way: numbers and files.
struct Set {
    std::size_t index = 0;  ///< among the results
    std::map<std::uint32_t, std::filesystem::path> files;
};

void finish(ModelFiles& model, const Set& set) {
    model.files.clear();
    for (const auto& [number, file] : set.files) {
        model.files.push_back(file);
    }
    const std::string ending = model.first().extension().string();
    for (std::uint32_t number = 1; number <= model.count && model.missing.size() < kMostMissing; ++number) {
        if (!set.files.contains(number)) {
            model.missing.push_back(shard_name(model, ending, number));
        }
    }
}

/// The words of a name (between - _ . and spaces) in lower case, without those that are left out, each with a
/// hyphen behind it.
std::string words_of(std::string_view name, std::span<const std::string_view> left_out) {
    constexpr std::string_view kBetween = "-_. ";
    const std::string text = lower(name);
    std::string joined;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find_first_of(kBetween, start), text.size());
        const std::string word = text.substr(start, end - start);
        if (std::ranges::find(left_out, word) == left_out.end()) {
            joined += word + '-';
        }
        start = end + 1;
    }
    return joined;
}

}  // namespace

bool is_model_file_name(std::string_view name) {
    return is_named(name, kGguf);
}

bool is_cut_file_name(std::string_view name) {
    return !name.starts_with('.') && parse_piece(name).has_value();
}

bool is_projector_name(std::string_view name) {
    return is_model_file_name(name) && lower(name).find("mmproj") != std::string::npos;
}

bool projector_fits(std::string_view projector, std::string_view model) {
    // "Q8_0" is two words.
    constexpr std::array<std::string_view, 9> kNoName{"mmproj", "model", "gguf", "f16", "fp16",
                                                      "bf16",   "f32",   "q8",   "0"};
    const std::string named = words_of(projector, kNoName);
    return words_of(model, {}).starts_with(named);
}

bool is_checkpoint_weights_name(std::string_view name) {
    return is_named(name, kSafetensors) && !lower(name).starts_with("adapter_");
}

std::vector<ModelFiles> join_shards(const std::vector<std::filesystem::path>& files) {
    using Key = std::tuple<std::string, std::uint32_t, bool>;  // folder, prefix and ending; count; cut
    std::map<Key, Set> sets;
    std::vector<ModelFiles> result;
    for (const std::filesystem::path& file : files) {
        const std::string stem = file.stem().string();
        auto shard = parse_piece(file.filename().string());
        if (!shard) {
            shard = parse_shard(file.filename().string(), file.extension().string());
        }
        if (!shard || (shard->count == 1 && !shard->cut)) {
            result.push_back({{file}, shard ? shard->prefix : stem});
            continue;
        }
        const std::string ending = shard->cut ? "" : lower(file.extension().string());
        const Key key{(file.parent_path() / shard->prefix).string() + ending, shard->count, shard->cut};
        const auto [set, is_new] = sets.try_emplace(key, Set{result.size(), {}});
        if (is_new) {
            result.push_back({{file}, shard->prefix, shard->count, {}, shard->cut});
        }
        // Two spellings of one number cannot be: names have five digits. Of pieces the first one counts.
        set->second.files.try_emplace(shard->number, file);
    }
    for (const auto& [key, set] : sets) {
        finish(result[set.index], set);
    }
    return result;
}

}  // namespace hearth::catalog
