#include "store_fixture.h"

#include <gmock/gmock.h>

namespace hearth::storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class TrashTest : public StoreTest {
 protected:
    std::size_t found(const std::string& text) {
        return must(store_.search({text, 50, std::chrono::milliseconds(1000), {}})).hits.size();
    }
};

TEST_F(TrashTest, DeleteHidesTheSubtreeAndUndoBringsItBack) {
    const auto id = chat();
    turn(id, "one", "two");
    const BegunTurn second = turn(id, "three", "needle");
    const DeletedMessages deleted = must(store_.delete_messages(second.user));
    EXPECT_THAT(texts(id), ElementsAre("one", "two"));
    EXPECT_EQ(found("needle"), 0u);
    reopen();
    EXPECT_THAT(texts(id), ElementsAre("one", "two"));
    must(store_.restore_messages(deleted));
    EXPECT_THAT(texts(id), ElementsAre("one", "two", "three", "needle"));
    EXPECT_EQ(found("needle"), 1u);
    EXPECT_EQ(problem(store_.restore_messages(deleted)), StorageProblem::not_found);
}

TEST_F(TrashTest, DeletingAVersionShowsAnother) {
    const auto id = chat();
    const BegunTurn begun = turn(id, "q", "first");
    const MessageId second = must(store_.begin_answer({begun.user, {}, "m", {}}));
    must(store_.finish_answer({second, "second", MessageStatus::complete, {}, {}, {}}));
    const DeletedMessages deleted = must(store_.delete_messages(second));
    EXPECT_THAT(texts(id), ElementsAre("q", "first"));
    EXPECT_EQ(must(store_.path(id)).messages[1].version_count, 1u);
    must(store_.restore_messages(deleted));
    EXPECT_THAT(texts(id), ElementsAre("q", "second"));
}

TEST_F(TrashTest, UndoOfOneDeletionLeavesEarlierOnes) {
    const auto id = chat();
    const BegunTurn first = turn(id, "one", "two");
    const BegunTurn second = turn(id, "three", "four");
    const DeletedMessages inner = must(store_.delete_messages(second.user));
    const DeletedMessages outer = must(store_.delete_messages(first.user));
    EXPECT_THAT(texts(id), IsEmpty());
    EXPECT_EQ(must(store_.path(id)).conversation.active_leaf, std::nullopt);
    EXPECT_EQ(problem(store_.restore_messages(inner)), StorageProblem::not_found);
    must(store_.restore_messages(outer));
    EXPECT_THAT(texts(id), ElementsAre("one", "two"));
    must(store_.restore_messages(inner));
    EXPECT_THAT(texts(id), ElementsAre("one", "two", "three", "four"));
}

TEST_F(TrashTest, DeletedChatsAreListedApartAndRestored) {
    const auto id = chat("gone");
    turn(id, "needle", "a");
    must(store_.delete_conversation(id));
    EXPECT_THAT(must(store_.list({})), IsEmpty());
    EXPECT_EQ(must(store_.list({{}, true, 0, 10})).size(), 1u);
    EXPECT_EQ(found("needle"), 0u);
    EXPECT_EQ(found("gone"), 0u);
    EXPECT_EQ(problem(store_.begin_turn({id, {}, "x", {}, "m", {}})), StorageProblem::not_found);
    must(store_.restore_conversation(id));
    EXPECT_EQ(found("needle"), 1u);
    EXPECT_THAT(texts(id), ElementsAre("needle", "a"));
}

TEST_F(TrashTest, AfterThirtyDaysNothingIsLeft) {
    const auto kept = chat("kept");
    const auto gone = chat("gone");
    turn(kept, "stays", "stays too");
    const BegunTurn lost = turn(kept, "needle one", "x");
    turn(gone, "needle two", "y");
    must(store_.save_draft(gone, "draft"));
    must(store_.delete_messages(lost.user));
    must(store_.delete_conversation(gone));
    EXPECT_FALSE(must(store_.tidy()));
    EXPECT_EQ(must(store_.list({{}, true, 0, 10})).size(), 1u);
    now_ += std::chrono::days(31);
    while (must(store_.tidy())) {
    }
    EXPECT_EQ(problem(store_.conversation(gone)), StorageProblem::not_found);
    EXPECT_EQ(problem(store_.message(lost.user)), StorageProblem::not_found);
    EXPECT_THAT(texts(kept), ElementsAre("stays", "stays too"));
    EXPECT_EQ(found("needle"), 0u);
    EXPECT_EQ(found("stays"), 2u);
    must(store_.verify());
}

TEST_F(TrashTest, PurgeGoesInSlices) {
    const auto gone = chat("gone");
    for (int i = 0; i < 5; ++i) {
        turn(gone, "q", "a");
    }
    must(store_.delete_conversation(gone));
    const UtcTime later = now_ + std::chrono::hours(1);
    EXPECT_EQ(must(store_.purge(later, 4)), 4u);
    EXPECT_EQ(must(store_.purge(later, 4)), 4u);
    EXPECT_EQ(must(store_.purge(later, 4)), 2u);
    EXPECT_EQ(must(store_.purge(later, 4)), 1u);
    EXPECT_EQ(must(store_.purge(later, 4)), 0u);
}

}  // namespace
}  // namespace hearth::storage
