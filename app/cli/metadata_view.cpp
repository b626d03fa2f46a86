#include "cli/metadata_view.h"

#include <hearth/error.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

constexpr std::size_t kElementsShown = 8;

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
nlohmann::ordered_json first_elements(const std::vector<T>& list) {
    auto json = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < std::min(list.size(), kElementsShown); ++i) {
        json.push_back(static_cast<T>(list[i]));
    }
    return json;
}

nlohmann::ordered_json value_json(const MetadataValue& value) {
    return std::visit(
        [&](const auto& stored) -> nlohmann::ordered_json {
            if constexpr (IsVector<std::decay_t<decltype(stored)>>::value) {
                return {{"type", metadata_type_name(value.element_type)},
                        {"length", stored.size()},
                        {"first", first_elements(stored)}};
            } else {
                return stored;
            }
        },
        value.storage);
}

template <class T>
std::string element_text(const T& value) {
    if constexpr (std::is_same_v<T, std::string>) {
        return "\"" + escaped(value) + "\"";
    } else {
        return fmt::format("{}", value);
    }
}

}  // namespace

nlohmann::ordered_json metadata_json(const Metadata& metadata) {
    auto json = nlohmann::ordered_json::object();
    for (const auto& [key, value] : metadata.entries()) {
        json[escaped(key, std::numeric_limits<std::size_t>::max())] = value_json(value);
    }
    return json;
}

std::string metadata_text(const MetadataValue& value) {
    return std::visit(
        [&](const auto& stored) -> std::string {
            if constexpr (IsVector<std::decay_t<decltype(stored)>>::value) {
                using Element = typename std::decay_t<decltype(stored)>::value_type;
                std::string text =
                    fmt::format("{}[{}] [", metadata_type_name(value.element_type), stored.size());
                for (std::size_t i = 0; i < std::min(stored.size(), kElementsShown); ++i) {
                    text += (i == 0 ? "" : ", ") + element_text(static_cast<const Element&>(stored[i]));
                }
                return text + (stored.size() > kElementsShown ? ", …]" : "]");
            } else {
                return element_text(stored);
            }
        },
        value.storage);
}

}  // namespace hearth::cli
