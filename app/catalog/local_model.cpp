#include "catalog/local_model.h"

#include <algorithm>
#include <array>

namespace hearth::catalog {

namespace {

constexpr std::array<std::string_view, 5> kStates{"ready", "incomplete", "unsupported", "offline", "missing"};
constexpr std::array<std::string_view, 8> kSources{"hearth",    "added_folder", "added_file", "ollama",
                                                   "lm_studio", "hugging_face", "jan",        "gpt4all"};
constexpr std::array<std::string_view, 5> kRoles{"weights", "projector", "adapter", "chat_template",
                                                 "settings"};
constexpr std::array<std::string_view, 4> kVerdicts{"none", "matches", "remembered", "differs"};

template <class Value, class Names>
std::string_view name_of(const Names& names, Value value) {
    return names.at(static_cast<std::size_t>(value));
}

template <class Value, class Names>
std::optional<Value> value_of(const Names& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? std::nullopt : std::optional(static_cast<Value>(found - names.begin()));
}

}  // namespace

std::string_view state_name(ModelState state) {
    return name_of(kStates, state);
}
std::string_view source_name(ModelSource source) {
    return name_of(kSources, source);
}
std::string_view role_name(FileRole role) {
    return name_of(kRoles, role);
}
std::string_view verdict_name(Verdict verdict) {
    return name_of(kVerdicts, verdict);
}
std::optional<ModelState> state_named(std::string_view name) {
    return value_of<ModelState>(kStates, name);
}
std::optional<ModelSource> source_named(std::string_view name) {
    return value_of<ModelSource>(kSources, name);
}
std::optional<FileRole> role_named(std::string_view name) {
    return value_of<FileRole>(kRoles, name);
}
std::optional<Verdict> verdict_named(std::string_view name) {
    return value_of<Verdict>(kVerdicts, name);
}

}  // namespace hearth::catalog
