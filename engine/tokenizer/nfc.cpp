#include "tokenizer/nfc.h"

#include "tokenizer/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include <utf8proc.h>

namespace hearth::tokenizer {

namespace {

/// Whether a character stays as it is, whatever comes before it: a starter that decomposes to nothing else
/// and is never the second half of a composition. Ranges of common scripts; a no only costs time.
bool stays(char32_t code_point) {
    return code_point < 0x300 || (code_point >= 0x400 && code_point <= 0x482) ||
           (code_point >= 0x48A && code_point <= 0x52F) || (code_point >= 0x2010 && code_point <= 0x2027) ||
           (code_point >= 0x3001 && code_point <= 0x3029) || (code_point >= 0x3041 && code_point <= 0x3096) ||
           (code_point >= 0x30A1 && code_point <= 0x30FE) || (code_point >= 0x3400 && code_point <= 0x4DBF) ||
           (code_point >= 0x4E00 && code_point <= 0x9FFF) || (code_point >= 0xAC00 && code_point <= 0xD7A3) ||
           (code_point >= 0xFF01 && code_point <= 0xFF9D) || (code_point >= 0x1F300 && code_point <= 0x1FAFF);
}

/// Canonical decomposition of one character; at most 4 code points in Unicode, Hangul 3.
void decompose(char32_t code_point, std::vector<utf8proc_int32_t>& out) {
    std::array<utf8proc_int32_t, 32> parts{};
    int last_boundclass = 0;
    const utf8proc_ssize_t count =
        utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code_point), parts.data(), parts.size(),
                                UTF8PROC_DECOMPOSE, &last_boundclass);
    if (count < 0 || static_cast<std::size_t>(count) > parts.size()) {
        out.push_back(static_cast<utf8proc_int32_t>(code_point));
        return;
    }
    out.insert(out.end(), parts.begin(), parts.begin() + count);
}

utf8proc_propval_t combining_class(utf8proc_int32_t code_point) {
    return utf8proc_get_property(code_point)->combining_class;
}

/// Appends NFC of `text`, which begins with a character that stays or is the start of the whole text.
void append_normalized(std::string_view text, std::vector<utf8proc_int32_t>& work, std::string& out) {
    work.clear();
    while (!text.empty()) {
        const Character character = first_character(text);
        decompose(character.code_point, work);
        text.remove_prefix(character.length);
    }
    // utf8proc orders marks by swapping neighbours, which is quadratic for a long run of them.
    for (std::size_t i = 0; i < work.size();) {
        if (combining_class(work[i]) == 0) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end < work.size() && combining_class(work[end]) != 0) {
            ++end;
        }
        std::stable_sort(work.begin() + static_cast<std::ptrdiff_t>(i),
                         work.begin() + static_cast<std::ptrdiff_t>(end),
                         [](auto a, auto b) { return combining_class(a) < combining_class(b); });
        i = end;
    }
    const utf8proc_ssize_t length =
        utf8proc_normalize_utf32(work.data(), static_cast<utf8proc_ssize_t>(work.size()),
                                 static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    for (utf8proc_ssize_t i = 0; i < length; ++i) {
        append_utf8(out, static_cast<char32_t>(work[static_cast<std::size_t>(i)]));
    }
}

}  // namespace

std::string_view to_nfc(std::string_view text, std::string& storage) {
    storage.clear();
    std::vector<utf8proc_int32_t> work;
    std::size_t done = 0;      // text before is in storage
    std::size_t previous = 0;  // start of the character before `at`
    for (std::size_t at = 0; at < text.size();) {
        const Character character = first_character(text.substr(at));
        if (stays(character.code_point)) {
            previous = at;
            at += character.length;
            continue;
        }
        // The character before may compose with this one; nothing further left can change.
        std::size_t end = at;
        while (end < text.size()) {
            const Character next = first_character(text.substr(end));
            if (stays(next.code_point)) {
                break;
            }
            end += next.length;
        }
        storage += text.substr(done, previous - done);
        append_normalized(text.substr(previous, end - previous), work, storage);
        done = end;
        previous = end;
        at = end;
    }
    if (done == 0) {
        return text;
    }
    storage += text.substr(done);
    return storage;
}

}  // namespace hearth::tokenizer
