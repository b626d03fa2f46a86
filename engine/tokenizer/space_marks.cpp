#include "tokenizer/space_marks.h"

#include <algorithm>

namespace hearth::tokenizer {

namespace {

bool takes_prefix(std::string_view text, SpaceRules rules, bool is_first) {
    return rules.adds_prefix && (is_first || !rules.first_run_only) &&
           !(rules.spares_spaces && (text.starts_with(' ') || text.starts_with(space_mark)));
}

}  // namespace

void escape_spaces(std::string_view text, SpaceRules rules, bool is_first, std::string& out) {
    out.clear();
    if (rules.removes_extra_spaces) {
        const std::size_t first = text.find_first_not_of(' ');
        if (first == std::string_view::npos) {
            return;
        }
        text = text.substr(first, text.find_last_not_of(' ') - first + 1);
    }
    out.reserve(text.size() + text.size() / 2 + space_mark.size());
    if (takes_prefix(text, rules, is_first)) {
        out += space_mark;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != ' ') {
            out += text[i];
        } else if (!rules.removes_extra_spaces || text[i - 1] != ' ') {
            out += space_mark;
        }
    }
}

std::size_t first_word_length(std::string_view text) {
    return std::min(text.find(space_mark, 1), text.size());
}

std::string unescape_spaces(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t mark = std::min(text.find(space_mark, at), text.size());
        plain += text.substr(at, mark - at);
        if (mark < text.size()) {
            plain += ' ';
        }
        at = mark + space_mark.size();
    }
    return plain;
}

}  // namespace hearth::tokenizer
