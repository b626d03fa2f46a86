#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace hearth {

/// A number that means one thing: ids of different kinds do not convert into each other.
template <class Tag, class Rep = std::uint32_t>
struct Id {
    Rep value{};
    friend constexpr auto operator<=>(Id, Id) = default;
};

/// Index into a model's vocabulary.
using TokenId = Id<struct TokenTag, std::int32_t>;
/// One block of KV memory within the pool of one KV group.
using BlockId = Id<struct BlockTag>;
/// One request and the sequence of tokens it grows; unique within an engine's life.
using SequenceId = Id<struct SequenceTag, std::uint64_t>;

}  // namespace hearth

template <class Tag, class Rep>
struct std::hash<hearth::Id<Tag, Rep>> {
    std::size_t operator()(hearth::Id<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value); }
};
