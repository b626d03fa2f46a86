#include "store_fixture.h"

#include <gmock/gmock.h>

namespace hearth::storage {
namespace {

using testing::ElementsAre;

class TurnTest : public StoreTest {};

TEST_F(TurnTest, BeginWritesQuestionAndPlaceOfTheAnswer) {
    const auto id = chat();
    const BegunTurn begun = must(store_.begin_turn(
        {id, {}, "你好", {{"a.txt", "text/plain", "", 3, "abc"}}, "SmolLM2", {R"({"seed":1})"}}));
    const ConversationPath path = must(store_.path(id));
    ASSERT_EQ(path.messages.size(), 2u);
    EXPECT_EQ(path.conversation.active_leaf, begun.answer);
    EXPECT_EQ(path.messages[0].message.text, "你好");
    EXPECT_EQ(path.messages[0].message.status, MessageStatus::complete);
    ASSERT_EQ(path.messages[0].message.attachments.size(), 1u);
    EXPECT_EQ(path.messages[0].message.attachments[0].text, "abc");
    EXPECT_EQ(path.messages[1].message.status, MessageStatus::streaming);
    EXPECT_EQ(path.messages[1].message.role, Role::assistant);
    EXPECT_EQ(path.messages[1].message.model, "SmolLM2");
    EXPECT_EQ(path.messages[1].message.parameters.text, R"({"seed":1})");
}

TEST_F(TurnTest, MessagesAreAddedAllOrNone) {
    const auto id = chat();
    NewMessage question;
    question.conversation = id;
    question.text = "q";
    NewMessage answer = question;
    answer.role = Role::assistant;
    answer.text = "half an an";
    answer.status = MessageStatus::failed;
    answer.error = "it broke";
    NewMessage nowhere = question;
    nowhere.conversation = ConversationId{99};
    EXPECT_EQ(problem(store_.add_messages({question, answer, nowhere})), StorageProblem::not_found);
    EXPECT_TRUE(must(store_.path(id)).messages.empty());
    must(store_.add_messages({question, answer}));
    const ConversationPath path = must(store_.path(id));
    ASSERT_EQ(path.messages.size(), 2u);
    EXPECT_EQ(path.messages[1].message.status, MessageStatus::failed);
    EXPECT_EQ(path.messages[1].message.error, "it broke");
    EXPECT_EQ(path.messages[1].version_count, 1u);
    answer.status = MessageStatus::streaming;
    EXPECT_EQ(problem(store_.add_messages({answer})), StorageProblem::invalid_value);
    must(store_.add_messages({}));
}

TEST_F(TurnTest, SnapshotsReplaceAndFinishEnds) {
    const auto id = chat();
    const BegunTurn begun = must(store_.begin_turn({id, {}, "q", {}, "m", {}}));
    must(store_.save_snapshots({{begun.answer, "Once"}}));
    must(store_.save_snapshots({{begun.answer, "Once upon"}}));
    EXPECT_EQ(must(store_.message(begun.answer)).text, "Once upon");
    must(store_.finish_answer(
        {begun.answer, "Once upon a time", MessageStatus::stopped, {}, {R"({"tokens":4})"}, "other"}));
    must(store_.save_snapshots({{begun.answer, "late"}}));
    const Message answer = must(store_.message(begun.answer));
    EXPECT_EQ(answer.text, "Once upon a time");
    EXPECT_EQ(answer.status, MessageStatus::stopped);
    EXPECT_EQ(answer.statistics.text, R"({"tokens":4})");
    EXPECT_EQ(answer.model, "other");
    EXPECT_TRUE(answer.finished.has_value());
    EXPECT_EQ(problem(store_.finish_answer({begun.answer, "", MessageStatus::streaming, {}, {}, {}})),
              StorageProblem::invalid_value);
    EXPECT_EQ(problem(store_.finish_answer({MessageId{99}, "", MessageStatus::complete, {}, {}, {}})),
              StorageProblem::not_found);
}

TEST_F(TurnTest, RegeneratingAddsAVersion) {
    const auto id = chat();
    const BegunTurn begun = turn(id, "q", "first");
    const MessageId second = must(store_.begin_answer({begun.user, {}, "m", {}}));
    must(store_.finish_answer({second, "second", MessageStatus::complete, {}, {}, {}}));
    const ConversationPath path = must(store_.path(id));
    EXPECT_EQ(path.messages[1].message.text, "second");
    EXPECT_EQ(path.messages[1].version_index, 1u);
    EXPECT_EQ(path.messages[1].version_count, 2u);
    EXPECT_EQ(must(store_.show_version(begun.answer)), begun.answer);
    EXPECT_THAT(texts(id), ElementsAre("q", "first"));
    EXPECT_THAT(must(store_.versions(second)), ElementsAre(begun.answer, second));
}

TEST_F(TurnTest, EditingAddsAVersionAndSwitchingGoesToItsEnd) {
    const auto id = chat();
    const BegunTurn begun = turn(id, "q", "a");
    turn(id, "more", "end");
    const BegunTurn edited = must(store_.begin_turn({id, {}, "q, edited", {}, "m", {}}));
    EXPECT_THAT(texts(id), ElementsAre("q, edited", ""));
    must(store_.show_version(begun.user));
    EXPECT_THAT(texts(id), ElementsAre("q", "a", "more", "end"));
    must(store_.show_version(edited.user));
    EXPECT_EQ(must(store_.path(id)).messages[0].version_index, 1u);
}

TEST_F(TurnTest, ContinuingGoesOnInTheSameRow) {
    const auto id = chat();
    const BegunTurn begun = must(store_.begin_turn({id, {}, "q", {}, "m", {}}));
    EXPECT_EQ(problem(store_.resume_answer(begun.answer, "m", {})), StorageProblem::busy);
    must(store_.finish_answer({begun.answer, "half", MessageStatus::stopped, {}, {}, {}}));
    EXPECT_EQ(must(store_.resume_answer(begun.answer, "m", {})), "half");
    EXPECT_EQ(must(store_.message(begun.answer)).status, MessageStatus::streaming);
    must(store_.finish_answer({begun.answer, "half and half", MessageStatus::complete, {}, {}, {}}));
    EXPECT_THAT(texts(id), ElementsAre("q", "half and half"));
    EXPECT_EQ(problem(store_.resume_answer(begun.user, "m", {})), StorageProblem::invalid_value);
}

TEST_F(TurnTest, WhatGoesOnIsWrittenByTheModelThatWritesIt) {
    const auto id = chat();
    const BegunTurn begun = must(store_.begin_turn({id, {}, "q", {}, "first", {R"({"seed":1})"}}));
    must(store_.finish_answer({begun.answer, "", MessageStatus::failed, "no memory", {}, {}}));
    must(store_.resume_answer(begun.answer, "second", {R"({"seed":2})"}));
    must(store_.finish_answer({begun.answer, "words", MessageStatus::complete, {}, {}, {}}));
    const Message answer = must(store_.message(begun.answer));
    EXPECT_EQ(answer.model, "second");
    EXPECT_EQ(answer.parameters.text, R"({"seed":2})");
}

TEST_F(TurnTest, WrongPlacesAreRefusedAndLeaveNothing) {
    const auto id = chat();
    const auto other = chat();
    const BegunTurn begun = turn(other, "q", "a");
    EXPECT_EQ(problem(store_.begin_turn({ConversationId{99}, {}, "x", {}, "m", {}})),
              StorageProblem::not_found);
    EXPECT_EQ(problem(store_.begin_turn({id, begun.answer, "x", {}, "m", {}})), StorageProblem::not_found);
    EXPECT_EQ(problem(store_.begin_turn({id, {}, std::string(33 * 1024 * 1024, 'x'), {}, "m", {}})),
              StorageProblem::too_large);
    EXPECT_TRUE(texts(id).empty());
    must(store_.verify());
}

TEST_F(TurnTest, AddMessageKeepsASystemPromptAndImports) {
    const auto id = chat();
    const MessageId system = must(store_.add_message({id, {}, Role::system, "Be brief.", {}, {}, {}}));
    const BegunTurn begun = must(store_.begin_turn({id, system, "q", {}, "m", {}}));
    EXPECT_EQ(must(store_.message(begun.user)).parent, system);
    EXPECT_THAT(texts(id), ElementsAre("Be brief.", "q", ""));
}

TEST_F(TurnTest, AnswersOfADeadProcessBecomeInterrupted) {
    const auto id = chat();
    const BegunTurn begun = must(store_.begin_turn({id, {}, "q", {}, "m", {}}));
    must(store_.save_snapshots({{begun.answer, "the needle of it"}}));
    reopen();
    EXPECT_EQ(store_.report().interrupted_answers, 1u);
    EXPECT_EQ(must(store_.message(begun.answer)).status, MessageStatus::interrupted);
    EXPECT_EQ(must(store_.search({"needle", 50, std::chrono::milliseconds(500), {}})).hits.size(), 1u);
    EXPECT_EQ(must(store_.resume_answer(begun.answer, "m", {})), "the needle of it");
}

TEST_F(TurnTest, AnswersOfALivingProcessAreLeftAlone) {
    const auto id = chat();
    const BegunTurn begun = must(store_.begin_turn({id, {}, "q", {}, "m", {}}));
    ChatStore second = must(ChatStore::open(folder_.file()));
    EXPECT_EQ(second.report().interrupted_answers, 0u);
    EXPECT_EQ(must(second.message(begun.answer)).status, MessageStatus::streaming);
    must(second.save_snapshots({{begun.answer, "not mine"}}));
    EXPECT_EQ(must(store_.message(begun.answer)).text, "");
    must(store_.save_snapshots({{begun.answer, "mine"}}));
    EXPECT_EQ(must(second.message(begun.answer)).text, "mine");
}

}  // namespace
}  // namespace hearth::storage
