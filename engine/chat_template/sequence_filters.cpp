#include "chat_template/access.h"
#include "chat_template/arguments.h"
#include "chat_template/attribute_path.h"
#include "chat_template/compare.h"
#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/filter_functions.h"
#include "chat_template/iteration.h"
#include "chat_template/operators.h"
#include "chat_template/printing.h"
#include "chat_template/text_operations.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth::jinja::filters {

namespace {

Value lowered(Evaluator& evaluator, const Value& value) {
    if (!value.is_string()) {
        return value;
    }
    return make_string(&evaluator.budget(),
                       map_case(evaluator.budget(), value.string()->text, CaseMapping::lower));
}

Value make_list(Evaluator& evaluator, std::vector<Value> items, TextOrigin origin) {
    return make_sequence(&evaluator.budget(), SequenceKind::list, std::move(items), origin);
}

bool less_within(Evaluator& evaluator, const Value& a, const Value& b) {
    evaluator.budget().spend(1 + std::min(a.weight(), b.weight()));
    return less(a, b);
}

struct Keyed {
    Value key;
    Value item;
};

/// By key, equal ones in the order they came, also when reversed.
std::vector<Value> sorted(Evaluator& evaluator, std::vector<Keyed> items, bool reverse) {
    std::stable_sort(items.begin(), items.end(), [&](const Keyed& a, const Keyed& b) {
        return reverse ? less_within(evaluator, b.key, a.key) : less_within(evaluator, a.key, b.key);
    });
    std::vector<Value> out;
    out.reserve(items.size());
    for (Keyed& keyed : items) {
        out.push_back(std::move(keyed.item));
    }
    return out;
}

/// Each with the key it is compared by.
std::vector<Keyed> keyed_items(Evaluator& evaluator, const Value& input, const AttributePath& path,
                               bool case_sensitive, const Value* otherwise = nullptr) {
    std::vector<Keyed> out;
    for (Value& item : collect(evaluator, input)) {
        Value key = path.of(evaluator, item, otherwise);
        out.push_back({case_sensitive ? std::move(key) : lowered(evaluator, key), std::move(item)});
    }
    return out;
}

class ItemsGenerator : public Generator {
 public:
    explicit ItemsGenerator(Value dict) : dict_(std::move(dict)) {}
    std::optional<Value> next(Evaluator& evaluator) override {
        if (position_ >= dict_.dict()->size()) {
            return std::nullopt;
        }
        const auto& [key, value] = dict_.dict()->entries()[position_++];
        return make_sequence(&evaluator.budget(), SequenceKind::tuple, {key, value});
    }

 private:
    Value dict_;
    std::size_t position_ = 0;
};

class ReverseIterator : public Generator {
 public:
    explicit ReverseIterator(std::vector<Value> items) : items_(std::move(items)) {}
    std::optional<Value> next(Evaluator& /*evaluator*/) override {
        if (items_.empty()) {
            return std::nullopt;
        }
        std::optional<Value> item = std::move(items_.back());
        items_.pop_back();
        return item;
    }
    std::string_view type_name() const override { return "list_reverseiterator"; }

 private:
    std::vector<Value> items_;
};

class UniqueGenerator : public Generator {
 public:
    UniqueGenerator(Evaluator& evaluator, const Value& input, AttributePath path, bool case_sensitive)
        : source_(input),
          path_(std::move(path)),
          case_sensitive_(case_sensitive),
          seen_(&evaluator.budget()) {}

    std::optional<Value> next(Evaluator& evaluator) override {
        while (auto item = source_.next(evaluator)) {
            Value key = path_.of(evaluator, *item);
            if (!case_sensitive_) {
                key = lowered(evaluator, key);
            }
            evaluator.budget().spend(key.weight());
            if (seen_.find(key) == nullptr) {
                seen_.set(key, Value());
                return item;
            }
        }
        return std::nullopt;
    }

 private:
    Iterator source_;
    AttributePath path_;
    bool case_sensitive_;
    Dict seen_;
};

template <bool Smallest>
Value extreme(Evaluator& evaluator, std::string_view name, const Value& input, const Arguments& arguments) {
    const auto [case_sensitive, attribute] = bind<2>(name, arguments, {"case_sensitive", "attribute"});
    const AttributePath path(evaluator, attribute);
    Iterator iterator(input);
    std::optional<Keyed> best;
    while (auto item = iterator.next(evaluator)) {
        Value key = path.of(evaluator, *item);
        if (!flag(case_sensitive)) {
            key = lowered(evaluator, key);
        }
        const bool better = !best || (Smallest ? less_within(evaluator, key, best->key)
                                               : less_within(evaluator, best->key, key));
        if (better) {
            best = Keyed{std::move(key), *std::move(item)};
        }
    }
    return best ? std::move(best->item) : make_undefined("No aggregated item, sequence was empty.");
}

}  // namespace

Value batch(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [count, fill] = bind<2>("batch", arguments, {"linecount", "fill_with"}, 1);
    const std::int64_t size = require_integer("batch", *count);
    std::vector<Value> batches;
    std::vector<Value> line;
    Iterator iterator(input);
    while (auto item = iterator.next(evaluator)) {
        if (static_cast<std::int64_t>(line.size()) == size) {
            batches.push_back(make_list(evaluator, std::exchange(line, {}), input.origin()));
        }
        line.push_back(*std::move(item));
    }
    if (!line.empty()) {
        if (fill != nullptr && !fill->is_none() && static_cast<std::int64_t>(line.size()) < size) {
            const auto missing = static_cast<std::size_t>(size) - line.size();
            evaluator.budget().spend(static_cast<std::int64_t>(missing));
            const Charge ask_first(&evaluator.budget(), missing * sizeof(Value));
            line.insert(line.end(), missing, *fill);
        }
        batches.push_back(make_list(evaluator, std::move(line), input.origin()));
    }
    std::reverse(batches.begin(), batches.end());
    return make_generator(std::make_shared<ReverseIterator>(std::move(batches)), input.depth() + 2);
}

Value dictsort(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [case_sensitive, by, reverse] =
        bind<3>("dictsort", arguments, {"case_sensitive", "by", "reverse"});
    const std::string_view what = by == nullptr ? "key" : require_text("dictsort", *by).bytes();
    if (what != "key" && what != "value") {
        fail_operation("dictsort: you can only sort by either \"key\" or \"value\"");
    }
    require_defined(input);
    const Dict* dict = input.dict();
    if (dict == nullptr) {
        fail_operation(fmt::format("dictsort wants a mapping, not '{}'", type_name(input)));
    }
    std::vector<Keyed> items;
    for (const auto& [key, value] : dict->entries()) {
        const Value& chosen = what == "key" ? key : value;
        items.push_back({flag(case_sensitive) ? chosen : lowered(evaluator, chosen),
                         make_sequence(&evaluator.budget(), SequenceKind::tuple, {key, value})});
    }
    return make_list(evaluator, sorted(evaluator, std::move(items), flag(reverse)), input.origin());
}

Value first(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("first", arguments);
    auto item = Iterator(input).next(evaluator);
    return item ? *std::move(item) : make_undefined("No first item, sequence was empty.");
}

Value groupby(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [attribute, otherwise, case_sensitive] =
        bind<3>("groupby", arguments, {"attribute", "default", "case_sensitive"}, 1);
    const AttributePath path(evaluator, attribute);
    const bool exact = flag(case_sensitive);
    auto items = keyed_items(evaluator, input, path, exact, otherwise);
    std::stable_sort(items.begin(), items.end(),
                     [&](const Keyed& a, const Keyed& b) { return less_within(evaluator, a.key, b.key); });
    std::vector<Value> groups;
    for (std::size_t begin = 0; begin < items.size();) {
        std::size_t end = begin;
        std::vector<Value> members;
        while (end < items.size() && equal(items[begin].key, items[end].key)) {
            members.push_back(items[end++].item);
        }
        Value key = path.of(evaluator, items[begin].item, otherwise);
        Value list = make_list(evaluator, std::move(members), input.origin());
        groups.push_back(
            make_sequence(&evaluator.budget(), SequenceKind::tuple, {std::move(key), std::move(list)}));
        begin = end;
    }
    return make_list(evaluator, std::move(groups), input.origin());
}

Value items(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    require_no_arguments("items", arguments);
    if (input.is_undefined()) {
        return make_generator(std::make_shared<ReverseIterator>(std::vector<Value>{}), 0);
    }
    if (!input.is_dict()) {
        fail_operation("Can only get item pairs from a mapping.");
    }
    return make_generator(std::make_shared<ItemsGenerator>(input), input.depth());
}

Value join(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [separator, attribute] = bind<2>("join", arguments, {"d", "attribute"});
    const AttributePath path(evaluator, attribute);
    const Text between = separator == nullptr ? Text() : to_text(evaluator.budget(), *separator);
    TextBuilder out(evaluator.budget());
    out.touch(input.origin());
    Iterator iterator(input);
    bool first = true;
    while (const auto item = iterator.next(evaluator)) {
        if (!first) {
            out.append(between);
        }
        first = false;
        append_str(evaluator.budget(), out, path.of(evaluator, *item));
    }
    return make_string(&evaluator.budget(), out.finish());
}

Value last(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("last", arguments);
    if (const Sequence* sequence = input.sequence()) {
        return sequence->items.empty() ? make_undefined("No last item, sequence was empty.")
                                       : sequence->items.back();
    }
    auto items = collect_reversible(evaluator, input);
    return items.empty() ? make_undefined("No last item, sequence was empty.") : std::move(items.back());
}

Value length(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("length", arguments);
    return make_integer(length_of(evaluator, input), input.origin());
}

Value list(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("list", arguments);
    const TextOrigin origin = input.origin();
    return make_list(evaluator, collect(evaluator, input), origin);
}

Value max(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    return extreme<false>(evaluator, "max", input, arguments);
}

Value min(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    return extreme<true>(evaluator, "min", input, arguments);
}

Value reverse(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("reverse", arguments);
    if (input.is_string()) {
        return get_slice(evaluator, input, Value(), Value(), make_integer(-1));
    }
    if (input.is_undefined()) {
        return make_list(evaluator, {}, input.origin());
    }
    auto items = collect(evaluator, input);
    if (input.generator() != nullptr) {
        std::reverse(items.begin(), items.end());
        return make_list(evaluator, std::move(items), input.origin());
    }
    return make_generator(std::make_shared<ReverseIterator>(std::move(items)), input.depth());
}

Value slice(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [count, fill] = bind<2>("slice", arguments, {"slices", "fill_with"}, 1);
    const std::int64_t slices = require_integer("slice", *count);
    const auto items = collect(evaluator, input);
    if (slices == 0) {
        fail_operation("slice: division by zero");
    }
    std::vector<Value> out;
    if (slices > 0) {
        evaluator.budget().spend(slices);
        const auto parts = static_cast<std::size_t>(slices);
        const std::size_t each = items.size() / parts;
        const std::size_t longer = items.size() % parts;
        std::size_t begin = 0;
        for (std::size_t i = 0; i < parts; ++i) {
            const std::size_t end = begin + each + (i < longer ? 1 : 0);
            std::vector<Value> part(items.begin() + static_cast<std::ptrdiff_t>(begin),
                                    items.begin() + static_cast<std::ptrdiff_t>(end));
            if (fill != nullptr && !fill->is_none() && i >= longer) {
                part.push_back(*fill);
            }
            out.push_back(make_list(evaluator, std::move(part), input.origin()));
            begin = end;
        }
    }
    std::reverse(out.begin(), out.end());
    return make_generator(std::make_shared<ReverseIterator>(std::move(out)), input.depth() + 2);
}

Value sort(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [reverse, case_sensitive, attribute] =
        bind<3>("sort", arguments, {"reverse", "case_sensitive", "attribute"});
    const auto paths = AttributePath::several(evaluator, attribute);
    std::vector<Keyed> items;
    for (Value& item : collect(evaluator, input)) {
        std::vector<Value> keys;
        for (const AttributePath& path : paths) {
            const Value key = path.of(evaluator, item);
            keys.push_back(flag(case_sensitive) ? key : lowered(evaluator, key));
        }
        // jinja2 compares lists of keys, even of one.
        items.push_back(
            {make_sequence(&evaluator.budget(), SequenceKind::list, std::move(keys)), std::move(item)});
    }
    return make_list(evaluator, sorted(evaluator, std::move(items), flag(reverse)), input.origin());
}

Value sum(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [attribute, start] = bind<2>("sum", arguments, {"attribute", "start"});
    const AttributePath path(evaluator, attribute);
    Value total = start == nullptr ? make_integer(0) : *start;
    if (total.is_string()) {
        fail_operation("sum() can't sum strings [use ''.join(seq) instead]");
    }
    Iterator iterator(input);
    while (const auto item = iterator.next(evaluator)) {
        total = apply(evaluator, BinaryOperator::add, total, path.of(evaluator, *item));
    }
    return total;
}

Value unique(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [case_sensitive, attribute] = bind<2>("unique", arguments, {"case_sensitive", "attribute"});
    AttributePath path(evaluator, attribute);
    const std::uint32_t depth = std::max(input.depth(), path.depth());
    return make_generator(
        std::make_shared<UniqueGenerator>(evaluator, input, std::move(path), flag(case_sensitive)), depth);
}

}  // namespace hearth::jinja::filters
