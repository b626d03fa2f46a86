#include "chat_template/value.h"

#include "chat_template/dict.h"
#include "chat_template/failure.h"
#include "chat_template/limits.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

// What shared_ptr and allocator add to an object, roughly.
constexpr std::size_t kAllocationOverhead = 32;

void check_depth(std::uint32_t depth) {
    if (depth > kMaxValueDepth) {
        fail_limit(fmt::format("the template nests values deeper than {} levels", kMaxValueDepth));
    }
}

Value make_sequence(Budget* budget, Sequence sequence) {
    for (const Value& item : sequence.items) {
        sequence.origin = combine(sequence.origin, item.origin());
        sequence.depth = std::max(sequence.depth, item.depth() + 1);
        sequence.weight = std::min(kMaxWeight, sequence.weight + item.weight());
    }
    check_depth(sequence.depth);
    Charge charge(budget, sizeof(Sequence) + kAllocationOverhead + sequence.items.capacity() * sizeof(Value));
    auto made = std::make_shared<const Sequence>(
        Sequence{sequence.kind, std::move(sequence.items), std::move(sequence.range_text), sequence.origin,
                 sequence.depth, sequence.weight, std::move(charge)});
    return {std::move(made), TextOrigin::template_text};
}

}  // namespace

std::optional<Value> Object::attribute(Evaluator& /*evaluator*/, std::string_view /*name*/) {
    return std::nullopt;
}

std::optional<std::int64_t> Object::length(Evaluator& /*evaluator*/) {
    return std::nullopt;
}

std::optional<std::int64_t> Value::integer() const {
    if (const auto* value = get<std::int64_t>()) {
        return *value;
    }
    if (const auto* value = get<bool>()) {
        return *value ? 1 : 0;
    }
    return std::nullopt;
}

std::optional<double> Value::number() const {
    if (const auto* value = get<double>()) {
        return *value;
    }
    if (const auto value = integer()) {
        return static_cast<double>(*value);
    }
    return std::nullopt;
}

TextOrigin Value::origin() const {
    if (const String* found = string()) {
        return combine(origin_, found->text.origin());
    }
    if (const Sequence* found = sequence()) {
        return combine(origin_, found->origin);
    }
    if (const Dict* found = dict()) {
        return combine(origin_, found->origin());
    }
    if (const Namespace* found = name_space()) {
        return combine(origin_, found->attributes.origin());
    }
    return origin_;
}

std::uint32_t Value::depth() const {
    if (const Sequence* found = sequence()) {
        return found->depth;
    }
    if (const Dict* found = dict()) {
        return found->depth();
    }
    if (const Generator* found = generator()) {
        return found->depth;
    }
    if (const Object* found = object()) {
        return found->depth;
    }
    return 0;
}

std::int64_t Value::weight() const {
    if (const String* found = string()) {
        return 1 + static_cast<std::int64_t>(found->text.size()) / kBytesPerStep;
    }
    if (const Sequence* found = sequence()) {
        return found->weight;
    }
    if (const Dict* found = dict()) {
        return found->weight();
    }
    return 1;
}

bool Value::same_as(const Value& other) const {
    if (index() != other.index()) {
        return false;
    }
    if (is_none()) {
        return true;
    }
    if (const auto* value = get<bool>()) {
        return *value == *other.get<bool>();
    }
    if (const auto* value = get<std::int64_t>()) {
        return *value == *other.get<std::int64_t>();
    }
    if (const auto* value = get<double>()) {
        return *value == *other.get<double>();
    }
    return string() == other.string() && sequence() == other.sequence() && dict() == other.dict() &&
           generator() == other.generator() && object() == other.object() &&
           name_space() == other.name_space() && undefined() == other.undefined();
}

Value make_bool(bool value, TextOrigin origin) {
    return {value, origin};
}

Value make_integer(std::int64_t value, TextOrigin origin) {
    return {value, origin};
}

Value make_float(double value, TextOrigin origin) {
    return {value, origin};
}

Value make_string(Budget* budget, Text text, bool markup) {
    Charge charge(budget, sizeof(String) + kAllocationOverhead + text.heap_bytes());
    return {std::make_shared<const String>(String{std::move(text), markup, std::move(charge)}),
            TextOrigin::template_text};
}

Value make_string(Budget* budget, std::string_view bytes, TextOrigin origin) {
    if (budget != nullptr) {
        budget->spend_bytes(bytes.size());
        const Charge ask_first(budget, bytes.size());
    }
    return make_string(budget, Text(std::string(bytes), origin));
}

Value make_sequence(Budget* budget, SequenceKind kind, std::vector<Value> items, TextOrigin origin) {
    return make_sequence(budget, Sequence{kind, std::move(items), {}, origin, 1, 1, {}});
}

Value make_range(Budget* budget, std::vector<Value> items, std::string text, TextOrigin origin) {
    return make_sequence(budget,
                         Sequence{SequenceKind::range, std::move(items), std::move(text), origin, 1, 1, {}});
}

Value make_dict(std::shared_ptr<Dict> dict) {
    check_depth(dict->depth());
    return {std::shared_ptr<const Dict>(std::move(dict)), TextOrigin::template_text};
}

Value make_undefined(std::string message) {
    return {std::make_shared<const Undefined>(Undefined{std::move(message)}), TextOrigin::template_text};
}

Value make_unsafe(std::string_view attribute, const Value& object) {
    return {std::make_shared<const Undefined>(
                Undefined{fmt::format("access to attribute '{}' of '{}' object is unsafe.",
                                      escaped(attribute), type_name(object)),
                          ErrorCode::template_failed}),
            TextOrigin::template_text};
}

Value make_generator(std::shared_ptr<Generator> generator, std::uint32_t source_depth) {
    generator->depth = source_depth + 1;
    check_depth(generator->depth);
    return {std::move(generator), TextOrigin::template_text};
}

Value make_object(std::shared_ptr<Object> object, std::uint32_t depth) {
    object->depth = depth;
    check_depth(depth);
    return {std::move(object), TextOrigin::template_text};
}

std::string_view type_name(const Value& value) {
    if (value.is_undefined()) {
        return "Undefined";
    }
    if (value.is_none()) {
        return "NoneType";
    }
    if (value.get<bool>() != nullptr) {
        return "bool";
    }
    if (value.get<std::int64_t>() != nullptr) {
        return "int";
    }
    if (value.get<double>() != nullptr) {
        return "float";
    }
    if (const String* string = value.string()) {
        return string->markup ? "Markup" : "str";
    }
    if (value.is_dict()) {
        return "dict";
    }
    if (const Generator* generator = value.generator()) {
        return generator->type_name();
    }
    if (const Object* object = value.object()) {
        return object->type_name();
    }
    if (const Sequence* sequence = value.sequence()) {
        switch (sequence->kind) {
            case SequenceKind::list:
                return "list";
            case SequenceKind::tuple:
                return "tuple";
            case SequenceKind::range:
                return "range";
            case SequenceKind::dict_keys:
                return "dict_keys";
            case SequenceKind::dict_values:
                return "dict_values";
            case SequenceKind::dict_items:
                return "dict_items";
        }
    }
    return "Namespace";
}

bool truth(const Value& value) {
    if (value.is_undefined() || value.is_none()) {
        return false;
    }
    if (const auto number = value.number()) {
        return *number != 0;
    }
    if (const String* string = value.string()) {
        return !string->text.empty();
    }
    if (const Sequence* sequence = value.sequence()) {
        return !sequence->items.empty();
    }
    if (const Dict* dict = value.dict()) {
        return dict->size() > 0;
    }
    return true;
}

void require_defined(const Value& value) {
    if (const Undefined* undefined = value.undefined()) {
        fail(undefined->code, undefined->message);
    }
}

}  // namespace hearth::jinja
