#include "chat_template/access.h"
#include "chat_template/arguments.h"
#include "chat_template/brace_format.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/iteration.h"
#include "chat_template/methods.h"
#include "chat_template/printing.h"
#include "chat_template/text_operations.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

/// A string made from `self`: markup stays markup.
Value result(Evaluator& evaluator, const Value& self, Text text) {
    return make_string(&evaluator.budget(), std::move(text), self.string()->markup);
}

Value part_of(Evaluator& evaluator, const Value& self, ByteRange range) {
    const Text& text = self.string()->text;
    if (range.begin == 0 && range.end == text.size()) {
        return self;
    }
    return result(evaluator, self, part(evaluator.budget(), text, range));
}

Value list_of(Evaluator& evaluator, const Value& self, const std::vector<ByteRange>& ranges) {
    std::vector<Value> items;
    items.reserve(ranges.size());
    for (const ByteRange& range : ranges) {
        items.push_back(part_of(evaluator, self, range));
    }
    return make_sequence(&evaluator.budget(), SequenceKind::list, std::move(items), self.origin());
}

/// An argument that joins the text of `self`: escaped if that is markup.
Text companion(Evaluator& evaluator, const Value& self, std::string_view function, const Value& value) {
    const Text& text = require_text(function, value);
    if (!self.string()->markup || value.string()->markup) {
        return text;
    }
    TextBuilder out(evaluator.budget());
    append_html_escaped(out, text);
    return out.finish();
}

std::optional<std::size_t> optional_count(std::string_view function, const Value* value) {
    if (value == nullptr) {
        return std::nullopt;
    }
    const std::int64_t count = require_integer(function, *value);
    return count < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(count));
}

template <CaseMapping Mapping>
Value change_case(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    require_no_arguments("case methods", arguments);
    return result(evaluator, self, map_case(evaluator.budget(), self.string()->text, Mapping));
}

template <Side Which>
Value strip_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    constexpr std::string_view name = Which == Side::left    ? "lstrip"
                                      : Which == Side::right ? "rstrip"
                                                             : "strip";
    const auto [characters] = bind<1>(name, arguments, {""});
    std::optional<std::string_view> set;
    if (characters != nullptr && !characters->is_none()) {
        set = require_text(name, *characters).bytes();
        evaluator.budget().spend_bytes(set->size() * 64);
    }
    evaluator.budget().spend_bytes(self.string()->text.size());
    return part_of(evaluator, self, strip(self.string()->text, set, Which));
}

template <Side From>
Value split_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    constexpr std::string_view name = From == Side::right ? "rsplit" : "split";
    const auto [separator, most] = bind<2>(name, arguments, {"sep", "maxsplit"});
    const auto count = optional_count(name, most);
    const Text& text = self.string()->text;
    if (separator == nullptr || separator->is_none()) {
        return list_of(evaluator, self, split_at_whitespace(evaluator.budget(), text, count, From));
    }
    return list_of(evaluator, self,
                   split(evaluator.budget(), text, require_text(name, *separator).bytes(), count, From));
}

Value splitlines(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [keep] = bind<1>("splitlines", arguments, {"keepends"});
    const bool keep_ends = keep != nullptr && truth(*keep);
    return list_of(evaluator, self, split_lines(evaluator.budget(), self.string()->text, keep_ends));
}

template <Side From>
Value partition(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    constexpr std::string_view name = From == Side::right ? "rpartition" : "partition";
    const auto [separator] = bind<1>(name, arguments, {""}, 1);
    const Text& wanted = require_text(name, *separator);
    const Text& text = self.string()->text;
    const auto halves = split(evaluator.budget(), text, wanted.bytes(), 1, From);
    std::vector<Value> items;
    const Value empty = result(evaluator, self, Text({}, text.origin()));
    if (halves.size() == 2) {
        items = {part_of(evaluator, self, halves[0]),
                 part_of(evaluator, self, {halves[0].end, halves[1].begin}),
                 part_of(evaluator, self, halves[1])};
    } else if (From == Side::right) {
        items = {empty, empty, self};
    } else {
        items = {self, empty, empty};
    }
    return make_sequence(&evaluator.budget(), SequenceKind::tuple, std::move(items), self.origin());
}

Value replace_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [from, to, count] = bind<3>("replace", arguments, {"", "", ""}, 2);
    const Text old = companion(evaluator, self, "replace", *from);
    const Text by = companion(evaluator, self, "replace", *to);
    return result(
        evaluator, self,
        replace(evaluator.budget(), self.string()->text, old.bytes(), by, optional_count("replace", count)));
}

Value join_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [iterable] = bind<1>("join", arguments, {""}, 1);
    TextBuilder out(evaluator.budget());
    out.touch(iterable->origin());
    Iterator iterator(*iterable);
    for (std::size_t i = 0; const auto item = iterator.next(evaluator); ++i) {
        if (!item->is_string()) {
            fail_operation(
                fmt::format("sequence item {}: expected str instance, {} found", i, type_name(*item)));
        }
        if (i > 0) {
            out.append(self.string()->text);
        }
        out.append(companion(evaluator, self, "join", *item));
    }
    return result(evaluator, self, out.finish());
}

/// The part of `self` that optional start and end arguments choose.
ByteRange chosen_range(Evaluator& evaluator, const Value& self, const Value* start, const Value* end) {
    const Text& text = self.string()->text;
    if (start == nullptr && end == nullptr) {
        return {0, text.size()};
    }
    const std::int64_t length = length_of(evaluator, self);
    const auto resolve = [&](const Value* bound, std::int64_t otherwise) {
        if (bound == nullptr || bound->is_none()) {
            return otherwise;
        }
        const std::int64_t index = require_integer("slice", *bound);
        return std::clamp<std::int64_t>(index < 0 ? std::max(index, -length) + length : index, 0, length + 1);
    };
    const std::int64_t first = resolve(start, 0);
    const std::int64_t last = std::min(resolve(end, length), length);
    if (first > last) {
        return {1, 0};  // nothing is found there, not even an empty text
    }
    return {byte_of_character(text.bytes(), static_cast<std::size_t>(first)),
            byte_of_character(text.bytes(), static_cast<std::size_t>(last))};
}

template <bool AtStart>
Value edge_test(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    constexpr std::string_view name = AtStart ? "startswith" : "endswith";
    const auto [wanted, start, end] = bind<3>(name, arguments, {"", "", ""}, 1);
    const ByteRange range = chosen_range(evaluator, self, start, end);
    bool found = false;
    const auto test = [&](const Value& candidate) {
        const std::string_view edge = require_text(name, candidate).bytes();
        if (range.begin > range.end || edge.size() > range.end - range.begin) {
            return;
        }
        const std::string_view text =
            self.string()->text.bytes().substr(range.begin, range.end - range.begin);
        found = found || (AtStart ? text.substr(0, edge.size()) == edge
                                  : text.substr(text.size() - edge.size()) == edge);
    };
    if (const Sequence* tuple = wanted->tuple()) {
        evaluator.budget().spend(static_cast<std::int64_t>(tuple->items.size()));
        std::for_each(tuple->items.begin(), tuple->items.end(), test);
    } else {
        test(*wanted);
    }
    return make_bool(found, combine(self.origin(), wanted->origin()));
}

/// Character position of the first or last occurrence.
template <Side From>
std::optional<std::int64_t> find_position(Evaluator& evaluator, const Value& self, const Arguments& arguments,
                                          std::string_view name) {
    const auto [wanted, start, end] = bind<3>(name, arguments, {"", "", ""}, 1);
    const ByteRange range = chosen_range(evaluator, self, start, end);
    const std::string_view part = require_text(name, *wanted).bytes();
    if (range.begin > range.end) {
        return std::nullopt;
    }
    const std::string_view bytes = self.string()->text.bytes();
    evaluator.budget().spend_bytes(bytes.size());
    const std::string_view text = bytes.substr(range.begin, range.end - range.begin);
    const std::size_t found = From == Side::right ? text.rfind(part) : text.find(part);
    if (found == std::string_view::npos) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(count_characters(bytes.substr(0, range.begin + found)));
}

template <Side From>
Value find_method_of_string(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    return make_integer(find_position<From>(evaluator, self, arguments, "find").value_or(-1), self.origin());
}

template <Side From>
Value index_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto position = find_position<From>(evaluator, self, arguments, "index");
    if (!position) {
        fail_operation("substring not found");
    }
    return make_integer(*position, self.origin());
}

Value count_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [wanted, start, end] = bind<3>("count", arguments, {"", "", ""}, 1);
    const ByteRange range = chosen_range(evaluator, self, start, end);
    const std::string_view part = require_text("count", *wanted).bytes();
    std::size_t count = 0;
    if (range.begin <= range.end) {
        const std::string_view bytes = self.string()->text.bytes();
        evaluator.budget().spend_bytes(bytes.size());
        count = count_occurrences(bytes.substr(range.begin, range.end - range.begin), part);
    }
    return make_integer(static_cast<std::int64_t>(count), combine(self.origin(), wanted->origin()));
}

Value format_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    return brace_format(evaluator, *self.string(), arguments);
}

template <bool AtStart>
Value remove_edge(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    constexpr std::string_view name = AtStart ? "removeprefix" : "removesuffix";
    const auto [wanted] = bind<1>(name, arguments, {""}, 1);
    const std::string_view edge = require_text(name, *wanted).bytes();
    const std::string_view bytes = self.string()->text.bytes();
    if (edge.size() > bytes.size()) {
        return self;
    }
    const std::size_t rest = bytes.size() - edge.size();
    if (AtStart) {
        return bytes.substr(0, edge.size()) == edge ? part_of(evaluator, self, {edge.size(), bytes.size()})
                                                    : self;
    }
    return bytes.substr(rest) == edge ? part_of(evaluator, self, {0, rest}) : self;
}

template <Side TextSide>
Value justify_method(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [width, fill] = bind<2>("justify", arguments, {"", ""}, 1);
    const std::int64_t columns = require_integer("justify", *width);
    const Text padding =
        fill == nullptr ? Text(" ", TextOrigin::template_text) : companion(evaluator, self, "justify", *fill);
    if (count_characters(padding.bytes()) != 1) {
        fail_operation("The fill character must be exactly one character long");
    }
    return result(evaluator, self,
                  justify(evaluator.budget(), self.string()->text,
                          static_cast<std::size_t>(std::max<std::int64_t>(columns, 0)), padding, TextSide));
}

Value zfill(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [width] = bind<1>("zfill", arguments, {""}, 1);
    const auto columns =
        static_cast<std::size_t>(std::max<std::int64_t>(require_integer("zfill", *width), 0));
    const Text& text = self.string()->text;
    const std::size_t length = count_characters(text.bytes());
    const bool sign = !text.empty() && (text.bytes().front() == '-' || text.bytes().front() == '+');
    TextBuilder out(evaluator.budget());
    out.append(text, 0, sign ? 1 : 0);
    out.append_repeated(Text("0", TextOrigin::template_text), columns > length ? columns - length : 0);
    out.append(text, sign ? 1 : 0, text.size());
    return result(evaluator, self, out.finish());
}

Value expandtabs(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [tab_size] = bind<1>("expandtabs", arguments, {"tabsize"});
    const std::int64_t size = tab_size == nullptr ? 8 : require_integer("expandtabs", *tab_size);
    TextBuilder out(evaluator.budget());
    std::int64_t column = 0;
    self.string()->text.for_each_run([&](std::string_view piece, TextOrigin origin) {
        const Text space(" ", origin);
        for (std::size_t i = 0; i < piece.size(); i += character_bytes(piece[i])) {
            if (piece[i] == '\t') {
                const std::int64_t spaces = size > 0 ? size - column % size : 0;
                out.append_repeated(space, static_cast<std::size_t>(spaces));
                column += spaces;
                continue;
            }
            column = piece[i] == '\n' || piece[i] == '\r' ? 0 : column + 1;
            out.append(piece.substr(i, character_bytes(piece[i])), origin);
        }
    });
    return result(evaluator, self, out.finish());
}

/// Whether there is a character and all have the property.
template <bool (*Property)(char32_t)>
Value all_characters(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    require_no_arguments("character tests", arguments);
    const std::string_view bytes = self.string()->text.bytes();
    evaluator.budget().spend_bytes(bytes.size());
    bool all = !bytes.empty();
    for (std::size_t i = 0; all && i < bytes.size(); i += character_bytes(bytes[i])) {
        all = Property(decode_at(bytes, i));
    }
    return make_bool(all, self.origin());
}

bool is_alphanumeric(char32_t c) {
    return is_alphabetic(c) || is_numeric(c);
}

Value isascii(Evaluator& /*evaluator*/, const Value& self, const Arguments& arguments) {
    require_no_arguments("isascii", arguments);
    return make_bool(self.string()->text.ascii(), self.origin());
}

/// Whether there are cased characters and all of them are of this case.
template <bool (*Wanted)(char32_t)>
Value all_cased(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    require_no_arguments("case tests", arguments);
    const std::string_view bytes = self.string()->text.bytes();
    evaluator.budget().spend_bytes(bytes.size());
    bool any = false;
    for (std::size_t i = 0; i < bytes.size(); i += character_bytes(bytes[i])) {
        const char32_t c = decode_at(bytes, i);
        if (is_cased(c) && !Wanted(c)) {
            return make_bool(false, self.origin());
        }
        any = any || Wanted(c);
    }
    return make_bool(any, self.origin());
}

Value istitle(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    require_no_arguments("istitle", arguments);
    const std::string_view bytes = self.string()->text.bytes();
    evaluator.budget().spend_bytes(bytes.size());
    bool any = false;
    bool in_word = false;
    for (std::size_t i = 0; i < bytes.size(); i += character_bytes(bytes[i])) {
        const char32_t c = decode_at(bytes, i);
        const bool starts = is_upper(c) || is_title(c);
        if ((starts && in_word) || (is_lower(c) && !in_word)) {
            return make_bool(false, self.origin());
        }
        in_word = is_cased(c);
        any = any || in_word;
    }
    return make_bool(any, self.origin());
}

Value unsupported(Evaluator& /*evaluator*/, const Value& /*self*/, const Arguments& /*arguments*/) {
    fail_operation("this method of texts is not supported in chat templates");
}

constexpr std::array<Method, 47> kMethods = {{
    {"capitalize", change_case<CaseMapping::capitalize>},
    {"casefold", change_case<CaseMapping::fold>},
    {"center", justify_method<Side::both>},
    {"count", count_method},
    {"encode", unsupported},
    {"endswith", edge_test<false>},
    {"expandtabs", expandtabs},
    {"find", find_method_of_string<Side::left>},
    {"format", format_method},
    {"format_map", unsupported},
    {"index", index_method<Side::left>},
    {"isalnum", all_characters<is_alphanumeric>},
    {"isalpha", all_characters<is_alphabetic>},
    {"isascii", isascii},
    {"isdecimal", all_characters<is_decimal>},
    {"isdigit", all_characters<is_decimal>},
    {"isidentifier", unsupported},
    {"islower", all_cased<is_lower>},
    {"isnumeric", all_characters<is_numeric>},
    {"isprintable", all_characters<is_printable>},
    {"isspace", all_characters<is_space>},
    {"istitle", istitle},
    {"isupper", all_cased<is_upper>},
    {"join", join_method},
    {"ljust", justify_method<Side::left>},
    {"lower", change_case<CaseMapping::lower>},
    {"lstrip", strip_method<Side::left>},
    {"maketrans", unsupported},
    {"partition", partition<Side::left>},
    {"removeprefix", remove_edge<true>},
    {"removesuffix", remove_edge<false>},
    {"replace", replace_method},
    {"rfind", find_method_of_string<Side::right>},
    {"rindex", index_method<Side::right>},
    {"rjust", justify_method<Side::right>},
    {"rpartition", partition<Side::right>},
    {"rsplit", split_method<Side::right>},
    {"rstrip", strip_method<Side::right>},
    {"split", split_method<Side::left>},
    {"splitlines", splitlines},
    {"startswith", edge_test<true>},
    {"strip", strip_method<Side::both>},
    {"swapcase", change_case<CaseMapping::swap>},
    {"title", change_case<CaseMapping::title>},
    {"translate", unsupported},
    {"upper", change_case<CaseMapping::upper>},
    {"zfill", zfill},
}};

static_assert(std::is_sorted(kMethods.begin(), kMethods.end(),
                             [](const Method& a, const Method& b) { return a.name < b.name; }));

}  // namespace

std::span<const Method> string_methods() {
    return kMethods;
}

}  // namespace hearth::jinja
