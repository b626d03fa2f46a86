#include "chat_template/go_template.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace hearth::jinja {

bool looks_like_go_template(std::string_view source) {
    static constexpr std::array<std::string_view, 8> kActions = {"if",   "range", "end",    "else",
                                                                 "with", "block", "define", "template"};
    for (std::size_t open = source.find("{{"); open != std::string_view::npos;
         open = source.find("{{", open + 2)) {
        const std::size_t begin = source.find_first_not_of("- \t\n", open + 2);
        if (begin == std::string_view::npos) {
            return false;
        }
        const std::string_view action = source.substr(begin);
        if (action.front() == '.' || action.front() == '$') {
            return true;
        }
        const std::size_t word_end = std::min(action.find_first_of(" -}\t\n"), action.size());
        if (std::find(kActions.begin(), kActions.end(), action.substr(0, word_end)) != kActions.end()) {
            return true;
        }
    }
    return false;
}

}  // namespace hearth::jinja
