#include "chat_template/json_text.h"

#include "chat_template/compare.h"
#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/number_text.h"
#include "chat_template/printing.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

std::string json_number(const Value& value) {
    if (const auto* floating = value.get<double>()) {
        if (std::isnan(*floating)) {
            return "NaN";
        }
        if (std::isinf(*floating)) {
            return *floating < 0 ? "-Infinity" : "Infinity";
        }
        return float_text(*floating);
    }
    return fmt::format("{}", *value.integer());
}

class JsonWriter {
 public:
    JsonWriter(Evaluator& evaluator, const JsonStyle& style)
        : evaluator_(evaluator), style_(style), out_(evaluator.budget()) {}

    Text run(const Value& value) {
        write(value, 0);
        return out_.finish();
    }

 private:
    void write(const Value& value, std::size_t level) {
        evaluator_.budget().step();
        if (const String* string = value.string()) {
            write(string->text);
        } else if (value.is_none()) {
            out_.append("null", value.origin());
        } else if (const bool* boolean = value.get<bool>()) {
            out_.append(*boolean ? "true" : "false", value.origin());
        } else if (value.number()) {
            out_.append(json_number(value), value.origin());
        } else if (value.list() != nullptr || value.tuple() != nullptr) {
            write(*value.sequence(), level);
        } else if (const Dict* dict = value.dict()) {
            write(*dict, level);
        } else {
            fail_operation(fmt::format("Object of type {} is not JSON serializable", type_name(value)));
        }
    }

    void write(const Sequence& sequence, std::size_t level) {
        const TextOrigin origin = sequence.origin;
        if (sequence.items.empty()) {
            out_.append("[]", origin);
            return;
        }
        out_.append("[", origin);
        bool first = true;
        for (const Value& item : sequence.items) {
            if (!first) {
                out_.append(style_.item_separator, origin);
            }
            first = false;
            new_line(level + 1, origin);
            write(item, level + 1);
        }
        new_line(level, origin);
        out_.append("]", origin);
    }

    void write(const Dict& dict, std::size_t level) {
        const TextOrigin origin = dict.origin();
        if (dict.size() == 0) {
            out_.append("{}", origin);
            return;
        }
        std::vector<const std::pair<Value, Value>*> entries;
        entries.reserve(dict.size());
        for (const auto& entry : dict.entries()) {
            entries.push_back(&entry);
        }
        if (style_.sort_keys) {
            std::stable_sort(entries.begin(), entries.end(), [this](const auto* a, const auto* b) {
                evaluator_.budget().step();
                return less(a->first, b->first);
            });
        }
        out_.append("{", origin);
        bool first = true;
        for (const auto* entry : entries) {
            if (!first) {
                out_.append(style_.item_separator, origin);
            }
            first = false;
            new_line(level + 1, origin);
            write_key(entry->first);
            out_.append(style_.key_separator, origin);
            write(entry->second, level + 1);
        }
        new_line(level, origin);
        out_.append("}", origin);
    }

    void write_key(const Value& key) {
        if (const String* string = key.string()) {
            write(string->text);
            return;
        }
        std::string text;
        if (key.is_none()) {
            text = "null";
        } else if (const bool* boolean = key.get<bool>()) {
            text = *boolean ? "true" : "false";
        } else if (key.number()) {
            text = json_number(key);
        } else {
            fail_operation(fmt::format("keys must be str, int, float, bool or None, not {}", type_name(key)));
        }
        out_.append("\"" + text + "\"", key.origin());
    }

    void new_line(std::size_t level, TextOrigin origin) {
        if (!style_.indent) {
            return;
        }
        out_.append("\n", origin);
        if (!style_.indent->empty()) {
            out_.append_repeated(Text(*style_.indent, origin), level);
        }
    }

    /// The escape of a character, or nothing if it stands for itself.
    std::string escape(char32_t c) const {
        switch (c) {
            case '"':
                return "\\\"";
            case '\\':
                return "\\\\";
            case '\n':
                return "\\n";
            case '\r':
                return "\\r";
            case '\t':
                return "\\t";
            case '\f':
                return "\\f";
            case '\b':
                return "\\b";
            default:
                break;
        }
        const auto code = static_cast<std::uint32_t>(c);
        if (code < 0x20 || (style_.ascii && code >= 0x7F && code < 0x10000)) {
            return fmt::format("\\u{:04x}", code);
        }
        if (style_.ascii && code >= 0x10000) {
            const std::uint32_t offset = code - 0x10000;
            return fmt::format("\\u{:04x}\\u{:04x}", 0xD800U + (offset >> 10U), 0xDC00U + (offset & 0x3FFU));
        }
        return {};
    }

    bool may_need_escape(char c) const {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || c == '"' || c == '\\' || (style_.ascii && byte >= 0x7F);
    }

    void write(const Text& text) {
        const TextOrigin quotes = text.origin();
        out_.append("\"", quotes);
        text.for_each_run([&](std::string_view piece, TextOrigin origin) {
            std::size_t plain = 0;
            for (std::size_t i = 0; i < piece.size(); ++i) {
                if (!may_need_escape(piece[i])) {
                    continue;
                }
                const std::string by = escape(decode_at(piece, i));
                out_.append(piece.substr(plain, i - plain), origin);
                out_.append(by, origin);
                i += character_bytes(piece[i]) - 1;
                plain = i + 1;
            }
            out_.append(piece.substr(plain), origin);
        });
        out_.append("\"", quotes);
    }

    Evaluator& evaluator_;
    const JsonStyle& style_;
    TextBuilder out_;
};

}  // namespace

Text json_text(Evaluator& evaluator, const Value& value, const JsonStyle& style) {
    return JsonWriter(evaluator, style).run(value);
}

}  // namespace hearth::jinja
