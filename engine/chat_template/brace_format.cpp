#include "chat_template/brace_format.h"

#include "chat_template/access.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/format_spec.h"
#include "chat_template/number_text.h"
#include "chat_template/printing.h"

#include <algorithm>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

class BraceFormatter {
 public:
    BraceFormatter(Evaluator& evaluator, const String& format, const Arguments& arguments)
        : evaluator_(evaluator), format_(format), arguments_(arguments) {}

    Text run() { return format_range(0, format_.text.size(), 2); }

 private:
    /// The text of a part of the format; a field's specification may itself have fields, once.
    Text format_range(std::size_t position, std::size_t end, int depth) {
        if (depth < 0) {
            fail_operation("Max string recursion exceeded");
        }
        const std::string_view bytes = format_.text.bytes();
        TextBuilder out(evaluator_.budget());
        while (position < end) {
            const std::size_t brace = std::min(bytes.find_first_of("{}", position), end);
            out.append(format_.text, position, brace);
            position = brace;
            if (position == end) {
                break;
            }
            const bool doubled = position + 1 < end && bytes[position + 1] == bytes[position];
            if (doubled) {
                out.append(format_.text, position, position + 1);
                position += 2;
            } else if (bytes[position] == '}') {
                fail_operation("Single '}' encountered in format string");
            } else {
                const std::size_t close = closing_brace(position, end);
                append_field(out, position + 1, close, format_.text.origin_at(position), depth);
                position = close + 1;
            }
        }
        return out.finish();
    }

    std::size_t closing_brace(std::size_t open, std::size_t end) const {
        int nested = 0;
        for (std::size_t i = open; i < end; ++i) {
            const char c = format_.text.bytes()[i];
            nested += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (nested == 0) {
                return i;
            }
        }
        fail_operation("expected '}' before end of string");
    }

    void append_field(TextBuilder& out, std::size_t begin, std::size_t end, TextOrigin origin, int depth) {
        const std::string_view bytes = format_.text.bytes();
        std::size_t name_end = begin;
        bool in_brackets = false;
        while (name_end < end && (in_brackets || (bytes[name_end] != ':' && bytes[name_end] != '!'))) {
            in_brackets = bytes[name_end] == '[' || (in_brackets && bytes[name_end] != ']');
            ++name_end;
        }
        const Value value = field_value(bytes.substr(begin, name_end - begin));
        char conversion = '\0';
        if (name_end < end && bytes[name_end] == '!') {
            conversion = name_end + 1 < end ? bytes[name_end + 1] : '\0';
            name_end = std::min(name_end + 2, end);
            if (name_end < end && bytes[name_end] != ':') {
                fail_operation("expected ':' after conversion specifier");
            }
        }
        const Text spec_text = name_end < end ? format_range(name_end + 1, end, depth - 1) : Text();
        const FormatSpec spec = parse_format_spec(spec_text.bytes());
        append_value(out, value, conversion, spec, spec_text.empty(), combine(origin, spec_text.origin()));
    }

    void append_value(TextBuilder& out, const Value& value, char conversion, const FormatSpec& spec,
                      bool plain, TextOrigin origin) {
        const bool as_number = conversion == '\0' && value.number() && !plain;
        if (as_number) {
            const auto integer = value.integer();
            append_padded_number(
                out, spec, integer ? format_integer(spec, *integer) : format_float(spec, *value.number()),
                value.origin(), origin);
            return;
        }
        if (conversion != '\0' && conversion != 's' && conversion != 'r') {
            fail_operation(fmt::format("Unknown conversion specifier '{}'", escaped({&conversion, 1})));
        }
        if (!plain && conversion == '\0' && !value.is_string()) {
            fail_operation(
                fmt::format("unsupported format string passed to {}.__format__", type_name(value)));
        }
        if (spec.type != '\0' && spec.type != 's') {
            fail_operation(fmt::format("Unknown format code '{}' for a string", escaped({&spec.type, 1})));
        }
        if (spec.align == '=') {
            fail_operation("'=' alignment not allowed in string format specifier");
        }
        TextBuilder shown(evaluator_.budget());
        if (conversion == 'r') {
            append_repr(evaluator_.budget(), shown, value);
        } else {
            append_str(evaluator_.budget(), shown, value);
        }
        Text text = shown.finish();
        if (format_.markup && (value.string() == nullptr || !value.string()->markup)) {
            TextBuilder html(evaluator_.budget());
            append_html_escaped(html, text);
            text = html.finish();
        }
        append_padded(out, spec, text, origin, '<');
    }

    Value first_value(std::string_view name) {
        const bool numeric = !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
        if (name.empty() || numeric) {
            const bool manual = numeric;
            if (numbering_ && *numbering_ != manual) {
                fail_operation("cannot mix automatic field numbering and manual field specification");
            }
            numbering_ = manual;
            const std::int64_t index = manual ? parse_integer(name, 10).value_or(0) : next_++;
            if (index >= static_cast<std::int64_t>(arguments_.positional.size())) {
                fail_operation("Replacement index out of range for positional args tuple");
            }
            return arguments_.positional[static_cast<std::size_t>(index)];
        }
        for (const auto& [key, value] : arguments_.named) {
            if (key.bytes() == name) {
                return value;
            }
        }
        fail_operation(fmt::format("there is no '{}' to format", escaped(name)));
    }

    Value field_value(std::string_view field) {
        const std::size_t first = std::min(field.find_first_of(".["), field.size());
        Value value = first_value(field.substr(0, first));
        field.remove_prefix(first);
        while (!field.empty()) {
            const bool attribute = field.front() == '.';
            field.remove_prefix(1);
            const std::size_t end =
                std::min(attribute ? field.find_first_of(".[") : field.find(']'), field.size());
            const std::string_view key = field.substr(0, end);
            if (key.empty() || (!attribute && end == field.size())) {
                fail_operation("Empty attribute in format string");
            }
            field.remove_prefix(attribute ? end : end + 1);
            if (!attribute && !field.empty() && field.front() != '.' && field.front() != '[') {
                fail_operation("Only '.' or '[' may follow ']' in format field specifier");
            }
            if (attribute) {
                value = get_attribute(evaluator_, value, key);
            } else if (key.find_first_not_of("0123456789") == std::string_view::npos) {
                value = get_item(evaluator_, value, make_integer(parse_integer(key, 10).value_or(0)));
            } else {
                value = get_item(evaluator_, value,
                                 make_string(&evaluator_.budget(), key, TextOrigin::template_text));
            }
        }
        return value;
    }

    Evaluator& evaluator_;
    const String& format_;
    const Arguments& arguments_;
    std::optional<bool> numbering_;  ///< true: manual
    std::int64_t next_ = 0;
};

}  // namespace

Value brace_format(Evaluator& evaluator, const String& format, const Arguments& arguments) {
    return make_string(&evaluator.budget(), BraceFormatter(evaluator, format, arguments).run(),
                       format.markup);
}

}  // namespace hearth::jinja
