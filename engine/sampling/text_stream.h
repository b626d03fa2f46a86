#pragma once

#include "sampling/string_matcher.h"
#include "sampling/utf8_repair.h"

#include <hearth/result.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// The visible text of an answer as its tokens come in. What it returns, put together, is the answer: whole
/// UTF-8 characters, U+FFFD for invalid bytes, nothing from the first stop string on, nothing that is taken
/// back later. It does not depend on how the bytes are cut into tokens. Linear in the bytes, whatever the
/// number of stop strings.
class TextStream {
 public:
    /// Empty stop strings are ignored; one that is not UTF-8 could never be found: invalid_utf8, naming it.
    static Result<TextStream> create(std::span<const std::string> stop_strings);

    /// The text that the token's bytes add. What may be the beginning of a stop string or a part of a
    /// character is held back. After a stop string: nothing.
    std::string append(std::string_view bytes);
    /// No more tokens: what was held back.
    std::string finish();
    /// The same where more would have come: a character that is not whole yet is nobody's mistake and left
    /// out, so that the text can be gone on with.
    std::string cut();

    /// The stop string that was complete first (the longest, where several end together). Its text is not
    /// shown.
    std::optional<std::string> stop_string() const;

 private:
    explicit TextStream(std::span<const std::string> stop_strings);
    std::string show(std::string_view text);
    std::string release();

    std::vector<std::string> stop_strings_;
    StringMatcher stops_;
    StringMatcher::State state_ = StringMatcher::kStart;
    Utf8Repair repair_;
    std::string held_;  ///< the longest end of the text that begins a stop string
    std::optional<std::uint32_t> found_;
};

}  // namespace hearth
