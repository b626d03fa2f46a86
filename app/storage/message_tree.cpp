#include "storage/message_tree.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace hearth::storage {

MessageTree::MessageTree(std::vector<Node> nodes) : nodes_(std::move(nodes)) {
    std::ranges::sort(nodes_, {}, &Node::id);
    for (Node& node : nodes_) {
        if (node.parent && (*node.parent >= node.id || !find(*node.parent))) {
            node.parent.reset();
        }
    }
    // Whatever hangs on a deleted message is hidden with it.
    for (Node& node : nodes_) {
        node.deleted = node.deleted || (node.parent && find(*node.parent)->deleted);
    }
}

const MessageTree::Node* MessageTree::find(MessageId id) const {
    const auto found = std::ranges::lower_bound(nodes_, id, {}, &Node::id);
    return found != nodes_.end() && found->id == id ? &*found : nullptr;
}

bool MessageTree::contains(MessageId id) const {
    const Node* node = find(id);
    return node && shown(*node);
}

std::vector<MessageId> MessageTree::path_to(MessageId leaf) const {
    std::vector<MessageId> path;
    if (!contains(leaf)) {
        return path;
    }
    for (const Node* node = find(leaf); node; node = node->parent ? find(*node->parent) : nullptr) {
        path.push_back(node->id);
    }
    std::ranges::reverse(path);
    return path;
}

std::vector<MessageId> MessageTree::versions(MessageId id) const {
    std::vector<MessageId> versions;
    if (!contains(id)) {
        return versions;
    }
    const std::optional<MessageId> parent = find(id)->parent;
    for (const Node& node : nodes_) {
        if (node.parent == parent && shown(node)) {
            versions.push_back(node.id);
        }
    }
    return versions;
}

std::vector<MessageTree::Place> MessageTree::places(std::span<const MessageId> path) const {
    constexpr MessageId kRoot{};
    std::unordered_map<MessageId, std::uint32_t> count_under;
    std::unordered_map<MessageId, std::uint32_t> index_of;
    for (const Node& node : nodes_) {
        if (shown(node)) {
            index_of[node.id] = count_under[node.parent.value_or(kRoot)]++;
        }
    }
    std::vector<Place> places;
    places.reserve(path.size());
    for (const MessageId id : path) {
        places.push_back({index_of[id], count_under[parent(id).value_or(kRoot)]});
    }
    return places;
}

std::optional<MessageId> MessageTree::newest_leaf(std::optional<MessageId> top) const {
    // The newest message of a subtree has nothing under it, for children are newer than their parents.
    const std::vector<MessageId> below = top ? subtree(*top) : std::vector<MessageId>{};
    if (top) {
        return below.empty() ? std::nullopt : std::optional(below.back());
    }
    const auto newest =
        std::find_if(nodes_.rbegin(), nodes_.rend(), [](const Node& node) { return !node.deleted; });
    return newest == nodes_.rend() ? std::nullopt : std::optional(newest->id);
}

std::vector<MessageId> MessageTree::subtree(MessageId top) const {
    std::vector<MessageId> below;
    if (!contains(top)) {
        return below;
    }
    std::unordered_set<MessageId> inside{top};
    below.push_back(top);
    for (const Node& node : nodes_) {
        if (shown(node) && node.parent && inside.contains(*node.parent)) {
            inside.insert(node.id);
            below.push_back(node.id);
        }
    }
    return below;
}

std::optional<MessageId> MessageTree::parent(MessageId id) const {
    const Node* node = find(id);
    return node ? node->parent : std::nullopt;
}

}  // namespace hearth::storage
