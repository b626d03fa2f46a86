#include "raw_database.h"
#include "store_fixture.h"

#include <gmock/gmock.h>
#include <unistd.h>

namespace hearth::storage {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class OpeningTest : public StoreTest {
 protected:
    /// Leaves a closed file with `chats` chats of one turn each.
    void fill_and_close(int chats) {
        for (int i = 0; i < chats; ++i) {
            turn(chat("chat " + std::to_string(i)), "question " + std::to_string(i),
                 std::string(3000, 'a') + std::to_string(i));
        }
        close();
    }
    void close() { store_ = must(ChatStore::open_in_memory()); }
    Result<ChatStore> open() { return ChatStore::open(folder_.file(), options()); }
};

TEST_F(OpeningTest, ANewFileIsCreatedWithItsFolder) {
    EXPECT_EQ(store_.report().outcome, OpenOutcome::created);
    ChatStore deep = must(ChatStore::open(folder_.file("some/where/chats.db")));
    EXPECT_EQ(deep.report().outcome, OpenOutcome::created);
    reopen();
    EXPECT_EQ(store_.report().outcome, OpenOutcome::opened);
    EXPECT_EQ(RawDatabase(folder_.file()).text("PRAGMA journal_mode"), "wal");
}

TEST_F(OpeningTest, NobodyElseMayReadTheChats) {
    for (const char* name : {"chats.db", "chats.db-wal", "chats.db-writers"}) {
        EXPECT_EQ(fs::status(folder_.file(name)).permissions(),
                  fs::perms::owner_read | fs::perms::owner_write)
            << name;
    }
}

TEST_F(OpeningTest, ANewerVersionIsReadAndNotChanged) {
    const auto id = chat("from the future");
    turn(id, "q", "a");
    close();
    RawDatabase(folder_.file()).run("ALTER TABLE message ADD COLUMN mood TEXT; PRAGMA user_version = 99");
    store_ = must(open());
    EXPECT_EQ(store_.report().outcome, OpenOutcome::newer_version);
    EXPECT_EQ(store_.report().file_version, 99u);
    EXPECT_FALSE(store_.writable());
    EXPECT_THAT(texts(id), ElementsAre("q", "a"));
    EXPECT_EQ(must(store_.search({"q", 5, std::chrono::milliseconds(500), {}})).hits.size(), 1u);
    EXPECT_EQ(problem(store_.create_conversation({})), StorageProblem::newer_version);
    EXPECT_EQ(problem(store_.delete_conversation(id)), StorageProblem::newer_version);
    EXPECT_FALSE(must(store_.tidy()));
}

TEST_F(OpeningTest, UnknownFieldsAreCarriedAlong) {
    const auto id = chat();
    const BegunTurn begun = turn(id, "q", "a");
    close();
    RawDatabase(folder_.file())
        .run(
            R"(UPDATE message SET extra = '{"mood":"calm"}'; UPDATE conversation SET extra = '{"colour":3}')");
    store_ = must(open());
    must(store_.rename(id, "renamed", TitleSource::user));
    must(store_.resume_answer(begun.answer, "m", {}));
    must(store_.finish_answer({begun.answer, "more", MessageStatus::complete, {}, {}, {}}));
    EXPECT_EQ(must(store_.conversation(id)).extra.text, R"({"colour":3})");
    const Conversation copy = must(store_.branch(begun.answer));
    const ConversationPath path = must(store_.path(copy.id));
    EXPECT_EQ(path.conversation.extra.text, R"({"colour":3})");
    EXPECT_EQ(path.messages[1].message.extra.text, R"({"mood":"calm"})");
}

TEST_F(OpeningTest, ADamagedPageCostsOnlyWhatWasOnIt) {
    fill_and_close(40);
    const std::string before = bytes_of(folder_.file());
    // A page from the middle of the messages.
    const std::size_t at = before.find("question 20");
    ASSERT_NE(at, std::string::npos);
    overwrite(folder_.file(), at / 4096 * 4096, std::string(4096, '\x55'));
    const std::string damaged = bytes_of(folder_.file());

    store_ = must(open());
    const OpenReport& report = store_.report();
    EXPECT_EQ(report.outcome, OpenOutcome::salvaged);
    ASSERT_TRUE(report.salvage.has_value());
    EXPECT_FALSE(report.salvage->complete);
    EXPECT_THAT(report.salvage->cause, HasSubstr("damaged"));
    EXPECT_EQ(report.salvage->conversations, 40u);
    EXPECT_GE(report.salvage->messages, 70u);
    EXPECT_EQ(bytes_of(report.kept_aside), damaged) << "the damaged file is kept as it was";
    EXPECT_THAT(report.kept_aside.filename().string(),
                testing::MatchesRegex("chats\\.damaged-[0-9]{8}T[0-9]{6}Z\\.db"));
    must(store_.verify());
    EXPECT_EQ(must(store_.search({"question 33", 5, std::chrono::milliseconds(2000), {}})).hits.size(), 1u);
    while (must(store_.tidy())) {
    }
    EXPECT_EQ(must(store_.search({"question 33", 5, std::chrono::milliseconds(2000), {}})).hits.size(), 1u);
    const auto id = chat("after");
    turn(id, "goes", "on");
    reopen();
    EXPECT_EQ(store_.report().outcome, OpenOutcome::opened);
    EXPECT_THAT(texts(id), ElementsAre("goes", "on"));
}

TEST_F(OpeningTest, AChatWhoseRowIsLostIsCalledByWhatWasSaidFirst) {
    const auto id = chat("lost");
    turn(id, " How do bees\nmake honey?", "a");
    turn(id, "second", "b");
    const auto wordless = chat("lost too");
    must(store_.add_message({wordless, {}, Role::assistant, "only an answer", {}, {}, {}}));
    close();
    RawDatabase(folder_.file()).run("PRAGMA foreign_keys = OFF; DELETE FROM conversation; DROP TABLE preset");
    store_ = must(open());
    EXPECT_EQ(store_.report().outcome, OpenOutcome::salvaged);
    EXPECT_EQ(must(store_.conversation(id)).title, "How do bees make honey?");
    EXPECT_EQ(must(store_.conversation(id)).title_source, TitleSource::automatic);
    EXPECT_EQ(must(store_.conversation(wordless)).title, "");
    const auto rows = must(store_.list({}));
    ASSERT_EQ(rows.size(), 2u);
    for (const auto& row : rows) {
        const auto path = must(store_.path(row.id)).messages;
        EXPECT_EQ(must(store_.conversation(row.id)).active_leaf, path.back().message.id);
        EXPECT_EQ(row.snippet, path.back().message.text);
    }
}

TEST_F(OpeningTest, ARescuedChatShowsWhatIsNotInTheTrash) {
    const auto emptied = chat("emptied");
    must(store_.delete_messages(turn(emptied, "q", "a").user));
    const auto kept = chat("kept");
    const BegunTurn first = turn(kept, "one", "two");
    must(store_.delete_messages(turn(kept, "three", "four").user));
    close();
    RawDatabase(folder_.file()).run("UPDATE conversation SET active_leaf = NULL; DROP TABLE preset");
    store_ = must(open());
    EXPECT_EQ(store_.report().outcome, OpenOutcome::salvaged);
    EXPECT_EQ(must(store_.conversation(emptied)).active_leaf, std::nullopt);
    EXPECT_EQ(must(store_.conversation(kept)).active_leaf, first.answer);
}

TEST_F(OpeningTest, AFileCutShortIsSalvaged) {
    fill_and_close(40);
    fs::resize_file(folder_.file(), fs::file_size(folder_.file()) / 2);
    store_ = must(open());
    EXPECT_EQ(store_.report().outcome, OpenOutcome::salvaged);
    EXPECT_GT(store_.report().salvage->messages, 10u);
    must(store_.verify());
    for (const auto& row : must(store_.list({}))) {
        must(store_.path(row.id));
    }
}

TEST_F(OpeningTest, AnythingElseIsKeptAside) {
    close();
    for (const std::string& content :
         {std::string("this is not a database, it is a letter to my aunt\n"), std::string(100000, '\0'),
          std::string("SQLite format 3\0", 16) + std::string(5000, '\xff')}) {
        fs::remove(folder_.file());
        fs::remove(folder_.path() / "chats.db-wal");
        { std::ofstream(folder_.file(), std::ios::binary) << content; }
        store_ = must(open());
        EXPECT_EQ(store_.report().outcome, OpenOutcome::salvaged);
        EXPECT_EQ(bytes_of(store_.report().kept_aside), content);
        EXPECT_EQ(store_.report().salvage->messages, 0u);
        turn(chat(), "works", "yes");
        close();
    }
}

TEST_F(OpeningTest, AnotherProgramsDatabaseIsNotTouched) {
    close();
    fs::remove(folder_.file());
    RawDatabase(folder_.file()).run("CREATE TABLE message(secret); INSERT INTO message VALUES('x')");
    const std::string before = bytes_of(folder_.file());
    store_ = must(open());
    EXPECT_EQ(store_.report().outcome, OpenOutcome::salvaged);
    EXPECT_THAT(store_.report().salvage->cause, HasSubstr("not a chats file of Hearth"));
    EXPECT_EQ(bytes_of(store_.report().kept_aside), before);
}

TEST_F(OpeningTest, ADamagedFileIsNotMovedUnderAnotherProcess) {
    fill_and_close(40);
    ChatStore other = must(ChatStore::open(folder_.file()));
    overwrite(folder_.file(), 4096 * 5, std::string(4096, '\x55'));
    EXPECT_EQ(problem(open()), StorageProblem::damaged);
    EXPECT_EQ(folder_.names_with("damaged"), "");
}

TEST_F(OpeningTest, AFolderInItsPlaceIsAnErrorWithTheFile) {
    fs::create_directories(folder_.file("other.db"));
    auto opened = ChatStore::open(folder_.file("other.db"));
    ASSERT_FALSE(opened.has_value());
    EXPECT_EQ(opened.error().details.file, folder_.file("other.db").string());
    EXPECT_THAT(opened.error().message, HasSubstr("a folder is in its place"));
    auto below_a_file = ChatStore::open(folder_.file() / "chats.db");
    EXPECT_EQ(problem(below_a_file), StorageProblem::cannot_open);
}

TEST_F(OpeningTest, AReadOnlyHomeIsAnErrorAndCanBeRead) {
    const auto id = chat();
    turn(id, "q", "a");
    close();
    fs::permissions(folder_.path(), static_cast<fs::perms>(0555));
    fs::permissions(folder_.file(), static_cast<fs::perms>(0444));
    const bool superuser = ::geteuid() == 0;  // may write everywhere, so be somebody else for a while
    if (superuser && ::seteuid(65534) != 0) {
        GTEST_SKIP() << "cannot give up the superuser's rights";
    }
    EXPECT_EQ(problem(open()), StorageProblem::read_only);
    const auto read = ChatStore::open_read_only(folder_.file());
    const auto create = ChatStore::open(folder_.path() / "below" / "chats.db");
    if (superuser) {
        ASSERT_EQ(::seteuid(0), 0);
    }
    EXPECT_EQ(problem(create), StorageProblem::read_only);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    fs::permissions(folder_.path(), fs::perms::owner_all);
}

TEST_F(OpeningTest, ReadOnlyAndMemoryAreForTheCallerToChoose) {
    const auto id = chat();
    turn(id, "q", "a");
    close();
    ChatStore read = must(ChatStore::open_read_only(folder_.file()));
    EXPECT_EQ(read.report().outcome, OpenOutcome::read_only);
    EXPECT_EQ(must(read.path(id)).messages.size(), 2u);
    EXPECT_EQ(problem(read.rename(id, "x", TitleSource::user)), StorageProblem::read_only);
    EXPECT_FALSE(ChatStore::open_read_only(folder_.file("missing.db")).has_value());
    EXPECT_FALSE(fs::exists(folder_.file("missing.db")));

    ChatStore memory = must(ChatStore::open_in_memory());
    EXPECT_EQ(memory.report().outcome, OpenOutcome::in_memory);
    const ConversationId in_memory = must(memory.create_conversation({})).id;
    EXPECT_GE(in_memory.value, kFirstIdInMemory);
    must(memory.begin_turn({in_memory, {}, "q", {}, "m", {}}));
}

}  // namespace
}  // namespace hearth::storage
