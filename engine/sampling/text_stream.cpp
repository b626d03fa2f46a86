#include "sampling/text_stream.h"

#include <hearth/utf8.h>

#include <utility>

#include <fmt/format.h>

namespace hearth {

Result<TextStream> TextStream::create(std::span<const std::string> stop_strings) {
    for (std::size_t i = 0; i < stop_strings.size(); ++i) {
        if (!is_utf8(stop_strings[i])) {
            Error error{ErrorCode::invalid_utf8,
                        fmt::format("stop_strings[{}] is not UTF-8: '{}'", i, escaped(stop_strings[i]))};
            error.details.field = fmt::format("stop_strings[{}]", i);
            error.details.expected = "UTF-8";
            error.details.actual = escaped(stop_strings[i]);
            return error;
        }
    }
    return TextStream(stop_strings);
}

TextStream::TextStream(std::span<const std::string> stop_strings)
    : stop_strings_(stop_strings.begin(), stop_strings.end()), stops_(stop_strings) {}

std::string TextStream::append(std::string_view bytes) {
    return found_ ? std::string() : show(repair_.append(bytes));
}

std::string TextStream::finish() {
    if (found_) {
        return {};
    }
    std::string text = show(repair_.finish());
    return found_ ? text : text + release();
}

std::string TextStream::cut() {
    repair_ = Utf8Repair();
    return found_ ? std::string() : release();
}

/// What waited for the rest of a stop string.
std::string TextStream::release() {
    state_ = StringMatcher::kStart;
    return std::exchange(held_, {});
}

std::string TextStream::show(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        state_ = stops_.next(state_, text[i]);
        found_ = stops_.found(state_);
        if (found_) {
            held_.append(text.substr(0, i + 1));
            held_.resize(held_.size() - stop_strings_[*found_].size());
            return std::exchange(held_, {});
        }
    }
    held_.append(text);
    // Stop strings are valid UTF-8, so what is pending begins with a whole character.
    std::string shown = held_.substr(0, held_.size() - stops_.pending(state_));
    held_.erase(0, shown.size());
    return shown;
}

std::optional<std::string> TextStream::stop_string() const {
    return found_ ? std::optional(stop_strings_[*found_]) : std::nullopt;
}

}  // namespace hearth
