#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hearth::tokenizer {

/// A trie over bytes. Node 0 is the root; a child has a larger number than its parent.
class ByteTrie {
 public:
    using Node = std::uint32_t;
    static constexpr Node root = 0;
    static constexpr Node none = ~Node{0};

    ByteTrie();

    /// The node of `bytes`, made where it is not there.
    Node insert(std::string_view bytes);

    Node child(Node node, unsigned char byte) const {
        if (node == root) {
            return root_children_[byte];
        }
        const std::uint64_t key = pack(node, byte);
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = mix(key) & mask;; i = (i + 1) & mask) {
            if (slots_[i].key == key) {
                return slots_[i].child;
            }
            if (slots_[i].key == 0) {
                return none;
            }
        }
    }

    std::size_t size() const { return parents_.size(); }
    Node parent(Node node) const { return parents_[node]; }
    /// The byte on the edge from the parent.
    unsigned char byte(Node node) const { return bytes_[node]; }

 private:
    struct Slot {
        std::uint64_t key = 0;  ///< 0: free; no child hangs from node 0 in this table
        Node child = none;
    };
    static std::uint64_t pack(Node node, unsigned char byte) {
        return static_cast<std::uint64_t>(node) << 8U | byte;
    }
    static std::size_t mix(std::uint64_t key) {
        key *= 0x9E3779B97F4A7C15ULL;
        return key ^ key >> 32U;
    }
    Node add_child(Node node, unsigned char byte);
    void grow();

    std::vector<Node> root_children_;
    std::vector<Slot> slots_;  ///< open addressing, a power of two, at most half full
    std::vector<Node> parents_;
    std::vector<unsigned char> bytes_;
};

}  // namespace hearth::tokenizer
