#include "storage/migration.h"

#include "raw_database.h"
#include "test_folder.h"

#include <array>

#include <SQLiteCpp/Exception.h>
#include <gtest/gtest.h>

namespace hearth::storage {
namespace {

constexpr const char* kFirst = "CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT)";
constexpr std::array<Migration, 1> kOld{{{1, kFirst}}};
constexpr std::array<Migration, 2> kNew{
    {{1, kFirst}, {2, "ALTER TABLE note ADD COLUMN colour TEXT DEFAULT 'red'"}}};
constexpr std::array<Migration, 2> kBroken{
    {{1, kFirst}, {2, "ALTER TABLE note ADD COLUMN colour TEXT; INSERT INTO nowhere VALUES(1)"}}};
constexpr std::array<Migration, 2> kDangling{
    {{1, kFirst}, {2, "CREATE TABLE part(note INTEGER REFERENCES note(id)); INSERT INTO part VALUES(77)"}}};

class MigrationTest : public testing::Test {
 protected:
    MigrationTest() {
        Connection connection = connect();
        migrate(connection, folder_.file(), kOld, {});
        connection.execute("INSERT INTO note VALUES(1, 'kept')");
    }
    Connection connect() {
        return Connection(folder_.file(), Access::read_write, std::chrono::milliseconds(1000), {});
    }

    TestFolder folder_;
};

TEST_F(MigrationTest, ANewFileHasNoCopy) {
    EXPECT_EQ(folder_.names_with("backup"), "");
}

TEST_F(MigrationTest, TheOldFileIsKept) {
    Connection connection = connect();
    const MigrationOutcome outcome = migrate(connection, folder_.file(), kNew, {});
    EXPECT_EQ(outcome.from, 1u);
    EXPECT_TRUE(outcome.migrated);
    EXPECT_EQ(connection.text("SELECT text || colour FROM note"), "keptred");
    EXPECT_EQ(connection.integer("PRAGMA user_version"), 2);
    EXPECT_EQ(outcome.backup.filename(), "chats.db.v1-backup");
    RawDatabase old(outcome.backup);
    EXPECT_EQ(old.text("SELECT text FROM note"), "kept");
    EXPECT_EQ(old.text("PRAGMA user_version"), "1");
    EXPECT_EQ(old.text("PRAGMA integrity_check"), "ok");
    EXPECT_EQ(folder_.names_with("partial"), "");

    EXPECT_FALSE(migrate(connection, folder_.file(), kNew, {}).migrated);
    EXPECT_EQ(folder_.names_with("backup"), "chats.db.v1-backup");
}

TEST_F(MigrationTest, ACopyThatIsThereIsNotOverwritten) {
    { std::ofstream(folder_.file("chats.db.v1-backup")) << "mine"; }
    Connection connection = connect();
    EXPECT_EQ(migrate(connection, folder_.file(), kNew, {}).backup.filename(), "chats.db.v1-backup-2");
    EXPECT_EQ(bytes_of(folder_.file("chats.db.v1-backup")), "mine");
}

TEST_F(MigrationTest, AFailingStepLeavesTheFileAsItWas) {
    for (const auto& steps : {kBroken, kDangling}) {
        {
            Connection connection = connect();
            EXPECT_THROW(migrate(connection, folder_.file(), steps, {}), SQLite::Exception);
        }
        RawDatabase raw(folder_.file());
        EXPECT_EQ(raw.text("PRAGMA user_version"), "1");
        EXPECT_EQ(raw.text("SELECT group_concat(name) FROM pragma_table_info('note')"), "id,text");
        EXPECT_EQ(raw.text("SELECT count(*) FROM sqlite_schema"), "1");
        EXPECT_EQ(raw.text("SELECT text FROM note"), "kept");
    }
}

TEST_F(MigrationTest, ANewerFileIsLeftAlone) {
    {
        Connection connection = connect();
        migrate(connection, folder_.file(), kNew, {});
    }
    Connection connection = connect();
    EXPECT_FALSE(migrate(connection, folder_.file(), kOld, {}).migrated);
    EXPECT_EQ(connection.integer("PRAGMA user_version"), 2);
}

TEST(ChatMigrations, AreInOrderAndNeverReleasedTwice) {
    std::uint32_t expected = 0;
    for (const Migration& step : chat_migrations()) {
        EXPECT_EQ(step.to, ++expected);
    }
    EXPECT_EQ(chat_schema_version(), expected);
}

}  // namespace
}  // namespace hearth::storage
