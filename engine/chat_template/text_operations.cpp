#include "chat_template/text_operations.h"

#include "chat_template/failure.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <string>

namespace hearth::jinja {

namespace {

bool holds_character(std::string_view characters, std::string_view character) {
    for (std::size_t i = 0; i < characters.size(); i += character_bytes(characters[i])) {
        if (characters.substr(i, character_bytes(characters[i])) == character) {
            return true;
        }
    }
    return false;
}

/// Makes each character anew, with its writer.
template <class F>
Text map_characters(Budget& budget, const Text& text, F append_mapped) {
    TextBuilder out(budget);
    out.touch(text.origin());
    std::string mapped;
    text.for_each_run([&](std::string_view piece, TextOrigin origin) {
        mapped.clear();
        for (std::size_t i = 0; i < piece.size(); i += character_bytes(piece[i])) {
            append_mapped(mapped, decode_at(piece, i));
        }
        out.append(mapped, origin);
    });
    return out.finish();
}

/// What precedes decides: jinja2 splits at `[-\s({\[<]+`.
bool begins_jinja_word(char32_t before) {
    return before == '-' || before == '(' || before == '{' || before == '[' || before == '<' ||
           is_space(before);
}

void append_swapped(std::string& out, char32_t c) {
    if (is_upper(c)) {
        append_lower(out, c);
    } else if (is_lower(c)) {
        append_upper(out, c);
    } else {
        append_utf8(out, c);
    }
}

std::vector<ByteRange> whitespace_words(const Text& text) {
    const std::string_view bytes = text.bytes();
    std::vector<ByteRange> words;
    bool in_word = false;
    for (std::size_t i = 0; i < bytes.size(); i += character_bytes(bytes[i])) {
        const bool space = is_space(decode_at(bytes, i));
        if (!space && !in_word) {
            words.push_back({i, i});
        }
        in_word = !space;
        if (in_word) {
            words.back().end = i + character_bytes(bytes[i]);
        }
    }
    return words;
}

}  // namespace

ByteRange strip(const Text& text, std::optional<std::string_view> characters, Side side) {
    const std::string_view bytes = text.bytes();
    const auto stripped = [&](std::size_t position) {
        return characters
                   ? holds_character(*characters, bytes.substr(position, character_bytes(bytes[position])))
                   : is_space(decode_at(bytes, position));
    };
    ByteRange out{0, text.size()};
    while (side != Side::right && out.begin < out.end && stripped(out.begin)) {
        out.begin += character_bytes(bytes[out.begin]);
    }
    while (side != Side::left && out.begin < out.end) {
        const std::size_t last = previous_character(bytes, out.end);
        if (!stripped(last)) {
            break;
        }
        out.end = last;
    }
    return out;
}

std::vector<ByteRange> split(Budget& budget, const Text& text, std::string_view separator,
                             std::optional<std::size_t> most, Side from) {
    if (separator.empty()) {
        fail_operation("empty separator");
    }
    budget.spend_bytes(text.size());
    const std::string_view bytes = text.bytes();
    std::vector<ByteRange> out;
    if (from == Side::right) {
        std::size_t end = bytes.size();
        while (end >= separator.size() && (!most || out.size() < *most)) {
            const std::size_t found = bytes.rfind(separator, end - separator.size());
            if (found == std::string_view::npos) {
                break;
            }
            budget.step();
            out.push_back({found + separator.size(), end});
            end = found;
        }
        out.push_back({0, end});
        std::reverse(out.begin(), out.end());
        return out;
    }
    std::size_t begin = 0;
    while (!most || out.size() < *most) {
        const std::size_t found = bytes.find(separator, begin);
        if (found == std::string_view::npos) {
            break;
        }
        budget.step();
        out.push_back({begin, found});
        begin = found + separator.size();
    }
    out.push_back({begin, bytes.size()});
    return out;
}

std::vector<ByteRange> split_at_whitespace(Budget& budget, const Text& text, std::optional<std::size_t> most,
                                           Side from) {
    budget.spend_bytes(text.size());
    std::vector<ByteRange> words = whitespace_words(text);
    budget.spend(static_cast<std::int64_t>(words.size()));
    if (!most || words.size() <= *most + 1) {
        return words;
    }
    if (from == Side::right) {
        // What is left of the last words is one piece, with its leading whitespace.
        const std::size_t joined = words.size() - *most;
        std::vector<ByteRange> out = {{0, words[joined - 1].end}};
        out.insert(out.end(), words.begin() + static_cast<std::ptrdiff_t>(joined), words.end());
        return out;
    }
    words.resize(*most + 1);
    words.back().end = text.size();
    return words;
}

std::vector<ByteRange> split_lines(Budget& budget, const Text& text, bool keep_ends) {
    budget.spend_bytes(text.size());
    const std::string_view bytes = text.bytes();
    std::vector<ByteRange> out;
    std::size_t begin = 0;
    std::size_t i = 0;
    while (i < bytes.size()) {
        const std::size_t character = i;
        i += character_bytes(bytes[i]);
        if (!is_line_end(decode_at(bytes, character))) {
            continue;
        }
        if (bytes[character] == '\r' && i < bytes.size() && bytes[i] == '\n') {
            ++i;
        }
        budget.step();
        out.push_back({begin, keep_ends ? i : character});
        begin = i;
    }
    if (begin < bytes.size()) {
        out.push_back({begin, bytes.size()});
    }
    return out;
}

Text part(Budget& budget, const Text& text, ByteRange range) {
    TextBuilder out(budget);
    out.append(text, range.begin, range.end);
    return out.finish();
}

Text replace(Budget& budget, const Text& text, std::string_view from, const Text& to,
             std::optional<std::size_t> most) {
    const std::string_view bytes = text.bytes();
    TextBuilder out(budget);
    out.touch(text.origin());
    budget.spend_bytes(bytes.size());
    std::size_t done = 0;
    std::size_t position = 0;
    for (std::size_t count = 0; !most || count < *most; ++count) {
        budget.step();
        if (from.empty()) {
            // Python puts the replacement before every character and at the end.
            out.append(to);
            if (position == bytes.size()) {
                break;
            }
            position += character_bytes(bytes[position]);
            out.append(text, done, position);
            done = position;
            continue;
        }
        const std::size_t found = bytes.find(from, position);
        if (found == std::string_view::npos) {
            break;
        }
        out.append(text, done, found);
        out.append(to);
        position = found + from.size();
        done = position;
    }
    out.append(text, done, bytes.size());
    return out.finish();
}

std::size_t count_occurrences(std::string_view text, std::string_view part) {
    if (part.empty()) {
        return count_characters(text) + 1;
    }
    std::size_t count = 0;
    for (std::size_t i = text.find(part); i != std::string_view::npos; i = text.find(part, i + part.size())) {
        ++count;
    }
    return count;
}

Text map_case(Budget& budget, const Text& text, CaseMapping mapping) {
    switch (mapping) {
        case CaseMapping::upper:
            return map_characters(budget, text, append_upper);
        case CaseMapping::fold:
            return map_characters(budget, text, append_folded);
        case CaseMapping::swap:
            return map_characters(budget, text, append_swapped);
        default:
            break;
    }
    const std::string_view bytes = text.bytes();
    std::size_t position = 0;
    char32_t before = 0;
    bool in_word = false;
    const auto append_character = [&](std::string& out, char32_t c) {
        const std::size_t next = position + character_bytes(bytes[position]);
        const bool first = position == 0;
        bool to_title = false;
        switch (mapping) {
            case CaseMapping::capitalize:
                to_title = first;
                break;
            case CaseMapping::title:
                to_title = !in_word;
                break;
            case CaseMapping::jinja_title:
                to_title = first || begins_jinja_word(before);
                break;
            default:
                break;
        }
        if (to_title && mapping == CaseMapping::jinja_title) {
            append_upper(out, c);
        } else if (to_title) {
            append_title(out, c);
        } else if (c == 0x3A3) {
            // A capital sigma at the end of a word becomes the final one (SpecialCasing.txt, Final_Sigma).
            const bool word_goes_on = next < bytes.size() && is_cased(decode_at(bytes, next));
            append_utf8(out, position > 0 && is_cased(before) && !word_goes_on ? 0x3C2 : 0x3C3);
        } else {
            append_lower(out, c);
        }
        in_word = is_cased(c);
        before = c;
        position = next;
    };
    return map_characters(budget, text, append_character);
}

Text justify(Budget& budget, const Text& text, std::size_t width, const Text& fill, Side text_side) {
    const std::size_t length = count_characters(text.bytes());
    const std::size_t padding = width > length ? width - length : 0;
    std::size_t before = 0;
    if (text_side == Side::right) {
        before = padding;
    } else if (text_side == Side::both) {
        // As CPython rounds: to the left if both the padding and the width are odd.
        before = padding / 2 + (padding & width & 1U);
    }
    TextBuilder out(budget);
    out.append_repeated(fill, before);
    out.append(text);
    out.append_repeated(fill, padding - before);
    return out.finish();
}

}  // namespace hearth::jinja
