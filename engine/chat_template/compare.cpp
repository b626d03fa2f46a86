#include "chat_template/compare.h"

#include "chat_template/dict.h"
#include "chat_template/failure.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

bool equal_numbers(const Value& a, const Value& b) {
    const auto left = a.integer();
    const auto right = b.integer();
    return left && right ? *left == *right : *a.number() == *b.number();
}

bool equal_dicts(const Dict& a, const Dict& b) {
    if (a.size() != b.size()) {
        return false;
    }
    return std::all_of(a.entries().begin(), a.entries().end(), [&](const auto& entry) {
        const Value* other = b.find(entry.first);
        return other != nullptr && equal(entry.second, *other);
    });
}

template <class T>
bool holds(const T& a, const T& b, Ordering ordering) {
    switch (ordering) {
        case Ordering::less:
            return a < b;
        case Ordering::less_equal:
            return a <= b;
        case Ordering::greater:
            return a > b;
        case Ordering::greater_equal:
            return a >= b;
    }
    return false;
}

const char* symbol(Ordering ordering) {
    switch (ordering) {
        case Ordering::less:
            return "<";
        case Ordering::less_equal:
            return "<=";
        case Ordering::greater:
            return ">";
        case Ordering::greater_equal:
            return ">=";
    }
    return "";
}

}  // namespace

bool equal(const Value& a, const Value& b) {
    if (a.number() && b.number()) {
        return equal_numbers(a, b);
    }
    if (a.index() != b.index()) {
        return false;
    }
    if (a.is_undefined() || a.is_none()) {
        return true;
    }
    if (const String* left = a.string()) {
        return left->text.bytes() == b.string()->text.bytes();
    }
    if (const Sequence* left = a.sequence()) {
        const Sequence* right = b.sequence();
        if (left == right) {
            return true;
        }
        if (left->kind != right->kind || left->kind == SequenceKind::dict_values) {
            return false;
        }
        return std::equal(left->items.begin(), left->items.end(), right->items.begin(), right->items.end(),
                          equal);
    }
    if (const Dict* left = a.dict()) {
        return left == b.dict() || equal_dicts(*left, *b.dict());
    }
    return a.same_as(b);
}

bool ordered(const Value& a, const Value& b, Ordering ordering) {
    require_defined(a);
    require_defined(b);
    if (const auto left = a.integer(), right = b.integer(); left && right) {
        return holds(*left, *right, ordering);
    }
    if (const auto left = a.number(), right = b.number(); left && right) {
        return holds(*left, *right, ordering);
    }
    if (a.is_string() && b.is_string()) {
        return holds(a.string()->text.bytes(), b.string()->text.bytes(), ordering);
    }
    const Sequence* left = a.sequence();
    const Sequence* right = b.sequence();
    const bool lists = left != nullptr && right != nullptr && left->kind == right->kind &&
                       (left->kind == SequenceKind::list || left->kind == SequenceKind::tuple);
    if (lists) {
        const std::size_t common = std::min(left->items.size(), right->items.size());
        for (std::size_t i = 0; i < common; ++i) {
            if (!equal(left->items[i], right->items[i])) {
                return ordered(left->items[i], right->items[i], ordering);
            }
        }
        return holds(left->items.size(), right->items.size(), ordering);
    }
    fail_operation(fmt::format("'{}' not supported between instances of '{}' and '{}'", symbol(ordering),
                               type_name(a), type_name(b)));
}

std::size_t hash_of(std::string_view string) {
    return std::hash<std::string_view>{}(string);
}

std::size_t hash_of(const Value& value) {
    if (const auto integer = value.integer()) {
        return std::hash<double>{}(static_cast<double>(*integer));
    }
    if (const auto* floating = value.get<double>()) {
        return std::hash<double>{}(*floating);
    }
    if (const String* string = value.string()) {
        return hash_of(string->text.bytes());
    }
    if (value.is_none() || value.is_undefined()) {
        return value.index();
    }
    if (const Sequence* tuple = value.tuple()) {
        std::size_t hash = 17;
        for (const Value& item : tuple->items) {
            hash = hash * 31 + hash_of(item);
        }
        return hash;
    }
    if (value.list() != nullptr || value.is_dict()) {
        fail_operation(fmt::format("unhashable type: '{}'", type_name(value)));
    }
    if (const Object* object = value.object()) {
        return std::hash<const void*>{}(object);
    }
    if (const Generator* generator = value.generator()) {
        return std::hash<const void*>{}(generator);
    }
    if (const Sequence* sequence = value.sequence()) {
        return std::hash<const void*>{}(sequence);
    }
    return std::hash<const void*>{}(value.name_space());
}

}  // namespace hearth::jinja
