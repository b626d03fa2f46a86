#pragma once

#include "storage/ids.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hearth::storage {

/// The shape of one conversation: who is under whom, without texts. Built from the rows of a file that may be
/// anybody's: a parent that is missing or not older than its child is taken for none, so there are no cycles.
/// Messages in the trash, and all below them, are as if they were not there.
class MessageTree {
 public:
    struct Node {
        MessageId id;
        std::optional<MessageId> parent;
        bool deleted = false;
    };

    explicit MessageTree(std::vector<Node> nodes);

    bool contains(MessageId id) const;
    /// Root to `leaf`, both included; empty when it is not contained.
    std::vector<MessageId> path_to(MessageId leaf) const;
    /// The messages under the same parent, itself included, oldest first.
    std::vector<MessageId> versions(MessageId id) const;
    /// Where each message of a path stands among its versions.
    struct Place {
        std::uint32_t index = 0;
        std::uint32_t count = 0;
    };
    std::vector<Place> places(std::span<const MessageId> path) const;
    /// The newest leaf below `top`, which is `top` itself when nothing is under it; of the whole tree without
    /// `top`.
    std::optional<MessageId> newest_leaf(std::optional<MessageId> top) const;
    /// `top` and all below it that is not deleted, parents first.
    std::vector<MessageId> subtree(MessageId top) const;
    std::optional<MessageId> parent(MessageId id) const;

 private:
    const Node* find(MessageId id) const;
    bool shown(const Node& node) const { return !node.deleted; }

    std::vector<Node> nodes_;  // by id, which is from parents to children
};

}  // namespace hearth::storage
