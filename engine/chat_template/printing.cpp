#include "chat_template/printing.h"

#include "chat_template/dict.h"
#include "chat_template/number_text.h"
#include "chat_template/unicode.h"

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

void append_repr(Budget& budget, TextBuilder& out, const Sequence& sequence) {
    const TextOrigin origin = sequence.origin;
    const auto append_items = [&](std::string_view open, std::string_view close) {
        out.append(open, origin);
        bool first = true;
        for (const Value& item : sequence.items) {
            if (!first) {
                out.append(", ", origin);
            }
            first = false;
            append_repr(budget, out, item);
        }
        out.append(close, origin);
    };
    switch (sequence.kind) {
        case SequenceKind::list:
            append_items("[", "]");
            break;
        case SequenceKind::tuple:
            append_items("(", sequence.items.size() == 1 ? ",)" : ")");
            break;
        case SequenceKind::range:
            out.append(sequence.range_text, origin);
            break;
        case SequenceKind::dict_keys:
            append_items("dict_keys([", "])");
            break;
        case SequenceKind::dict_values:
            append_items("dict_values([", "])");
            break;
        case SequenceKind::dict_items:
            append_items("dict_items([", "])");
            break;
    }
}

void append_repr(Budget& budget, TextBuilder& out, const Dict& dict) {
    const TextOrigin origin = dict.origin();
    out.append("{", origin);
    bool first = true;
    for (const auto& [key, value] : dict.entries()) {
        if (!first) {
            out.append(", ", origin);
        }
        first = false;
        append_repr(budget, out, key);
        out.append(": ", origin);
        append_repr(budget, out, value);
    }
    out.append("}", origin);
}

void append_repr(TextBuilder& out, const String& string) {
    const Text& text = string.text;
    const TextOrigin origin = text.origin();
    const bool holds_single = text.bytes().find('\'') != std::string_view::npos;
    const char quote = holds_single && text.bytes().find('"') == std::string_view::npos ? '"' : '\'';
    out.append(string.markup ? "Markup(" : "", origin);
    out.append({&quote, 1}, origin);
    text.for_each_run([&](std::string_view piece, TextOrigin piece_origin) {
        std::size_t plain = 0;
        std::size_t i = 0;
        const auto replace = [&](std::size_t bytes, std::string_view by) {
            if (plain < i) {
                out.append(piece.substr(plain, i - plain), piece_origin);
            }
            out.append(by, piece_origin);
            plain = i + bytes;
        };
        while (i < piece.size()) {
            const char32_t c = decode_at(piece, i);
            const std::size_t bytes = character_bytes(piece[i]);
            if (c == '\\' || c == static_cast<char32_t>(quote)) {
                replace(bytes, fmt::format("\\{}", static_cast<char>(c)));
            } else if (c == '\n') {
                replace(bytes, "\\n");
            } else if (c == '\r') {
                replace(bytes, "\\r");
            } else if (c == '\t') {
                replace(bytes, "\\t");
            } else if (!is_printable(c)) {
                const auto code = static_cast<std::uint32_t>(c);
                replace(bytes, code < 0x100     ? fmt::format("\\x{:02x}", code)
                               : code < 0x10000 ? fmt::format("\\u{:04x}", code)
                                                : fmt::format("\\U{:08x}", code));
            }
            i += bytes;
        }
        if (plain < i) {
            out.append(piece.substr(plain, i - plain), piece_origin);
        }
    });
    out.append({&quote, 1}, origin);
    out.append(string.markup ? ")" : "", origin);
}

}  // namespace

void append_repr(Budget& budget, TextBuilder& out, const Value& value) {
    budget.step();
    if (const String* string = value.string()) {
        append_repr(out, *string);
    } else if (const Sequence* sequence = value.sequence()) {
        append_repr(budget, out, *sequence);
    } else if (const Dict* dict = value.dict()) {
        append_repr(budget, out, *dict);
    } else if (value.is_undefined()) {
        out.append("Undefined", value.origin());
    } else if (value.is_none()) {
        out.append("None", value.origin());
    } else if (const bool* boolean = value.get<bool>()) {
        out.append(*boolean ? "True" : "False", value.origin());
    } else if (const auto* integer = value.get<std::int64_t>()) {
        out.append(fmt::format("{}", *integer), value.origin());
    } else if (const auto* floating = value.get<double>()) {
        out.append(float_text(*floating), value.origin());
    } else if (const Generator* generator = value.generator()) {
        out.append(fmt::format("<{} object>", generator->type_name()), value.origin());
    } else if (const Object* object = value.object()) {
        out.append(object->repr(), value.origin());
    } else {
        // What a namespace holds may hold the namespace: it is not entered.
        out.append("<Namespace>", value.origin());
    }
}

void append_str(Budget& budget, TextBuilder& out, const Value& value) {
    if (const String* string = value.string()) {
        out.append(string->text);
    } else if (!value.is_undefined()) {
        append_repr(budget, out, value);
    }
}

Text to_text(Budget& budget, const Value& value) {
    if (const String* string = value.string()) {
        return string->text;
    }
    TextBuilder out(budget);
    append_str(budget, out, value);
    return out.finish();
}

void append_html_escaped(TextBuilder& out, const Text& text) {
    text.for_each_run([&](std::string_view piece, TextOrigin origin) {
        std::size_t plain = 0;
        for (std::size_t i = 0; i < piece.size(); ++i) {
            std::string_view entity;
            switch (piece[i]) {
                case '&':
                    entity = "&amp;";
                    break;
                case '<':
                    entity = "&lt;";
                    break;
                case '>':
                    entity = "&gt;";
                    break;
                case '\'':
                    entity = "&#39;";
                    break;
                case '"':
                    entity = "&#34;";
                    break;
                default:
                    continue;
            }
            out.append(piece.substr(plain, i - plain), origin);
            out.append(entity, origin);
            plain = i + 1;
        }
        out.append(piece.substr(plain), origin);
    });
}

}  // namespace hearth::jinja
