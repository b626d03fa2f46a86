#include "chat_template/iteration.h"

#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/unicode.h"

#include <fmt/format.h>

namespace hearth::jinja {

bool is_iterable(const Value& value) {
    return value.is_undefined() || value.is_string() || value.sequence() != nullptr || value.is_dict() ||
           value.generator() != nullptr;
}

Iterator::Iterator(const Value& iterable) : source_(iterable) {
    if (!is_iterable(iterable)) {
        fail_operation(fmt::format("'{}' object is not iterable", type_name(iterable)));
    }
}

std::optional<Value> Iterator::next(Evaluator& evaluator) {
    evaluator.budget().step();
    if (const Sequence* sequence = source_.sequence()) {
        if (position_ < sequence->items.size()) {
            return sequence->items[position_++];
        }
    } else if (const Dict* dict = source_.dict()) {
        if (position_ < dict->size()) {
            return dict->entries()[position_++].first;
        }
    } else if (const String* string = source_.string()) {
        const Text& text = string->text;
        if (position_ < text.size()) {
            const std::size_t begin = position_;
            position_ += character_bytes(text.bytes()[begin]);
            return make_string(&evaluator.budget(), text.bytes().substr(begin, position_ - begin),
                               text.origin_at(begin));
        }
    } else if (Generator* generator = source_.generator()) {
        return generator->next(evaluator);
    }
    return std::nullopt;
}

std::vector<Value> collect(Evaluator& evaluator, const Value& iterable) {
    std::vector<Value> out;
    Charge charge(&evaluator.budget(), 0);
    Iterator iterator(iterable);
    while (auto item = iterator.next(evaluator)) {
        if (out.size() == out.capacity()) {
            const std::size_t capacity = out.empty() ? 8 : 2 * out.capacity();
            charge.resize(capacity * sizeof(Value));
            out.reserve(capacity);
        }
        out.push_back(*std::move(item));
    }
    return out;
}

std::vector<Value> collect_reversible(Evaluator& evaluator, const Value& value) {
    if (value.generator() != nullptr || !is_iterable(value)) {
        fail_operation(fmt::format("'{}' object is not reversible", type_name(value)));
    }
    return collect(evaluator, value);
}

}  // namespace hearth::jinja
