#include "model/architectures.h"

#include "model/model_error.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr Architecture kArchitectures[] = {
    {"gemma3", build_gemma3},
    {"llama", build_llama},
    {"qwen2", build_qwen2},
    {"qwen3", build_qwen3},
};
static_assert(std::is_sorted(std::begin(kArchitectures), std::end(kArchitectures),
                             [](const Architecture& a, const Architecture& b) { return a.name < b.name; }));

std::string known_names() {
    std::string names;
    for (const Architecture& architecture : kArchitectures) {
        names += names.empty() ? "" : ", ";
        names += architecture.name;
    }
    return names;
}

}  // namespace

std::span<const Architecture> architectures() {
    return kArchitectures;
}

Result<Model> build_model(const ModelFile& file) {
    constexpr std::string_view kKey = "general.architecture";
    HEARTH_TRY_ASSIGN(const std::string name, file.metadata().require<std::string>(kKey));
    for (const Architecture& architecture : kArchitectures) {
        if (architecture.name == name) {
            return architecture.build(file);
        }
    }
    return model_error(ErrorCode::unsupported_architecture, file.metadata().file(), std::string(kKey),
                       fmt::format("architecture '{}' is not one of {}", escaped(name), known_names()),
                       known_names(), escaped(name));
}

}  // namespace hearth
