#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hearth {

/// Who wrote a character of a prompt. Control tokens are recognised only in characters of the template.
enum class TextOrigin : std::uint8_t {
    template_text,  ///< literal text and string literals of the chat template, bos/eos strings given to it
    message,  ///< anything from messages, tools or other data, and whatever the template computed from it
};

/// A run of prompt text of one origin. UTF-8.
struct Segment {
    std::string text;
    TextOrigin origin = TextOrigin::message;
    friend bool operator==(const Segment&, const Segment&) = default;
};

using Segments = std::vector<Segment>;

}  // namespace hearth
