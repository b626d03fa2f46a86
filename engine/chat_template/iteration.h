#pragma once

#include "chat_template/value.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace hearth::jinja {

/// Whether Python could iterate over it.
bool is_iterable(const Value& value);

/// Walks over what a value holds: items, a dict's keys, a string's characters. Fails if it is not iterable.
class Iterator {
 public:
    explicit Iterator(const Value& iterable);
    std::optional<Value> next(Evaluator& evaluator);

 private:
    Value source_;
    std::size_t position_ = 0;
};

/// All at once, as list().
std::vector<Value> collect(Evaluator& evaluator, const Value& iterable);

/// The same for what Python could also walk backwards. Fails on generators.
std::vector<Value> collect_reversible(Evaluator& evaluator, const Value& value);

}  // namespace hearth::jinja
