#include "chat_template/string_literal.h"

#include "chat_template/failure.h"
#include "chat_template/unicode.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

/// Reads escapes of a string literal.
class StringDecoder {
 public:
    explicit StringDecoder(const Token& token)
        : line_(token.line), text_(token.text.substr(1, token.text.size() - 2)) {}

    std::string run() {
        while (position_ < text_.size()) {
            const std::size_t backslash = std::min(text_.find('\\', position_), text_.size());
            out_ += text_.substr(position_, backslash - position_);
            position_ = backslash;
            if (position_ < text_.size()) {
                decode_escape();
            }
        }
        return std::move(out_);
    }

 private:
    void decode_escape() {
        const char kind = text_[position_ + 1];  // the lexer never ends a string after a backslash
        position_ += 2;
        switch (kind) {
            case '\n':
                return;
            case 'a':
                out_ += '\a';
                return;
            case 'b':
                out_ += '\b';
                return;
            case 'f':
                out_ += '\f';
                return;
            case 'n':
                out_ += '\n';
                return;
            case 'r':
                out_ += '\r';
                return;
            case 't':
                out_ += '\t';
                return;
            case 'v':
                out_ += '\v';
                return;
            case '\\':
            case '\'':
            case '"':
                out_ += kind;
                return;
            case 'x':
                append_code_point(hex(2));
                return;
            case 'u':
                append_code_point(hex(4));
                return;
            case 'U':
                append_code_point(hex(8));
                return;
            case 'N':
                fail(ErrorCode::template_syntax, "\\N{…} escapes are not supported", line_);
            default:
                break;
        }
        if (kind >= '0' && kind <= '7') {
            --position_;
            char32_t value = 0;
            for (int i = 0;
                 i < 3 && position_ < text_.size() && text_[position_] >= '0' && text_[position_] <= '7';
                 ++i) {
                value = value * 8 + static_cast<char32_t>(text_[position_++] - '0');
            }
            append_code_point(value);
            return;
        }
        out_ += '\\';
        if (static_cast<unsigned char>(kind) < 0x80) {
            out_ += kind;
            return;
        }
        // jinja2 turns the literal to ASCII before it reads escapes, so that a backslash before another
        // character shows that character's code.
        --position_;
        const auto code = static_cast<std::uint32_t>(decode_at(text_, position_));
        position_ += character_bytes(text_[position_]);
        out_ += code < 0x100     ? fmt::format("x{:02x}", code)
                : code < 0x10000 ? fmt::format("u{:04x}", code)
                                 : fmt::format("U{:08x}", code);
    }

    char32_t hex(std::size_t digits) {
        char32_t value = 0;
        for (std::size_t i = 0; i < digits; ++i, ++position_) {
            const char c = position_ < text_.size() ? text_[position_] : '\0';
            if (c >= '0' && c <= '9') {
                value = value * 16 + static_cast<char32_t>(c - '0');
            } else if ((c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) {
                value = value * 16 + static_cast<char32_t>((c | 0x20) - 'a' + 10);
            } else {
                fail(ErrorCode::template_syntax, "an escape in a string has too few hexadecimal digits",
                     line_);
            }
        }
        return value;
    }

    void append_code_point(char32_t value) {
        if (value > 0x10FFFF || (value >= 0xD800 && value <= 0xDFFF)) {
            fail(ErrorCode::template_syntax,
                 fmt::format("an escape in a string names U+{:04X}, which is no character",
                             static_cast<std::uint32_t>(value)),
                 line_);
        }
        append_utf8(out_, value);
    }

    std::uint32_t line_;
    std::string_view text_;
    std::size_t position_ = 0;
    std::string out_;
};

}  // namespace

std::string decode_string(const Token& token) {
    return StringDecoder(token).run();
}

}  // namespace hearth::jinja
