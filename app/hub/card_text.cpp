#include "hub/card_text.h"

#include <hearth/utf8.h>

#include <cstddef>

namespace hearth::hub {

namespace {

constexpr std::size_t kMostBytes = 600;
constexpr std::size_t kFewestBytes = 40;  ///< shorter ones are labels and badges
constexpr std::size_t kMostCard = std::size_t{256} << 10U;

std::string_view next_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
        line.remove_suffix(1);
    }
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) {
        line.remove_prefix(1);
    }
    return line;
}

void skip_head(std::string_view& text) {
    std::string_view rest = text;
    if (next_line(rest) != "---") {
        return;
    }
    while (!rest.empty()) {
        if (next_line(rest) == "---") {
            text = rest;
            return;
        }
    }
}

/// Lines that are no prose: they end a paragraph and never begin one.
bool is_structure(std::string_view line) {
    constexpr std::string_view kMarks = "#|<>!-*+=";
    const bool emphasis =
        line.starts_with("**") || (line.starts_with('*') && line.size() > 1 && line[1] != ' ');
    const bool number = line.front() >= '0' && line.front() <= '9' && line.find(". ") < 4;
    return (kMarks.find(line.front()) != std::string_view::npos && !emphasis) || number ||
           line.starts_with("[![");
}

/// `[text](address)` becomes its text, an image nothing; emphasis and code lose their marks, HTML its tags.
std::string plain(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const std::size_t end = text.find(c == '<' ? '>' : ']', i);
        if (c == '<' && end != std::string_view::npos && i + 1 < text.size() &&
            (text[i + 1] == '/' || (text[i + 1] >= 'a' && text[i + 1] <= 'z'))) {
            i = end;
        } else if ((c == '[' || text.substr(i).starts_with("![")) && end != std::string_view::npos &&
                   text.substr(end + 1).starts_with("(")) {
            const std::size_t close = text.find(')', end);
            if (c == '[') {
                result += text.substr(i + 1, end - i - 1);
            }
            i = close == std::string_view::npos ? text.size() : close;
        } else if (c == '*' || c == '`') {
            continue;
        } else {
            result += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
        }
    }
    return result;
}

std::string shortened(std::string text) {
    if (text.size() <= kMostBytes) {
        return text;
    }
    std::size_t end = text.rfind(' ', kMostBytes);
    if (end == std::string::npos || end < kMostBytes / 2) {
        end = kMostBytes;
        while ((static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;
        }
    }
    text.resize(end);
    return text + "…";
}

}  // namespace

std::string first_paragraph(std::string_view card) {
    card = card.substr(0, kMostCard);
    card = card.substr(0, find_invalid_utf8(card).value_or(card.size()));
    skip_head(card);
    std::string paragraph;
    bool in_code = false;
    while (!card.empty()) {
        const std::string_view line = next_line(card);
        const bool fence = line.starts_with("```") || line.starts_with("~~~");
        in_code = in_code != fence;
        const bool prose = !line.empty() && !fence && !in_code && !is_structure(line);
        if (prose) {
            paragraph += paragraph.empty() ? "" : " ";
            paragraph += line;
        }
        if (!prose || card.empty()) {
            std::string text = plain(paragraph);
            if (text.size() >= kFewestBytes) {
                return shortened(std::move(text));
            }
            paragraph.clear();
        }
    }
    return {};
}

}  // namespace hearth::hub
