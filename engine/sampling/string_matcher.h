#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Finds any of a set of strings in a stream of bytes, one pass, whatever their number (Aho and Corasick
/// 1975). Empty patterns are never found. At most 2^32 − 1 bytes of patterns.
class StringMatcher {
 public:
    explicit StringMatcher(std::span<const std::string> patterns);

    /// What is known of the stream so far: its longest suffix that begins a pattern.
    using State = std::uint32_t;
    static constexpr State kStart = 0;
    /// Amortized constant time.
    State next(State state, char byte) const;
    /// Length in bytes of that suffix.
    std::uint32_t pending(State state) const { return nodes_[state].depth; }
    /// The longest pattern that ends here.
    std::optional<std::uint32_t> found(State state) const;

    /// Whether a pattern occurs in the text.
    bool occurs_in(std::string_view text) const;

 private:
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
    /// A prefix of a pattern. Children form a linked list: most nodes of long patterns have one.
    struct Node {
        std::uint32_t first_child = kNone;
        std::uint32_t next_sibling = kNone;
        std::uint32_t fallback = 0;  ///< the longest proper suffix that is a prefix too
        std::uint32_t depth = 0;
        std::uint32_t pattern = kNone;  ///< the longest that ends here
        unsigned char byte = 0;
    };
    std::uint32_t child(std::uint32_t node, unsigned char byte) const;

    std::vector<Node> nodes_;
    std::array<std::uint32_t, 256> first_{};  ///< children of the root, the root itself where there is none
};

}  // namespace hearth
