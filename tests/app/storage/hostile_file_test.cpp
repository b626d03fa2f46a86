#include "raw_database.h"
#include "store_fixture.h"

#include <gmock/gmock.h>

namespace hearth::storage {
namespace {

/// A chats.db that somebody else has prepared.
class HostileFileTest : public StoreTest {
 protected:
    void spoil(const std::string& sql) {
        store_ = must(ChatStore::open_in_memory());
        RawDatabase(folder_.file())
            .run("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; " + sql);
        store_ = must(ChatStore::open(folder_.file(), options()));
    }
    void use_everything(ConversationId id) {
        (void)store_.list({});
        (void)store_.path(id);
        (void)store_.search({"q", 50, std::chrono::milliseconds(500), {}});
        (void)store_.presets();
        (void)store_.folders();
        (void)store_.tidy();
        (void)store_.verify();
    }
};

TEST_F(HostileFileTest, ADamagedColumnIsAFaultOfItsRowAlone) {
    const auto id = chat();
    const BegunTurn begun = turn(id, "q", "a");
    turn(id, "q2", "a2");
    spoil(R"(UPDATE message SET statistics = '{"a":', role = 'emperor' WHERE id = )" +
          std::to_string(begun.answer.value) + "; UPDATE conversation SET parameters = '[[[[['");
    const ConversationPath path = must(store_.path(id));
    ASSERT_EQ(path.messages.size(), 4u);
    ASSERT_TRUE(path.messages[1].message.fault.has_value());
    EXPECT_EQ(path.messages[1].message.fault->details.field, "message.role");
    EXPECT_EQ(path.messages[1].message.text, "a");
    EXPECT_FALSE(path.messages[2].message.fault.has_value());
    ASSERT_TRUE(path.conversation.fault.has_value());
    EXPECT_EQ(path.conversation.parameters.text, "{}");
    EXPECT_EQ(must(store_.list({})).size(), 1u);
}

TEST_F(HostileFileTest, DeepJsonIsRefusedWithoutRecursion) {
    const auto id = chat();
    std::string deep = "{\"a\":";
    deep.append(400'000, '[');
    spoil("UPDATE conversation SET parameters = '" + deep + "'");
    EXPECT_TRUE(must(store_.conversation(id)).fault.has_value());
    EXPECT_EQ(problem(store_.set_parameters(id, {deep})), StorageProblem::invalid_value);
}

TEST_F(HostileFileTest, LoopsAndStrangersInTheTree) {
    const auto id = chat();
    const auto other = chat();
    const BegunTurn begun = turn(id, "q", "a");
    const BegunTurn foreign = turn(other, "x", "y");
    spoil("UPDATE message SET parent = " + std::to_string(begun.answer.value) +
          " WHERE id = " + std::to_string(begun.user.value) + "; UPDATE message SET parent = 1 WHERE id = " +
          std::to_string(foreign.user.value) + "; UPDATE conversation SET active_leaf = 123456");
    use_everything(id);
    EXPECT_FALSE(must(store_.path(id)).messages.empty());
    EXPECT_FALSE(must(store_.path(other)).messages.empty());
}

TEST_F(HostileFileTest, TriggersAndViewsDoNothing) {
    const auto id = chat("mine");
    turn(id, "q", "a");
    spoil(
        "CREATE TRIGGER evil AFTER UPDATE ON conversation BEGIN DELETE FROM message; END;"
        "CREATE VIEW looks_harmless AS SELECT load_extension('evil') FROM message");
    must(store_.rename(id, "renamed", TitleSource::user));
    EXPECT_EQ(texts(id).size(), 2u);
    use_everything(id);
}

TEST_F(HostileFileTest, ATableThatIsNotATableIsNotUsed) {
    chat("mine");
    spoil(
        "ALTER TABLE preset RENAME TO hidden; CREATE VIEW preset AS SELECT 1 AS id, 'x' AS name, '{}' AS "
        "parameters, '' AS "
        "system_prompt");
    EXPECT_EQ(store_.report().outcome, OpenOutcome::salvaged);
    EXPECT_EQ(must(store_.list({})).size(), 1u);
}

TEST_F(HostileFileTest, ABrokenSearchIndexIsMadeAnew) {
    const auto finds = [&](const std::string& text) {
        return must(store_.search({text, 50, std::chrono::milliseconds(2000), {}})).hits.size();
    };
    const auto id = chat();
    turn(id, "needle", "an answer");
    for (const char* table : {"message_trigram_data", "message_short_data"}) {
        spoil("UPDATE " + std::string(table) + " SET block = x'00000000ffffffffffffff'");
        EXPECT_EQ(finds("needle"), 1u) << table;
        EXPECT_EQ(finds("an"), 1u) << table;
        spoil("UPDATE " + std::string(table) + " SET block = x'ffffffffffffffffffff'");
        turn(id, "goes on", "whatever the index is like");
        EXPECT_EQ(finds("needle"), 1u) << table;
    }
    while (must(store_.tidy())) {
    }
    EXPECT_EQ(finds("needle"), 1u);
    EXPECT_EQ(finds("goes on"), 2u);
    EXPECT_EQ(texts(id).size(), 6u);
    must(store_.verify());
    store_ = must(ChatStore::open_in_memory());
    RawDatabase raw(folder_.file());
    EXPECT_EQ(raw.text("SELECT count(*) FROM sqlite_schema WHERE sql LIKE '%columnsize=0, detail=none, "
                       "tokenize=''ascii'')'"),
              "1");
    EXPECT_EQ(raw.text("SELECT count(*) FROM message WHERE indexed = 0"), "0");
}

TEST_F(HostileFileTest, BytesThatAreNoTextAreCarried) {
    const auto id = chat();
    const BegunTurn begun = turn(id, "q", "a");
    spoil("UPDATE message SET text = CAST(x'ff00c0af' AS TEXT) WHERE id = " +
          std::to_string(begun.user.value) + "; UPDATE conversation SET title = CAST(x'edb2b0ff' AS TEXT)");
    use_everything(id);
    EXPECT_EQ(texts(id).front(), std::string("\xff\0\xc0\xaf", 4));
}

TEST_F(HostileFileTest, TimesAtTheEndsOfTheWorld) {
    const auto id = chat();
    turn(id, "q", "a");
    spoil(
        "UPDATE conversation SET updated = 9223372036854775807, created = -9223372036854775808; "
        "UPDATE message SET created = 9223372036854775807, finished = -9223372036854775808");
    use_everything(id);
    EXPECT_EQ(must(store_.list({})).size(), 1u);
}

}  // namespace
}  // namespace hearth::storage
