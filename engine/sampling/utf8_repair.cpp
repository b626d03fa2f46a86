#include "sampling/utf8_repair.h"

#include <utility>

namespace hearth {

namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

}  // namespace

std::string Utf8Repair::append(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() + held_.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (missing_ > 0 && byte >= lowest_ && byte <= highest_) {
            held_.push_back(c);
            lowest_ = 0x80;
            highest_ = 0xBF;
            if (--missing_ == 0) {
                text += std::exchange(held_, {});
            }
            continue;
        }
        text += finish();
        start(byte, text);
    }
    return text;
}

/// The first byte of a character.
void Utf8Repair::start(unsigned char byte, std::string& text) {
    if (byte < 0x80) {
        text.push_back(static_cast<char>(byte));
        return;
    }
    if (byte < 0xC2 || byte > 0xF4) {
        text += kReplacement;
        return;
    }
    held_.push_back(static_cast<char>(byte));
    missing_ = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
    // No overlong forms, no surrogates, nothing above U+10FFFF.
    lowest_ = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    highest_ = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
}

std::string Utf8Repair::finish() {
    missing_ = 0;
    return std::exchange(held_, {}).empty() ? std::string() : std::string(kReplacement);
}

}  // namespace hearth
