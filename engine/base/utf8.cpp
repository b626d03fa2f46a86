#include <hearth/utf8.h>

#include <cstdint>
#include <cstring>

namespace hearth {

std::size_t utf8_character_bytes(std::string_view text) {
    if (text.empty()) {
        return 0;
    }
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4) {
        return 0;
    }
    const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (text.size() < length) {
        return 0;
    }
    // Overlong forms, surrogates and values past U+10FFFF show in the second byte.
    const unsigned lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    const unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (byte(1) < lowest || byte(1) > highest) {
        return 0;
    }
    for (std::size_t i = 2; i < length; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) {
            return 0;
        }
    }
    return length;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
    constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;
    std::size_t offset = 0;
    while (offset < text.size()) {
        std::uint64_t word = 0;
        while (offset + sizeof word <= text.size()) {
            std::memcpy(&word, text.data() + offset, sizeof word);
            if ((word & kHighBits) != 0) {
                break;
            }
            offset += sizeof word;
        }
        if (offset == text.size()) {
            break;
        }
        const std::size_t length = utf8_character_bytes(text.substr(offset));
        if (length == 0) {
            return offset;
        }
        offset += length;
    }
    return std::nullopt;
}

bool is_utf8(std::string_view text) {
    return !find_invalid_utf8(text).has_value();
}

}  // namespace hearth
