#include "storage/message_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

MessageId id(std::int64_t value) {
    return MessageId{value};
}

MessageTree::Node node(std::int64_t value, std::int64_t parent, bool deleted = false) {
    return {id(value), parent == 0 ? std::nullopt : std::optional(id(parent)), deleted};
}

// 1 ─ 2 ─ 3 ─ 4
//     │   └── 7
//     └ 5 ─ 6
MessageTree two_versions() {
    return MessageTree({node(1, 0), node(2, 1), node(3, 2), node(4, 3), node(5, 2), node(6, 5), node(7, 3)});
}

TEST(MessageTree, PathGoesFromRootToLeaf) {
    EXPECT_THAT(two_versions().path_to(id(6)), ElementsAre(id(1), id(2), id(5), id(6)));
    EXPECT_THAT(two_versions().path_to(id(99)), IsEmpty());
}

TEST(MessageTree, VersionsAreSiblings) {
    const MessageTree tree = two_versions();
    EXPECT_THAT(tree.versions(id(5)), ElementsAre(id(3), id(5)));
    const auto path = tree.path_to(id(7));
    const auto places = tree.places(path);
    ASSERT_EQ(places.size(), 4u);
    EXPECT_EQ(places[0].count, 1u);
    EXPECT_EQ(places[2].index, 0u);
    EXPECT_EQ(places[2].count, 2u);
    EXPECT_EQ(places[3].index, 1u);
}

TEST(MessageTree, NewestLeafIsBelow) {
    EXPECT_EQ(two_versions().newest_leaf(id(5)), id(6));
    EXPECT_EQ(two_versions().newest_leaf(id(3)), id(7));
    EXPECT_EQ(two_versions().newest_leaf(id(4)), id(4));
    EXPECT_EQ(two_versions().newest_leaf({}), id(7));
}

TEST(MessageTree, DeletedMessageHidesWhatIsBelow) {
    const MessageTree tree({node(1, 0), node(2, 1, true), node(3, 2), node(4, 1)});
    EXPECT_FALSE(tree.contains(id(3)));
    EXPECT_THAT(tree.subtree(id(1)), ElementsAre(id(1), id(4)));
    EXPECT_THAT(tree.versions(id(4)), ElementsAre(id(4)));
}

TEST(MessageTree, LoopsAndLostParentsBecomeRoots) {
    const MessageTree tree({node(1, 2), node(2, 1), node(3, 3), node(4, 77)});
    EXPECT_THAT(tree.path_to(id(2)), ElementsAre(id(1), id(2)));
    EXPECT_THAT(tree.path_to(id(3)), ElementsAre(id(3)));
    EXPECT_THAT(tree.path_to(id(4)), ElementsAre(id(4)));
}

}  // namespace
}  // namespace hearth::storage
