#include "tokenizer/byte_trie.h"

namespace hearth::tokenizer {

ByteTrie::ByteTrie() : root_children_(256, none), slots_(16), parents_(1, none), bytes_(1, 0) {}

ByteTrie::Node ByteTrie::insert(std::string_view text) {
    Node node = root;
    for (const char character : text) {
        const auto byte = static_cast<unsigned char>(character);
        const Node next = child(node, byte);
        node = next == none ? add_child(node, byte) : next;
    }
    return node;
}

ByteTrie::Node ByteTrie::add_child(Node node, unsigned char byte) {
    const auto added = static_cast<Node>(parents_.size());
    parents_.push_back(node);
    bytes_.push_back(byte);
    if (node == root) {
        root_children_[byte] = added;
        return added;
    }
    if (parents_.size() * 2 > slots_.size()) {
        grow();
    }
    const std::uint64_t key = pack(node, byte);
    const std::size_t mask = slots_.size() - 1;
    std::size_t i = mix(key) & mask;
    while (slots_[i].key != 0) {
        i = (i + 1) & mask;
    }
    slots_[i] = {key, added};
    return added;
}

void ByteTrie::grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    const std::size_t mask = slots_.size() - 1;
    for (const Slot& slot : old) {
        if (slot.key == 0) {
            continue;
        }
        std::size_t i = mix(slot.key) & mask;
        while (slots_[i].key != 0) {
            i = (i + 1) & mask;
        }
        slots_[i] = slot;
    }
}

}  // namespace hearth::tokenizer
