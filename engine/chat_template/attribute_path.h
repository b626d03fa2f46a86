#pragma once

#include "chat_template/value.h"

#include <optional>
#include <vector>

namespace hearth::jinja {

/// The `attribute` argument of filters: "a.b.0" looks up a, then b, then position 0; an integer is a
/// position.
class AttributePath {
 public:
    /// `path`: a string or integer, or null for the item itself.
    AttributePath(Evaluator& evaluator, const Value* path);

    /// `otherwise` (or null) stands for what is undefined on the way.
    Value of(Evaluator& evaluator, const Value& item, const Value* otherwise = nullptr) const;

    /// How deep the keys nest.
    std::uint32_t depth() const;

    /// "a.b,c": one path for each part.
    static std::vector<AttributePath> several(Evaluator& evaluator, const Value* paths);

 private:
    std::vector<Value> keys_;
};

}  // namespace hearth::jinja
