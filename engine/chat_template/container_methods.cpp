#include "chat_template/arguments.h"
#include "chat_template/compare.h"
#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/iteration.h"
#include "chat_template/methods.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

template <SequenceKind Kind>
Value view(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    require_no_arguments("views of dicts", arguments);
    const Dict& dict = *self.dict();
    evaluator.budget().spend(static_cast<std::int64_t>(dict.size()));
    const Charge ask_first(&evaluator.budget(), dict.size() * sizeof(Value));
    std::vector<Value> items;
    items.reserve(dict.size());
    for (const auto& [key, value] : dict.entries()) {
        if constexpr (Kind == SequenceKind::dict_keys) {
            items.push_back(key);
        } else if constexpr (Kind == SequenceKind::dict_values) {
            items.push_back(value);
        } else {
            items.push_back(make_sequence(&evaluator.budget(), SequenceKind::tuple, {key, value}));
        }
    }
    return make_sequence(&evaluator.budget(), Kind, std::move(items), dict.origin());
}

Value get(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [key, otherwise] = bind<2>("get", arguments, {"", ""}, 1);
    evaluator.budget().spend(key->weight());
    if (const Value* value = self.dict()->find(*key)) {
        return *value;
    }
    return otherwise == nullptr ? Value() : *otherwise;
}

Value copy(Evaluator& /*evaluator*/, const Value& self, const Arguments& arguments) {
    require_no_arguments("copy", arguments);
    return self;
}

Value fromkeys(Evaluator& evaluator, const Value& /*self*/, const Arguments& arguments) {
    const auto [keys, value] = bind<2>("fromkeys", arguments, {"", ""}, 1);
    auto dict = std::make_shared<Dict>(&evaluator.budget());
    Iterator iterator(*keys);
    while (const auto key = iterator.next(evaluator)) {
        evaluator.budget().spend(key->weight());
        dict->set(*key, value == nullptr ? Value() : *value);
    }
    return make_dict(std::move(dict));
}

Value count(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [wanted] = bind<1>("count", arguments, {""}, 1);
    std::int64_t found = 0;
    for (const Value& item : self.sequence()->items) {
        evaluator.budget().spend(std::min(item.weight(), wanted->weight()));
        found += equal(item, *wanted) ? 1 : 0;
    }
    return make_integer(found, combine(self.origin(), wanted->origin()));
}

Value index(Evaluator& evaluator, const Value& self, const Arguments& arguments) {
    const auto [wanted] = bind<1>("index", arguments, {""}, 1);
    const auto& items = self.sequence()->items;
    for (std::size_t i = 0; i < items.size(); ++i) {
        evaluator.budget().spend(std::min(items[i].weight(), wanted->weight()));
        if (equal(items[i], *wanted)) {
            return make_integer(static_cast<std::int64_t>(i), combine(self.origin(), wanted->origin()));
        }
    }
    fail_operation(fmt::format("the value is not in the {}", type_name(self)));
}

constexpr std::array<Method, 11> kDictMethods = {{
    {"clear", nullptr},
    {"copy", copy},
    {"fromkeys", fromkeys},
    {"get", get},
    {"items", view<SequenceKind::dict_items>},
    {"keys", view<SequenceKind::dict_keys>},
    {"pop", nullptr},
    {"popitem", nullptr},
    {"setdefault", nullptr},
    {"update", nullptr},
    {"values", view<SequenceKind::dict_values>},
}};

constexpr std::array<Method, 11> kListMethods = {{
    {"append", nullptr},
    {"clear", nullptr},
    {"copy", copy},
    {"count", count},
    {"extend", nullptr},
    {"index", index},
    {"insert", nullptr},
    {"pop", nullptr},
    {"remove", nullptr},
    {"reverse", nullptr},
    {"sort", nullptr},
}};

constexpr std::array<Method, 2> kTupleMethods = {{
    {"count", count},
    {"index", index},
}};

}  // namespace

std::span<const Method> dict_methods() {
    return kDictMethods;
}

std::span<const Method> list_methods() {
    return kListMethods;
}

std::span<const Method> tuple_methods() {
    return kTupleMethods;
}

}  // namespace hearth::jinja
