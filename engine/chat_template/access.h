#pragma once

#include "chat_template/value.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace hearth::jinja {

/// `object.name`: methods first, then keys, as jinja2's sandbox looks them up. Undefined if there is neither.
Value get_attribute(Evaluator& evaluator, const Value& object, std::string_view name);

/// The attribute alone, without looking for a key.
std::optional<Value> find_attribute(Evaluator& evaluator, const Value& object, std::string_view name);

/// `object[key]`: keys and positions first, then methods.
Value get_item(Evaluator& evaluator, const Value& object, const Value& key);

/// `object[start:stop:step]`; none stands for a bound that is not written.
Value get_slice(Evaluator& evaluator, const Value& object, const Value& start, const Value& stop,
                const Value& step);

/// What `object` lacks, as jinja2 says it.
Value missing_attribute(const Value& object, std::string_view name);

/// As len(). Fails if the value has none.
std::int64_t length_of(Evaluator& evaluator, const Value& value);

}  // namespace hearth::jinja
