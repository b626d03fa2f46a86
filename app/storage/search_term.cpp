#include "storage/search_term.h"

#include "storage/folded_text.h"

#include <algorithm>
#include <unordered_set>

namespace hearth::storage {
namespace {

SearchTerm::Kind kind_of(std::u32string_view term) {
    return term.size() >= 3 ? SearchTerm::Kind::trigram : SearchTerm::Kind::short_;
}

/// A term of one or two letters counts only where a word begins: "AI" is not looked for in "said".
bool only_at_word_start(const SearchTerm& term) {
    return term.kind == SearchTerm::Kind::short_ && std::ranges::all_of(term.text, is_word);
}

bool word_before(std::string_view text, std::size_t offset) {
    if (offset == 0) {
        return false;
    }
    do {
        --offset;
    } while (offset > 0 && (static_cast<unsigned char>(text[offset]) & 0xc0) == 0x80);
    return is_word(character_at(text, offset).folded);
}

/// Appends characters from `offset` in one line until `count` are there; returns where it stopped.
std::size_t append_line(std::string& line, std::string_view text, std::size_t offset, std::size_t count) {
    bool space = true;  // none at the beginning
    for (std::size_t taken = 0; offset < text.size() && taken < count;) {
        const Character character = character_at(text, offset);
        const bool is_gap = is_space(character.folded);
        if (!is_gap) {
            line.append(text.substr(offset, character.bytes));
        } else if (!space) {
            line += ' ';
        }
        taken += is_gap && space ? 0 : 1;
        space = is_gap;
        offset += character.bytes;
    }
    return offset;
}

constexpr std::string_view kEllipsis = "…";

}  // namespace

std::vector<SearchTerm> terms_of(std::string_view typed) {
    std::vector<SearchTerm> terms;
    std::u32string word;
    const auto take = [&] {
        const bool known =
            std::ranges::any_of(terms, [&](const SearchTerm& term) { return term.text == word; });
        if (!word.empty() && !known) {
            terms.push_back({word, kind_of(word)});
        }
        word.clear();
    };
    for (const char32_t character : folded(typed)) {
        if (is_space(character)) {
            take();
        } else {
            word += character;
        }
    }
    take();
    return terms;
}

std::optional<TextRange> find_term(std::string_view text, const SearchTerm& term, std::size_t from) {
    const bool word_start = only_at_word_start(term);
    bool in_word = word_start && word_before(text, from);
    for (std::size_t offset = from; offset < text.size();) {
        const Character first = character_at(text, offset);
        if (first.folded == term.text.front() && !(word_start && in_word)) {
            std::size_t end = offset + first.bytes;
            std::size_t matched = 1;
            while (matched < term.text.size() && end < text.size()) {
                const Character next = character_at(text, end);
                if (next.folded != term.text[matched]) {
                    break;
                }
                end += next.bytes;
                ++matched;
            }
            if (matched == term.text.size()) {
                return TextRange{first.offset, static_cast<std::uint32_t>(end - offset)};
            }
        }
        in_word = word_start && is_word(first.folded);
        offset += first.bytes;
    }
    return std::nullopt;
}

bool contains_all(std::string_view text, const std::vector<SearchTerm>& terms) {
    return std::ranges::all_of(terms,
                               [&](const SearchTerm& term) { return find_term(text, term).has_value(); });
}

std::vector<TextRange> find_all(std::string_view text, const std::vector<SearchTerm>& terms) {
    std::vector<TextRange> places;
    for (const SearchTerm& term : terms) {
        std::size_t from = 0;
        while (const auto place = find_term(text, term, from)) {
            places.push_back(*place);
            from = place->offset + place->bytes;
        }
    }
    std::ranges::sort(places, {}, &TextRange::offset);
    std::vector<TextRange> merged;
    for (const TextRange place : places) {
        if (!merged.empty() && place.offset <= merged.back().offset + merged.back().bytes) {
            const std::uint32_t end =
                std::max(merged.back().offset + merged.back().bytes, place.offset + place.bytes);
            merged.back().bytes = end - merged.back().offset;
        } else {
            merged.push_back(place);
        }
    }
    return merged;
}

std::string short_token(std::u32string_view characters) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string token;
    for (const char32_t character : characters) {
        token += 'u';
        for (int shift = 20; shift >= 0; shift -= 4) {
            if (character >> shift != 0) {
                token += kHex[(character >> shift) & 15];
            }
        }
    }
    return token;
}

std::string short_tokens(std::string_view text) {
    std::unordered_set<std::uint64_t> seen;
    std::string tokens;
    const auto add = [&](char32_t first, char32_t second) {
        if (seen.insert((std::uint64_t{first} << 32) | second).second) {
            const std::u32string characters =
                second == 0 ? std::u32string{first} : std::u32string{first, second};
            tokens += short_token(characters);
            tokens += ' ';
        }
    };
    char32_t before = U' ';
    bool began_word = false;  // `before` is the first character of a word
    for (std::size_t offset = 0; offset < text.size();) {
        const Character character = character_at(text, offset);
        const char32_t now = character.folded;
        offset += character.bytes;
        if (is_space(now)) {
            before = U' ';
            began_word = false;
            continue;
        }
        const bool inside_word = is_word(now) && is_word(before);
        if (!inside_word) {
            add(now, 0);
        }
        if (before != U' ' && (!inside_word || began_word)) {
            add(before, now);
        }
        began_word = is_word(now) && !inside_word;
        before = now;
    }
    return tokens;
}

Snippet snippet_of(std::string_view text, const std::vector<SearchTerm>& terms, std::size_t characters) {
    std::size_t first = text.size();
    for (const SearchTerm& term : terms) {
        if (const auto place = find_term(text, term)) {
            first = std::min<std::size_t>(first, place->offset);
        }
    }
    std::size_t begin = first == text.size() ? 0 : first;
    for (std::size_t before = 0; before < characters / 4 && begin > 0; ++before) {
        --begin;
        while (begin > 0 && (static_cast<unsigned char>(text[begin]) & 0xc0) == 0x80) {
            --begin;
        }
    }
    Snippet snippet;
    if (begin > 0) {
        snippet.text += kEllipsis;
    }
    const std::size_t end = append_line(snippet.text, text, begin, characters);
    if (end < text.size()) {
        snippet.text += kEllipsis;
    }
    snippet.matches = find_all(snippet.text, terms);
    return snippet;
}

std::string first_line(std::string_view text, std::size_t characters) {
    std::string line;
    const std::size_t end = append_line(line, text, 0, characters);
    if (end < text.size()) {
        line += kEllipsis;
    }
    return line;
}

}  // namespace hearth::storage
