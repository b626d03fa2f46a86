#include "tokenizer/byte_alphabet.h"

#include "tokenizer/utf8.h"

#include <array>
#include <cstdint>

namespace hearth::tokenizer {

namespace {

constexpr std::size_t alphabet_end = 0x100 + 68;

struct Alphabet {
    std::array<std::string, 256> characters;
    std::array<std::int16_t, alphabet_end> bytes{};

    Alphabet() {
        bytes.fill(-1);
        char32_t next = 0x100;
        for (unsigned byte = 0; byte < 256; ++byte) {
            const bool itself =
                (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
            const char32_t code_point = itself ? byte : next++;
            append_utf8(characters[byte], code_point);
            bytes[code_point] = static_cast<std::int16_t>(byte);
        }
    }
};

const Alphabet& alphabet() {
    static const Alphabet instance;
    return instance;
}

}  // namespace

std::string_view byte_character(unsigned char byte) {
    return alphabet().characters[byte];
}

std::optional<std::string> alphabet_bytes(std::string_view text) {
    const Alphabet& table = alphabet();
    std::string bytes;
    bytes.reserve(text.size());
    while (!text.empty()) {
        const Character character = first_character(text);
        if (character.code_point >= alphabet_end || table.bytes[character.code_point] < 0) {
            return std::nullopt;
        }
        bytes.push_back(static_cast<char>(table.bytes[character.code_point]));
        text.remove_prefix(character.length);
    }
    return bytes;
}

}  // namespace hearth::tokenizer
