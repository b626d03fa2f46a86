#include "chat_template/access.h"

#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/methods.h"
#include "chat_template/printing.h"
#include "chat_template/unicode.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

bool is_internal(std::string_view name) {
    return name.substr(0, 2) == "__";
}

std::string type_description(const Value& object) {
    return object.is_none() ? "None" : fmt::format("{} object", type_name(object));
}

Value missing_element(Evaluator& evaluator, const Value& object, const Value& key) {
    if (const String* name = key.string()) {
        return missing_attribute(object, name->text.bytes());
    }
    TextBuilder shown(evaluator.budget());
    append_repr(evaluator.budget(), shown, key);
    return make_undefined(
        fmt::format("{} has no element {}", type_description(object), escaped(shown.finish().bytes())));
}

/// Position of a Python index, counted from the end if negative.
std::optional<std::size_t> resolve_index(std::int64_t index, std::size_t length) {
    const auto size = static_cast<std::int64_t>(length);
    if (index < 0) {
        index += size;
    }
    if (index < 0 || index >= size) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(index);
}

/// Byte position of a character, walking from the nearer end.
std::size_t byte_position(const Text& text, std::size_t index, std::size_t length) {
    if (text.ascii()) {
        return index;
    }
    if (index <= length / 2) {
        return byte_of_character(text.bytes(), index);
    }
    std::size_t position = text.size();
    for (std::size_t i = length; i > index; --i) {
        position = previous_character(text.bytes(), position);
    }
    return position;
}

std::size_t character_count(Evaluator& evaluator, const Text& text) {
    if (text.ascii()) {
        return text.size();
    }
    evaluator.budget().spend_bytes(text.size());
    return count_characters(text.bytes());
}

std::optional<Value> string_item(Evaluator& evaluator, const String& string, std::int64_t key) {
    const Text& text = string.text;
    const std::size_t length = character_count(evaluator, text);
    const auto index = resolve_index(key, length);
    if (!index) {
        return std::nullopt;
    }
    const std::size_t begin = byte_position(text, *index, length);
    TextBuilder out(evaluator.budget());
    out.append(text, begin, begin + character_bytes(text.bytes()[begin]));
    return make_string(&evaluator.budget(), out.finish(), string.markup);
}

struct SliceBounds {
    std::int64_t start;
    std::int64_t step;
    std::int64_t count;
};

std::optional<std::int64_t> slice_bound(const Value& value) {
    if (value.is_none()) {
        return std::nullopt;
    }
    if (const auto integer = value.integer()) {
        return integer;
    }
    fail_operation("slice indices must be integers or None");
}

/// As Python's slice.indices.
SliceBounds resolve_slice(const Value& start, const Value& stop, const Value& step, std::size_t length) {
    const auto size = static_cast<std::int64_t>(length);
    SliceBounds out{};
    out.step = slice_bound(step).value_or(1);
    if (out.step == 0) {
        fail_operation("slice step cannot be zero");
    }
    // A step beyond the length is as good as the length, and cannot overflow.
    out.step = std::clamp(out.step, -size - 1, size + 1);
    const std::int64_t lowest = out.step < 0 ? -1 : 0;
    const std::int64_t highest = out.step < 0 ? size - 1 : size;
    const auto resolve = [&](const Value& value, std::int64_t otherwise) {
        const auto bound = slice_bound(value);
        if (!bound) {
            return otherwise;
        }
        const std::int64_t from_start = *bound < 0 ? (*bound < -size ? lowest : *bound + size) : *bound;
        return std::clamp(from_start, lowest, highest);
    };
    out.start = resolve(start, out.step < 0 ? highest : lowest);
    const std::int64_t end = resolve(stop, out.step < 0 ? lowest : highest);
    const std::int64_t distance = out.step < 0 ? out.start - end : end - out.start;
    const std::int64_t stride = out.step < 0 ? -out.step : out.step;
    out.count = distance > 0 ? (distance - 1) / stride + 1 : 0;
    return out;
}

Value slice_string(Evaluator& evaluator, const String& string, const Value& start, const Value& stop,
                   const Value& step) {
    const Text& text = string.text;
    const std::size_t length = character_count(evaluator, text);
    const SliceBounds bounds = resolve_slice(start, stop, step, length);
    TextBuilder out(evaluator.budget());
    out.touch(text.origin());
    if (bounds.count > 0) {
        std::size_t position = byte_position(text, static_cast<std::size_t>(bounds.start), length);
        if (bounds.step == 1) {
            const std::size_t end =
                byte_position(text, static_cast<std::size_t>(bounds.start + bounds.count), length);
            out.append(text, position, end);
        } else {
            evaluator.budget().spend(bounds.count);
            for (std::int64_t i = 0; i < bounds.count; ++i) {
                if (i > 0 && bounds.step > 0) {
                    for (std::int64_t k = 0; k < bounds.step; ++k) {
                        position += character_bytes(text.bytes()[position]);
                    }
                } else if (i > 0) {
                    for (std::int64_t k = 0; k > bounds.step; --k) {
                        position = previous_character(text.bytes(), position);
                    }
                }
                out.append(text, position, position + character_bytes(text.bytes()[position]));
            }
        }
    }
    return make_string(&evaluator.budget(), out.finish(), string.markup);
}

Value slice_sequence(Evaluator& evaluator, const Sequence& sequence, const Value& start, const Value& stop,
                     const Value& step) {
    const SliceBounds bounds = resolve_slice(start, stop, step, sequence.items.size());
    evaluator.budget().spend(bounds.count);
    const Charge ask_first(&evaluator.budget(), static_cast<std::size_t>(bounds.count) * sizeof(Value));
    std::vector<Value> items;
    items.reserve(static_cast<std::size_t>(bounds.count));
    for (std::int64_t i = 0; i < bounds.count; ++i) {
        items.push_back(sequence.items[static_cast<std::size_t>(bounds.start + i * bounds.step)]);
    }
    const SequenceKind kind = sequence.kind == SequenceKind::tuple ? SequenceKind::tuple : SequenceKind::list;
    return make_sequence(&evaluator.budget(), kind, std::move(items), sequence.origin);
}

}  // namespace

Value missing_attribute(const Value& object, std::string_view name) {
    return make_undefined(fmt::format("'{}' has no attribute '{}'", type_description(object), escaped(name)));
}

std::optional<Value> find_attribute(Evaluator& evaluator, const Value& object, std::string_view name) {
    if (const Method* method = find_method(object, name)) {
        return bind_method(*method, object);
    }
    if (Object* found = object.object()) {
        if (auto value = found->attribute(evaluator, name)) {
            return value;
        }
    }
    if (const Namespace* found = object.name_space()) {
        if (const Value* value = found->attributes.find(name)) {
            return *value;
        }
    }
    if (is_internal(name)) {
        return make_unsafe(name, object);
    }
    return std::nullopt;
}

Value get_attribute(Evaluator& evaluator, const Value& object, std::string_view name) {
    require_defined(object);
    if (const Dict* dict = object.dict()) {
        const Method* method = find_method(object, name);
        if (method == nullptr) {
            if (const Value* value = dict->find(name)) {
                return *value;
            }
        }
    }
    if (auto value = find_attribute(evaluator, object, name)) {
        return *std::move(value);
    }
    return missing_attribute(object, name);
}

Value get_item(Evaluator& evaluator, const Value& object, const Value& key) {
    require_defined(object);
    evaluator.budget().spend(key.weight());
    if (const Dict* dict = object.dict()) {
        const bool hashable = key.list() == nullptr && !key.is_dict();
        if (const Value* value = hashable ? dict->find(key) : nullptr) {
            return *value;
        }
    } else if (const auto index = key.integer()) {
        if (const Sequence* sequence = object.sequence();
            sequence != nullptr && sequence->kind <= SequenceKind::range) {
            if (const auto position = resolve_index(*index, sequence->items.size())) {
                return sequence->items[*position];
            }
        } else if (const String* string = object.string()) {
            if (auto character = string_item(evaluator, *string, *index)) {
                return *std::move(character);
            }
        }
    }
    if (const String* name = key.string()) {
        if (auto value = find_attribute(evaluator, object, name->text.bytes())) {
            return *std::move(value);
        }
    }
    return missing_element(evaluator, object, key);
}

Value get_slice(Evaluator& evaluator, const Value& object, const Value& start, const Value& stop,
                const Value& step) {
    require_defined(object);
    if (const String* string = object.string()) {
        return slice_string(evaluator, *string, start, stop, step);
    }
    if (const Sequence* sequence = object.sequence();
        sequence != nullptr && sequence->kind <= SequenceKind::range) {
        return slice_sequence(evaluator, *sequence, start, stop, step);
    }
    fail_operation(fmt::format("'{}' object has no slices", type_name(object)));
}

std::int64_t length_of(Evaluator& evaluator, const Value& value) {
    if (value.is_undefined()) {
        return 0;
    }
    if (const String* string = value.string()) {
        return static_cast<std::int64_t>(character_count(evaluator, string->text));
    }
    if (const Sequence* sequence = value.sequence()) {
        return static_cast<std::int64_t>(sequence->items.size());
    }
    if (const Dict* dict = value.dict()) {
        return static_cast<std::int64_t>(dict->size());
    }
    if (Object* object = value.object()) {
        if (const auto length = object->length(evaluator)) {
            return *length;
        }
    }
    fail_operation(fmt::format("object of type '{}' has no len()", type_name(value)));
}

}  // namespace hearth::jinja
