#pragma once

#include "chat_template/value.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::jinja {

/// Python's dict: keys in the order they came, found by value (1, 1.0 and true are one key).
class Dict {
 public:
    explicit Dict(Budget* budget, TextOrigin origin = TextOrigin::template_text)
        : charge_(budget, 0), origin_(origin) {}

    const std::vector<std::pair<Value, Value>>& entries() const { return entries_; }
    std::size_t size() const { return entries_.size(); }
    TextOrigin origin() const { return origin_; }
    std::uint32_t depth() const { return depth_; }
    std::int64_t weight() const { return weight_; }

    /// Fails if the key is unhashable.
    const Value* find(const Value& key) const;
    const Value* find(std::string_view key) const;

    /// Adds or replaces. Only while the dict is being built.
    void set(const Value& key, Value value);

 private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    std::size_t position(std::size_t hash, const Value& key) const;
    void index_entry(std::size_t hash, std::size_t entry);

    Charge charge_;
    std::vector<std::pair<Value, Value>> entries_;
    std::vector<std::size_t> hashes_;
    std::vector<std::size_t> slots_;  ///< open addressing, a power of two; entry number + 1, 0: free
    TextOrigin origin_;
    std::uint32_t depth_ = 1;
    std::int64_t weight_ = 1;
};

/// Of a finished dict; fails if it nests too deep.
Value make_dict(std::shared_ptr<Dict> dict);

struct Namespace {
    explicit Namespace(Budget* budget) : attributes(budget) {}
    Dict attributes;
};

}  // namespace hearth::jinja
