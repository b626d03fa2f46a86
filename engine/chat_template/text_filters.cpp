#include "chat_template/access.h"
#include "chat_template/arguments.h"
#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/filter_functions.h"
#include "chat_template/iteration.h"
#include "chat_template/json_text.h"
#include "chat_template/percent_format.h"
#include "chat_template/printing.h"
#include "chat_template/text_operations.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja::filters {

namespace {

/// As markupsafe's soft_str: strings as they are, markup included, and everything else as it prints.
Value soft_string(Evaluator& evaluator, const Value& value) {
    return value.is_string() ? value : make_string(&evaluator.budget(), to_text(evaluator.budget(), value));
}

Value mapped(Evaluator& evaluator, const Value& input, CaseMapping mapping) {
    const Value text = soft_string(evaluator, input);
    return make_string(&evaluator.budget(), map_case(evaluator.budget(), text.string()->text, mapping),
                       text.string()->markup);
}

}  // namespace

Value capitalize(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("capitalize", arguments);
    return mapped(evaluator, input, CaseMapping::capitalize);
}

Value lower(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("lower", arguments);
    return mapped(evaluator, input, CaseMapping::lower);
}

Value title(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("title", arguments);
    return mapped(evaluator, input, CaseMapping::jinja_title);
}

Value upper(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("upper", arguments);
    return mapped(evaluator, input, CaseMapping::upper);
}

Value center(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [width] = bind<1>("center", arguments, {"width"});
    const std::int64_t columns = width == nullptr ? 80 : require_integer("center", *width);
    const Value text = soft_string(evaluator, input);
    return make_string(&evaluator.budget(),
                       justify(evaluator.budget(), text.string()->text,
                               static_cast<std::size_t>(std::max<std::int64_t>(columns, 0)),
                               Text(" ", TextOrigin::template_text), Side::both),
                       text.string()->markup);
}

Value escape(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("escape", arguments);
    if (const String* string = input.string(); string != nullptr && string->markup) {
        return input;
    }
    return forceescape(evaluator, input, arguments);
}

Value forceescape(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("forceescape", arguments);
    TextBuilder out(evaluator.budget());
    append_html_escaped(out, to_text(evaluator.budget(), input));
    return make_string(&evaluator.budget(), out.finish(), true);
}

Value format(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    if (!arguments.positional.empty() && !arguments.named.empty()) {
        fail_operation("format: can't handle positional and keyword arguments at the same time");
    }
    const Value text = soft_string(evaluator, input);
    if (arguments.named.empty()) {
        const Value values = make_sequence(&evaluator.budget(), SequenceKind::tuple, arguments.positional);
        return percent_format(evaluator, *text.string(), values);
    }
    auto values = std::make_shared<Dict>(&evaluator.budget());
    for (const auto& [name, value] : arguments.named) {
        values->set(make_string(&evaluator.budget(), name), value);
    }
    return percent_format(evaluator, *text.string(), make_dict(std::move(values)));
}

Value indent(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [width, first, blank] = bind<3>("indent", arguments, {"width", "first", "blank"});
    Budget& budget = evaluator.budget();
    require_defined(input);
    const Text& text = require_text("indent", input);
    Text indention;
    if (width != nullptr && width->is_string()) {
        indention = width->string()->text;
    } else {
        const std::int64_t columns = width == nullptr ? 4 : require_integer("indent", *width);
        TextBuilder spaces(budget);
        spaces.append_repeated(Text(" ", TextOrigin::template_text),
                               static_cast<std::size_t>(std::max<std::int64_t>(columns, 0)));
        indention = spaces.finish();
    }
    TextBuilder out(budget);
    out.touch(text.origin());
    if (flag(first)) {
        out.append(indention);
    }
    // jinja2 adds a line end before it splits: a text that ends with one then has an empty last line.
    auto lines = split_lines(budget, text, false);
    const auto ends_with_line = [&] {
        const char32_t last = decode_at(text.bytes(), previous_character(text.bytes(), text.size()));
        return is_line_end(last) && last != '\r';  // \r and the added line end are one
    };
    if (text.empty() || ends_with_line()) {
        lines.push_back({text.size(), text.size()});
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (i > 0) {
            // The line end is jinja2's own \n, in place of the text's: it belongs to whoever wrote that one.
            out.append("\n", text.origin_at(lines[i - 1].end));
            if (flag(blank) || lines[i].begin < lines[i].end) {
                out.append(indention);
            }
        }
        out.append(text, lines[i].begin, lines[i].end);
    }
    return make_string(&budget, out.finish(), input.string()->markup);
}

Value replace(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [old_value, new_value, count] = bind<3>("replace", arguments, {"old", "new", "count"}, 2);
    Budget& budget = evaluator.budget();
    std::optional<std::size_t> most;
    if (count != nullptr && !count->is_none()) {
        const std::int64_t wanted = require_integer("replace", *count);
        most = wanted < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(wanted));
    }
    const Text from = to_text(budget, *old_value);
    return make_string(&budget, jinja::replace(budget, to_text(budget, input), from.bytes(),
                                               to_text(budget, *new_value), most));
}

Value safe(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("safe", arguments);
    return make_string(&evaluator.budget(), to_text(evaluator.budget(), input), true);
}

Value string(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("string", arguments);
    return soft_string(evaluator, input);
}

Value tojson(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [ascii, indent, separators, sort_keys] =
        bind<4>("tojson", arguments, {"ensure_ascii", "indent", "separators", "sort_keys"});
    JsonStyle style;
    style.ascii = flag(ascii);
    style.sort_keys = flag(sort_keys);
    if (indent != nullptr && !indent->is_none()) {
        if (const String* text = indent->string()) {
            style.indent = text->text.bytes();
        } else {
            const auto columns =
                static_cast<std::size_t>(std::max<std::int64_t>(require_integer("tojson", *indent), 0));
            const Charge ask_first(&evaluator.budget(), columns);
            style.indent = std::string(columns, ' ');
        }
    }
    style.item_separator = style.indent ? "," : ", ";
    if (separators != nullptr && !separators->is_none()) {
        const auto pair = collect(evaluator, *separators);
        if (pair.size() != 2) {
            fail_operation("tojson: separators wants a pair of texts");
        }
        style.item_separator = require_text("tojson", pair[0]).bytes();
        style.key_separator = require_text("tojson", pair[1]).bytes();
    }
    return make_string(&evaluator.budget(), json_text(evaluator, input, style));
}

Value trim(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [characters] = bind<1>("trim", arguments, {"chars"});
    const Value text = soft_string(evaluator, input);
    std::optional<std::string_view> set;
    if (characters != nullptr && !characters->is_none()) {
        set = require_text("trim", *characters).bytes();
        evaluator.budget().spend_bytes(set->size() * 64);
    }
    const Text& whole = text.string()->text;
    evaluator.budget().spend_bytes(whole.size());
    const ByteRange range = strip(whole, set, Side::both);
    if (range.begin == 0 && range.end == whole.size()) {
        return text;
    }
    return make_string(&evaluator.budget(), part(evaluator.budget(), whole, range), text.string()->markup);
}

Value truncate(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [length_value, killwords, end_value, leeway_value] =
        bind<4>("truncate", arguments, {"length", "killwords", "end", "leeway"});
    Budget& budget = evaluator.budget();
    const std::int64_t length = length_value == nullptr ? 255 : require_integer("truncate", *length_value);
    const bool default_leeway = leeway_value == nullptr || leeway_value->is_none();
    const std::int64_t leeway = default_leeway ? 5 : require_integer("truncate", *leeway_value);
    const Text end =
        end_value == nullptr ? Text("...", TextOrigin::template_text) : require_text("truncate", *end_value);
    const auto end_length = static_cast<std::int64_t>(count_characters(end.bytes()));
    if (length < end_length || leeway < 0) {
        fail_operation("truncate: expected a length of at least that of the end, and no negative leeway");
    }
    require_defined(input);
    const Text& text = require_text("truncate", input);
    const auto whole = static_cast<std::int64_t>(count_characters(text.bytes()));
    budget.spend_bytes(text.size());
    if (whole <= length || whole - length <= leeway) {
        return input;
    }
    std::size_t cut = byte_of_character(text.bytes(), static_cast<std::size_t>(length - end_length));
    if (!flag(killwords)) {
        const std::size_t space = text.bytes().substr(0, cut).rfind(' ');
        cut = space == std::string_view::npos ? cut : space;
    }
    TextBuilder out(budget);
    out.append(text, 0, cut);
    out.append(end);
    return make_string(&budget, out.finish(), input.string()->markup);
}

namespace {

void append_url_quoted(TextBuilder& out, const Text& text, bool for_query) {
    text.for_each_run([&](std::string_view piece, TextOrigin origin) {
        std::string quoted;
        for (const char c : piece) {
            const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                               c == '_' || c == '.' || c == '-' || c == '~' || (c == '/' && !for_query);
            if (plain) {
                quoted += c;
            } else if (c == ' ' && for_query) {
                quoted += '+';
            } else {
                quoted += fmt::format("%{:02X}", static_cast<unsigned char>(c));
            }
        }
        out.append(quoted, origin);
    });
}

}  // namespace

Value urlencode(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("urlencode", arguments);
    Budget& budget = evaluator.budget();
    TextBuilder out(budget);
    out.touch(input.origin());
    if (input.is_string() || !is_iterable(input)) {
        append_url_quoted(out, to_text(budget, input), false);
        return make_string(&budget, out.finish());
    }
    const auto append_pair = [&](const Value& key, const Value& value) {
        if (out.size() > 0) {
            out.append("&", input.origin());
        }
        append_url_quoted(out, to_text(budget, key), true);
        out.append("=", input.origin());
        append_url_quoted(out, to_text(budget, value), true);
    };
    if (const Dict* dict = input.dict()) {
        for (const auto& [key, value] : dict->entries()) {
            append_pair(key, value);
        }
    } else {
        Iterator iterator(input);
        while (const auto item = iterator.next(evaluator)) {
            const auto pair = collect(evaluator, *item);
            if (pair.size() != 2) {
                fail_operation("urlencode wants pairs");
            }
            append_pair(pair[0], pair[1]);
        }
    }
    return make_string(&budget, out.finish());
}

Value wordcount(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("wordcount", arguments);
    const Text text = to_text(evaluator.budget(), input);
    evaluator.budget().spend_bytes(text.size());
    std::int64_t words = 0;
    bool in_word = false;
    for (std::size_t i = 0; i < text.size(); i += character_bytes(text.bytes()[i])) {
        const bool word = is_word(decode_at(text.bytes(), i));
        words += word && !in_word ? 1 : 0;
        in_word = word;
    }
    return make_integer(words, text.origin());
}

}  // namespace hearth::jinja::filters
