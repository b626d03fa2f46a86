#include "sampling/string_matcher.h"

namespace hearth {

StringMatcher::StringMatcher(std::span<const std::string> patterns) : nodes_(1) {
    for (std::uint32_t pattern = 0; pattern < patterns.size(); ++pattern) {
        std::uint32_t node = 0;
        for (const char c : patterns[pattern]) {
            const auto byte = static_cast<unsigned char>(c);
            std::uint32_t next = child(node, byte);
            if (next == kNone) {
                next = static_cast<std::uint32_t>(nodes_.size());
                nodes_.push_back({.next_sibling = nodes_[node].first_child,
                                  .depth = nodes_[node].depth + 1,
                                  .byte = byte});
                nodes_[node].first_child = next;
            }
            node = next;
        }
        if (node != 0 && nodes_[node].pattern == kNone) {
            nodes_[node].pattern = pattern;
        }
    }
    // Breadth first: a fallback is shorter than its node, so it is known already.
    std::vector<std::uint32_t> order;
    order.reserve(nodes_.size());
    for (std::uint32_t node = nodes_[0].first_child; node != kNone; node = nodes_[node].next_sibling) {
        first_[nodes_[node].byte] = node;
        order.push_back(node);
    }
    for (std::size_t i = 0; i < order.size(); ++i) {
        const std::uint32_t parent = order[i];
        for (std::uint32_t node = nodes_[parent].first_child; node != kNone;
             node = nodes_[node].next_sibling) {
            Node& entry = nodes_[node];
            entry.fallback = next(nodes_[parent].fallback, static_cast<char>(entry.byte));
            if (entry.pattern == kNone) {
                entry.pattern = nodes_[entry.fallback].pattern;
            }
            order.push_back(node);
        }
    }
}

std::uint32_t StringMatcher::child(std::uint32_t node, unsigned char byte) const {
    std::uint32_t candidate = nodes_[node].first_child;
    while (candidate != kNone && nodes_[candidate].byte != byte) {
        candidate = nodes_[candidate].next_sibling;
    }
    return candidate;
}

StringMatcher::State StringMatcher::next(State state, char byte) const {
    const auto value = static_cast<unsigned char>(byte);
    for (; state != 0; state = nodes_[state].fallback) {
        if (const std::uint32_t longer = child(state, value); longer != kNone) {
            return longer;
        }
    }
    return first_[value];
}

std::optional<std::uint32_t> StringMatcher::found(State state) const {
    const std::uint32_t pattern = nodes_[state].pattern;
    return pattern == kNone ? std::nullopt : std::optional(pattern);
}

bool StringMatcher::occurs_in(std::string_view text) const {
    State state = kStart;
    for (const char byte : text) {
        state = next(state, byte);
        if (found(state)) {
            return true;
        }
    }
    return false;
}

}  // namespace hearth
