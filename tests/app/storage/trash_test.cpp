#include "raw_database.h"
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

TEST_F(TrashTest, TheTrashTellsWhenAChatWasDeletedTheLatestFirst) {
    const auto first = chat("first");
    const auto second = chat("second");
    must(store_.delete_conversation(second));
    const UtcTime before = now_;
    now_ += std::chrono::hours(1);
    must(store_.delete_conversation(first));
    const UtcTime after = now_;
    const auto trash = must(store_.list({{}, true, 0, 10}));
    ASSERT_EQ(trash.size(), 2u);
    EXPECT_EQ(trash[0].title, "first");
    EXPECT_EQ(trash[0].deleted_at, after);
    EXPECT_EQ(trash[1].deleted_at, before);
    must(store_.restore_conversation(first));
    EXPECT_EQ(must(store_.list({})).front().deleted_at, std::nullopt);
}

TEST_F(TrashTest, DeletedChatsThatHoldNothingAreNotListed) {
    const auto empty = chat("");
    const auto titled = chat("titled");
    const auto typed = chat("");
    must(store_.save_draft(typed, "draft"));
    const auto said = chat("");
    turn(said, "q", "a");
    for (const ConversationId id : {empty, titled, typed, said}) {
        must(store_.delete_conversation(id));
    }
    std::vector<ConversationId> listed;
    for (const auto& row : must(store_.list({{}, true, 0, 10}))) {
        listed.push_back(row.id);
    }
    EXPECT_THAT(listed, ElementsAre(said, typed, titled));
}

TEST_F(TrashTest, APurgedChatIsGoneAtOnceAndItsSpaceSoonAfter) {
    const auto kept = chat("kept");
    const auto gone = chat("gone");
    turn(kept, "needle", "a");
    const BegunTurn lost = turn(gone, "needle", "b");
    EXPECT_EQ(problem(store_.purge_conversation(gone)), StorageProblem::not_found) << "it is not deleted";
    must(store_.delete_conversation(gone));
    EXPECT_FALSE(store_.wants_tidying());
    must(store_.purge_conversation(gone));
    EXPECT_TRUE(store_.wants_tidying());
    EXPECT_THAT(must(store_.list({{}, true, 0, 10})), IsEmpty());
    EXPECT_EQ(must(store_.list({})).size(), 1u);
    EXPECT_EQ(problem(store_.restore_conversation(gone)), StorageProblem::not_found);
    while (must(store_.tidy())) {
    }
    EXPECT_FALSE(store_.wants_tidying());
    EXPECT_EQ(problem(store_.message(lost.user)), StorageProblem::not_found);
    EXPECT_EQ(problem(store_.conversation(gone)), StorageProblem::not_found);
    EXPECT_EQ(found("needle"), 1u);
    must(store_.verify());
}

TEST_F(TrashTest, OnlyAChatThatHoldsNothingIsDropped) {
    const auto empty = chat("");
    const auto shown = chat("");
    turn(shown, "q", "a");
    const auto emptied = chat("");
    const DeletedMessages deleted = must(store_.delete_messages(turn(emptied, "q", "a").user));
    ASSERT_EQ(must(store_.conversation(emptied)).active_leaf, std::nullopt);
    const auto typed = chat("");
    must(store_.save_draft(typed, "draft"));
    const auto cleared = chat("");
    must(store_.save_draft(cleared, "draft"));
    must(store_.save_draft(cleared, ""));
    const auto named = must(store_.create_conversation({"named", TitleSource::user, {}, {}})).id;
    const auto in_trash = chat("in the trash");
    must(store_.delete_conversation(in_trash));
    for (const ConversationId id : {empty, shown, emptied, typed, cleared, named}) {
        must(store_.drop_if_empty(id));
    }
    EXPECT_EQ(problem(store_.drop_if_empty(in_trash)), StorageProblem::not_found);
    EXPECT_EQ(problem(store_.conversation(empty)), StorageProblem::not_found);
    EXPECT_EQ(problem(store_.conversation(cleared)), StorageProblem::not_found);
    EXPECT_EQ(must(store_.list({})).size(), 4u);
    EXPECT_EQ(must(store_.list({{}, true, 0, 10})).size(), 1u) << "what is dropped is not in the trash";
    while (must(store_.tidy())) {
    }
    EXPECT_THAT(texts(shown), ElementsAre("q", "a"));
    must(store_.restore_messages(deleted));
    EXPECT_THAT(texts(emptied), ElementsAre("q", "a"));
    EXPECT_EQ(must(store_.draft(typed)), "draft");
    must(store_.verify());
}

TEST_F(TrashTest, AChatWithMessagesButNoActiveLeafIsNotDropped) {
    const auto id = chat("");
    turn(id, "q", "a");
    RawDatabase(folder_.file()).run("UPDATE conversation SET active_leaf = NULL");
    must(store_.drop_if_empty(id));
    EXPECT_THAT(texts(id), ElementsAre("q", "a"));
}

TEST_F(TrashTest, WhatIsOnItsWayOutIsNotOffered) {
    const auto gone = chat("gone");
    turn(gone, "q", "a");
    must(store_.delete_conversation(gone));
    now_ += kKeptInTrash - std::chrono::seconds(1);  // the clock goes on by one at each look
    EXPECT_EQ(must(store_.list({{}, true, 0, 10})).size(), 1u);
    EXPECT_THAT(must(store_.list({{}, true, 0, 10})), IsEmpty());
    EXPECT_EQ(problem(store_.restore_conversation(gone)), StorageProblem::not_found);
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
