#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hearth {

/// Turns a stream of bytes into valid UTF-8: a character that is not complete yet is held back, each maximal
/// part of an invalid one becomes U+FFFD (the decoder of the WHATWG Encoding Standard, "UTF-8 decoder").
class Utf8Repair {
 public:
    /// The characters that the bytes complete.
    std::string append(std::string_view bytes);
    /// The end of the stream: U+FFFD when a character was left incomplete.
    std::string finish();

 private:
    void start(unsigned char byte, std::string& text);

    std::string held_;  ///< the start of a character
    std::uint32_t missing_ = 0;
    unsigned char lowest_ = 0x80;  ///< of the next byte
    unsigned char highest_ = 0xBF;
};

}  // namespace hearth
