#include "store_fixture.h"

#include <gmock/gmock.h>

namespace hearth::storage {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class ConversationTest : public StoreTest {
 protected:
    std::vector<std::string> titles(const ListRequest& request = {}) {
        std::vector<std::string> titles;
        for (const auto& row : must(store_.list(request))) {
            titles.push_back(row.title);
        }
        return titles;
    }
};

TEST_F(ConversationTest, ListShowsPinnedFirstThenNewest) {
    const auto a = chat("a");
    const auto b = chat("b");
    chat("c");
    must(store_.set_pinned(b, true));
    turn(a, "hello", "hi");
    EXPECT_THAT(titles(), ElementsAre("b", "a", "c"));
    EXPECT_THAT(titles({{}, false, 1, 1}), ElementsAre("a"));
    EXPECT_EQ(problem(store_.list({{}, false, 0, 0})), StorageProblem::invalid_value);
}

TEST_F(ConversationTest, SnippetIsTheLastMessageInOneLine) {
    const auto id = chat();
    turn(id, "question", "first line\n\n  second\tline");
    EXPECT_EQ(must(store_.list({})).front().snippet, "first line second line");
    const auto leaf = must(store_.path(id)).conversation.active_leaf;
    must(store_.begin_turn({id, leaf, "another", {}, "model", {}}));
    EXPECT_EQ(must(store_.list({})).front().snippet, "another");
    EXPECT_TRUE(must(store_.list({})).front().writing);
}

TEST_F(ConversationTest, SnippetLeavesOutWhatTheModelThought) {
    const auto id = chat();
    turn(id, "question", "<think>\nhm\n</think>\n\nThe answer.");
    EXPECT_EQ(must(store_.list({})).front().snippet, "The answer.");
    turn(id, "another", "<think>still at it");
    EXPECT_EQ(must(store_.list({})).front().snippet, "another");
}

TEST_F(ConversationTest, RenameRemembersWho) {
    const auto id = chat();
    must(store_.rename(id, "七言绝句", TitleSource::user));
    reopen();
    const Conversation found = must(store_.conversation(id));
    EXPECT_EQ(found.title, "七言绝句");
    EXPECT_EQ(found.title_source, TitleSource::user);
    EXPECT_EQ(problem(store_.rename(ConversationId{99}, "x", TitleSource::user)), StorageProblem::not_found);
    EXPECT_EQ(problem(store_.rename(id, std::string(70000, 'x'), TitleSource::user)),
              StorageProblem::too_large);
}

TEST_F(ConversationTest, FoldersHoldChatsAndLetThemGo) {
    const Folder work = must(store_.create_folder("work"));
    const Folder home = must(store_.create_folder("home"));
    const auto id = chat("in work");
    must(store_.move_to_folder(id, work.id));
    EXPECT_THAT(titles({work.id, false, 0, 10}), ElementsAre("in work"));
    EXPECT_THAT(titles({home.id, false, 0, 10}), IsEmpty());
    EXPECT_EQ(problem(store_.move_to_folder(id, FolderId{99})), StorageProblem::not_found);

    must(store_.rename_folder(home.id, "at home"));
    const auto folders = must(store_.folders());
    ASSERT_EQ(folders.size(), 2u);
    EXPECT_EQ(folders[1].name, "at home");

    must(store_.delete_folder(work.id));
    EXPECT_EQ(must(store_.conversation(id)).folder, std::nullopt);
    EXPECT_THAT(titles(), ElementsAre("in work"));
}

TEST_F(ConversationTest, DraftsStayUntilTheMessageIsSent) {
    const auto id = chat();
    must(store_.save_draft(id, "half a tho"));
    must(store_.save_draft({}, "new chat"));
    reopen();
    EXPECT_EQ(must(store_.draft(id)), "half a tho");
    EXPECT_EQ(must(store_.draft({})), "new chat");
    must(store_.begin_turn({id, {}, "half a thought", {}, "model", {}}));
    EXPECT_EQ(must(store_.draft(id)), "");
    must(store_.save_draft({}, ""));
    EXPECT_EQ(must(store_.draft({})), "");
}

TEST_F(ConversationTest, PresetsAreKept) {
    Preset preset =
        must(store_.create_preset("Poet", "You rhyme.", {R"({"temperature":1.1})"}, {R"({"icon":"quill"})"}));
    preset.system_prompt = "You rhyme well.";
    must(store_.update_preset(preset));
    reopen();
    const auto presets = must(store_.presets());
    ASSERT_EQ(presets.size(), 1u);
    EXPECT_EQ(presets[0].system_prompt, "You rhyme well.");
    EXPECT_EQ(presets[0].parameters.text, R"({"temperature":1.1})");
    EXPECT_EQ(presets[0].extra.text, R"({"icon":"quill"})");
    must(store_.delete_preset(preset.id));
    EXPECT_THAT(must(store_.presets()), IsEmpty());
    EXPECT_EQ(problem(store_.create_preset("bad", "", {"[1]"})), StorageProblem::invalid_value);
}

TEST_F(ConversationTest, ParametersMustBeAnObject) {
    const auto id = chat();
    must(store_.set_parameters(id, {R"({"seed":7})"}));
    EXPECT_EQ(must(store_.conversation(id)).parameters.text, R"({"seed":7})");
    for (const char* bad : {"", "7", "{", "[]", "{\"a\":}", "null"}) {
        EXPECT_EQ(problem(store_.set_parameters(id, {bad})), StorageProblem::invalid_value) << bad;
    }
}

TEST_F(ConversationTest, BranchCopiesThePathAndNamesItsOrigin) {
    const auto id = chat("origin");
    const BegunTurn first = turn(id, "one", "two");
    turn(id, "three", "four");
    const Conversation copy = must(store_.branch(first.answer));
    EXPECT_EQ(copy.origin_message, first.answer);
    EXPECT_THAT(texts(copy.id), ElementsAre("one", "two"));
    turn(copy.id, "elsewhere", "yes");
    EXPECT_THAT(texts(id), ElementsAre("one", "two", "three", "four"));
    EXPECT_EQ(must(store_.search({"two", 50, std::chrono::milliseconds(500), {}})).hits.size(), 2u);
    while (must(store_.tidy())) {
    }
    EXPECT_EQ(must(store_.search({"two", 50, std::chrono::milliseconds(500), {}})).hits.size(), 2u);
}

}  // namespace
}  // namespace hearth::storage
