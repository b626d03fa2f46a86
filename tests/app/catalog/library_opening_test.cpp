#include "app/catalog/library_fixture.h"
#include "catalog/library_database.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>
#include <random>
#include <sstream>

#include <gmock/gmock.h>
#include <sys/resource.h>

using namespace hearth;
using namespace hearth::catalog;
using hearth::test::LibraryTest;
using hearth::test::value_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace {

namespace fs = std::filesystem;
using Outcome = LibraryReport::Outcome;

LibraryDatabase raw(const fs::path& file) {
    return LibraryDatabase(file, LibraryDatabase::Access::read_write, std::chrono::milliseconds(1000));
}

/// No file can grow beyond it: writes fail as they do on a full disk.
class FileSizeLimit {
 public:
    explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

 private:
    void (*handler_)(int);
    rlimit before_{};
};

/// A library with a model found, one added by hand and one forgotten.
void fill(Library& library, const fs::path& added, const std::string& forgotten) {
    value_of(library.add(added));
    value_of(library.scan(library.folders(), [] { return false; }, {}));
    for (const LocalModel& model : value_of(library.list())) {
        if (model.name == forgotten) {
            value_of(library.remove(model.id));
        }
    }
}

TEST_F(LibraryTest, AnEmptyOrForeignFileIsSetAside) {
    put("data/models/a.gguf");
    for (const std::string& content : {std::string("this is no database, only a text of some length"),
                                       std::string(5000, '\0'), std::string("SQLite format 3\0", 16)}) {
        put("data/library.db", content);
        Library library = open();
        EXPECT_EQ(library.report().outcome, Outcome::rebuilt);
        EXPECT_TRUE(library.report().cause.has_value());
        EXPECT_TRUE(fs::exists(library.report().set_aside));
        scan(library);
        EXPECT_THAT(states(library), ElementsAre("a ready"));
        library = value_of(Library::open(path("other.db"), options()));  // closes it
        fs::remove(database());
    }
    raw(database()).execute("CREATE TABLE other(x); PRAGMA user_version = 3; PRAGMA application_id = 7");
    Library library = open();
    EXPECT_EQ(library.report().outcome, Outcome::rebuilt) << "another program's database";
}

TEST_F(LibraryTest, WhatComesAfterADamagedPageIsKeptToo) {
    for (int i = 100; i < 400; ++i) {
        put("elsewhere/number-" + std::to_string(i) + ".gguf");
    }
    {
        Library library = open();
        value_of(library.add(path("elsewhere")));
        raw(database()).execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    // Every page that tells of one in the middle, whatever table or index it belongs to.
    std::string bytes;
    {
        std::ostringstream text;
        text << std::ifstream(database(), std::ios::binary).rdbuf();
        bytes = text.str();
    }
    for (std::size_t page = 4096; page < bytes.size(); page += 4096) {
        if (bytes.substr(page, 4096).find("number-250") != std::string::npos) {
            bytes.replace(page, 4096, std::string(4096, static_cast<char>(0xA5)));
        }
    }
    put("data/library.db", bytes);
    Library library = open();
    ASSERT_EQ(library.report().outcome, Outcome::rebuilt);
    EXPECT_GT(library.report().kept, 200U);
    const auto names = states(library);
    EXPECT_THAT(names, testing::Contains("number-100 ready"));
    EXPECT_THAT(names, testing::Contains("number-399 ready"));
}

TEST_F(LibraryTest, ADamagedDatabaseKeepsWhatWasAddedByHand) {
    const fs::path added = put("elsewhere/x.gguf");
    put("home/.lmstudio/models/p/r/unwanted.gguf");
    for (int i = 0; i < 300; ++i) {
        put("data/models/" + std::to_string(i) + ".gguf");
    }
    {
        Library library = open();
        fill(library, added, "unwanted");
        raw(database()).execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    std::mt19937 random(7);
    const auto whole = fs::file_size(database());
    ASSERT_GT(whole, 100'000U);
    int rebuilt = 0;
    int kept = 0;
    const fs::path sound = path("sound.db");
    fs::copy_file(database(), sound);
    for (int round = 0; round < 20; ++round) {
        fs::copy_file(sound, database(), fs::copy_options::overwrite_existing);
        for (const char* suffix : {"-wal", "-shm"}) {
            fs::remove(database().string() + suffix);
        }
        {
            std::fstream file(database(), std::ios::in | std::ios::out | std::ios::binary);
            const auto page =
                4096 * std::uniform_int_distribution<std::uint64_t>(1, whole / 4096 - 1)(random);
            file.seekp(static_cast<std::streamoff>(page));
            file << std::string(4096, static_cast<char>(0xA5));
        }
        Library library = open();
        rebuilt += library.report().outcome == Outcome::rebuilt ? 1 : 0;
        scan(library);
        const auto names = states(library);
        EXPECT_GE(names.size(), 300U);
        kept += std::ranges::find(names, "x ready") != names.end() ? 1 : 0;
    }
    EXPECT_GE(rebuilt, 15) << "a page of freed ones may be unused";
    EXPECT_GE(kept, 15) << "only where the row itself lay on that page";
}

TEST_F(LibraryTest, ACutDatabaseIsRebuilt) {
    put("data/models/a.gguf");
    const fs::path added = put("elsewhere/x.gguf");
    {
        Library library = open();
        fill(library, added, "none");
        raw(database()).execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    fs::resize_file(database(), fs::file_size(database()) - 4096);
    Library library = open();
    EXPECT_EQ(library.report().outcome, Outcome::rebuilt);
    EXPECT_TRUE(library.report().lasting());
    scan(library);
    EXPECT_THAT(states(library), testing::Contains("a ready"));
    EXPECT_EQ(open().report().outcome, Outcome::opened) << "the new one is sound";
}

TEST_F(LibraryTest, ANewerDatabaseIsOnlyRead) {
    put("data/models/a.gguf");
    {
        Library library = open();
        scan(library);
    }
    raw(database())
        .execute(
            "ALTER TABLE model ADD COLUMN future TEXT; PRAGMA user_version = 99;"
            "PRAGMA wal_checkpoint(TRUNCATE)");
    const auto bytes = test::contents_of(path("data"));
    {
        Library library = open();
        EXPECT_EQ(library.report().outcome, Outcome::newer);
        EXPECT_FALSE(library.report().lasting());
        EXPECT_THAT(states(library), ElementsAre("a ready")) << "without a scan";
        value_of(library.add(put("elsewhere/x.gguf")));
        scan(library);
        EXPECT_THAT(states(library), ElementsAre("a ready", "x ready")) << "for this run";
    }
    const auto database_before =
        std::ranges::find_if(bytes, [](const std::string& line) { return line.starts_with("library.db ="); });
    EXPECT_THAT(test::contents_of(path("data")), testing::Contains(*database_before));
}

TEST_F(LibraryTest, AFolderThatCannotBeWrittenIsNoReasonToFail) {
    put("models2/a.gguf");
    auto other = options();
    other.models_folder = path("models2");
    put("file");
    Library library = value_of(Library::open(path("file/library.db"), other));
    EXPECT_EQ(library.report().outcome, Outcome::in_memory);
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a ready"));
}

/// As on a full disk, and on one that is read only.
TEST_F(LibraryTest, AListIsReadWhereNothingCanBeMadeBesideIt) {
    const fs::path folder = path("50 % odd?#");
    {
        Library library = value_of(Library::open(folder / "library.db", options()));
        value_of(library.add(put("elsewhere/x.gguf")));
    }
    for (const char* beside : {"library.db-wal", "library.db-shm"}) {
        fs::create_directories(folder / beside / "taken");
    }
    const Library library = value_of(Library::open(folder / "library.db", options()));
    EXPECT_EQ(library.report().outcome, Outcome::in_memory);
    EXPECT_THAT(states(library), ElementsAre("x ready")) << "no scan would find it";
}

TEST_F(LibraryTest, AFullDiskTurnsTheListToMemory) {
    put("data/models/a.gguf");
    Library library = open();
    scan(library);
    for (int i = 0; i < 300; ++i) {
        put("data/models/more" + std::to_string(i) + ".gguf");
    }
    {
        const FileSizeLimit full(96 * 1024);
        EXPECT_EQ(scan(library).models.size(), 301U);
        EXPECT_EQ(library.report().outcome, Outcome::in_memory);
        EXPECT_FALSE(library.report().lasting());
        EXPECT_TRUE(library.remove(find(library, "a").id, RemovalWay::for_good))
            << "a model can be deleted to make room";
        EXPECT_FALSE(fs::exists(path("data/models/a.gguf")));
        const Library started = open();
        EXPECT_THAT(list(started), testing::Not(IsEmpty())) << "it starts on a full disk";
    }
    Library again = open();
    EXPECT_TRUE(again.report().lasting());
    EXPECT_EQ(scan(again).models.size(), 301U)
        << "the deleted one is missing: that it was removed could not be kept";
}

TEST_F(LibraryTest, MigrationsHappenWholeOrNotAtAll) {
    constexpr std::array<SchemaStep, 2> kSteps{
        {{1, "CREATE TABLE a(x INTEGER) STRICT; INSERT INTO a VALUES(1)"},
         {2, "UPDATE a SET x = 2; ALTER TABLE a ADD COLUMN y TEXT"}}};
    constexpr std::array<SchemaStep, 2> kBroken{
        {kSteps[0], {2, "UPDATE a SET x = 5; SELECT nonsense FROM nowhere"}}};
    LibraryDatabase database = raw(path("data/m.db"));
    database.migrate(std::span(kSteps).first(1));
    EXPECT_EQ(database.version(), 1U);
    EXPECT_THROW(database.migrate(kBroken), SQLite::Exception);
    EXPECT_EQ(database.version(), 1U);
    EXPECT_EQ(database.integer("SELECT x FROM a"), 1);
    database.migrate(kSteps);
    database.migrate(kSteps);
    EXPECT_EQ(database.version(), 2U);
    EXPECT_EQ(database.integer("SELECT x FROM a"), 2);
}

TEST_F(LibraryTest, OddValuesInTheDatabaseAreNoCrash) {
    put("data/models/a.gguf");
    {
        Library library = open();
        scan(library);
    }
    raw(database())
        .execute(
            "UPDATE model SET state='?', source='?', verdict='?', reason='{', bytes=-5, context=-1;"
            "UPDATE part SET role='?', bytes=-1; UPDATE inspection SET result='[]';"
            "INSERT OR REPLACE INTO setting VALUES('folders','{\"added\":[3]}'),('move','[]'),('stamp','x')");
    Library library = open();
    EXPECT_EQ(list(library).size(), 1U);
    EXPECT_FALSE(library.unfinished_move());
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a ready"));
}

}  // namespace
