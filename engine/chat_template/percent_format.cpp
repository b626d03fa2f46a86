#include "chat_template/percent_format.h"

#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/format_spec.h"
#include "chat_template/number_text.h"
#include "chat_template/printing.h"
#include "chat_template/unicode.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

class PercentFormatter {
 public:
    PercentFormatter(Evaluator& evaluator, const String& format, const Value& values)
        : evaluator_(evaluator), format_(format), values_(values), out_(evaluator.budget()) {}

    Value run() {
        const Text& text = format_.text;
        const std::string_view bytes = text.bytes();
        while (position_ < bytes.size()) {
            const std::size_t percent = std::min(bytes.find('%', position_), bytes.size());
            out_.append(text, position_, percent);
            position_ = percent;
            if (position_ < bytes.size()) {
                conversion();
            }
        }
        const bool unused = next_ < (values_.tuple() != nullptr ? values_.tuple()->items.size() : 1);
        // Mappings may have more than is used; so, by an old quirk of Python, may whatever else has elements.
        if (unused && !values_.is_dict() && values_.list() == nullptr && !values_.is_undefined()) {
            fail_operation("not all arguments converted during string formatting");
        }
        return make_string(&evaluator_.budget(), out_.finish(), format_.markup);
    }

 private:
    char take() {
        if (position_ >= format_.text.size()) {
            fail_operation("incomplete format");
        }
        return format_.text.bytes()[position_++];
    }

    Value next_value() {
        if (const Sequence* tuple = values_.tuple()) {
            if (next_ >= tuple->items.size()) {
                fail_operation("not enough arguments for format string");
            }
            return tuple->items[next_++];
        }
        if (next_++ > 0) {
            fail_operation("not enough arguments for format string");
        }
        return values_;
    }

    /// A number, or `*`: the next value.
    std::size_t number() {
        if (format_.text.bytes().substr(position_, 1) == "*") {
            ++position_;
            const auto value = next_value().integer();
            if (!value || *value < 0 || *value > 1'000'000) {
                fail_operation("* wants an integer that is not too large");
            }
            return static_cast<std::size_t>(*value);
        }
        std::size_t value = 0;
        while (position_ < format_.text.size()) {
            const char c = format_.text.bytes()[position_];
            if (c < '0' || c > '9') {
                break;
            }
            value = value * 10 + static_cast<std::size_t>(c - '0');
            if (value > 1'000'000) {
                fail_limit("the template formats a value too wide");
            }
            ++position_;
        }
        return value;
    }

    void conversion() {
        const std::size_t percent = position_++;
        std::optional<Value> named;
        if (format_.text.bytes().substr(position_, 1) == "(") {
            named = named_value();
        }
        FormatSpec spec;
        spec.align = '>';
        bool zero = false;
        char c = take();
        for (; std::string_view("#0- +").find(c) != std::string_view::npos; c = take()) {
            switch (c) {
                case '#':
                    spec.alternate = true;
                    break;
                case '0':
                    zero = true;
                    break;
                case '-':
                    spec.align = '<';
                    break;
                case '+':
                    spec.sign = '+';
                    break;
                default:
                    spec.sign = spec.sign == '+' ? '+' : ' ';
                    break;
            }
        }
        --position_;
        spec.width = number();
        c = take();
        if (c == '.') {
            spec.precision = number();
            c = take();
        }
        while (c == 'h' || c == 'l' || c == 'L') {
            c = take();
        }
        if (c == '%') {
            out_.append(format_.text, percent, percent + 1);
            return;
        }
        convert(c, spec, zero, named ? *named : next_value(), format_.text.origin_at(percent));
    }

    Value named_value() {
        const Dict* dict = values_.dict();
        if (dict == nullptr) {
            fail_operation("format requires a mapping");
        }
        const std::size_t close = format_.text.bytes().find(')', position_);
        if (close == std::string_view::npos) {
            fail_operation("incomplete format key");
        }
        const std::string_view key = format_.text.bytes().substr(position_ + 1, close - position_ - 1);
        const Value* value = dict->find(key);
        if (value == nullptr) {
            fail_operation(fmt::format("there is no '{}' to format", escaped(key)));
        }
        position_ = close + 1;
        next_ = 1;
        return *value;
    }

    void convert(char type, FormatSpec spec, bool zero, const Value& value, TextOrigin padding) {
        if (type == 's' || type == 'r' || type == 'a') {
            TextBuilder text(evaluator_.budget());
            if (type == 's') {
                append_str(evaluator_.budget(), text, value);
            } else {
                append_repr(evaluator_.budget(), text, value);
            }
            Text shown = text.finish();
            if (format_.markup && (value.string() == nullptr || !value.string()->markup)) {
                TextBuilder html(evaluator_.budget());
                append_html_escaped(html, shown);
                shown = html.finish();
            }
            append_padded(out_, spec, shown, padding, '>');
            return;
        }
        if (type == 'c') {
            append_padded(out_, spec, character(value), padding, '>');
            return;
        }
        if (zero && spec.align != '<') {
            spec.align = '=';
            spec.fill.assign(1, '0');
        }
        spec.type = type == 'i' || type == 'u' ? 'd' : type;
        append_padded_number(out_, spec, number_text(spec, value), value.origin(), padding);
    }

    Text character(const Value& value) {
        if (const String* string = value.string();
            string != nullptr && count_characters(string->text.bytes()) == 1) {
            return string->text;
        }
        const auto code = value.integer();
        if (!code || *code < 0 || *code > 0x10FFFF || (*code >= 0xD800 && *code <= 0xDFFF)) {
            fail_operation("%c requires an integer that is a character, or one character");
        }
        std::string bytes;
        append_utf8(bytes, static_cast<char32_t>(*code));
        return {std::move(bytes), value.origin()};
    }

    static std::string number_text(FormatSpec spec, const Value& value) {
        const bool floating = std::string_view("eEfFgG").find(spec.type) != std::string_view::npos;
        const bool integer = std::string_view("doxX").find(spec.type) != std::string_view::npos;
        if (!floating && !integer) {
            fail_operation(fmt::format("unsupported format character '{}'", escaped({&spec.type, 1})));
        }
        const auto number = value.number();
        const bool fits = number && (floating || value.integer() || spec.type == 'd');
        if (!fits) {
            require_defined(value);
            fail_operation(
                fmt::format("%{} format: a number is required, not {}", spec.type, type_name(value)));
        }
        if (floating) {
            return format_float(spec, *number);
        }
        const auto whole = value.integer() ? value.integer() : truncate_to_integer(*number);
        if (!whole) {
            fail_operation("cannot convert this float to an integer");
        }
        const std::size_t digits = spec.precision.value_or(0);
        spec.precision.reset();
        std::string text = format_integer(spec, *whole);
        const std::size_t sign = text.find_first_of("0123456789abcdefABCDEF");
        if (text.size() - sign < digits) {
            text.insert(sign, digits - (text.size() - sign), '0');
        }
        return text;
    }

    Evaluator& evaluator_;
    const String& format_;
    const Value& values_;
    TextBuilder out_;
    std::size_t position_ = 0;
    std::size_t next_ = 0;
};

}  // namespace

Value percent_format(Evaluator& evaluator, const String& format, const Value& values) {
    return PercentFormatter(evaluator, format, values).run();
}

}  // namespace hearth::jinja
