#include "app/catalog/library_fixture.h"
#include "app/transfers/faulty_file_operations.h"
#include "catalog/trash.h"

#include <cerrno>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hearth;
using namespace hearth::catalog;
using hearth::test::contents_of;
using hearth::test::LibraryTest;
using hearth::test::value_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

namespace fs = std::filesystem;

TEST_F(LibraryTest, OwnFilesGoToTheTrashAndBack) {
    put("data/models/org/m/m-00001-of-00002.gguf", "one");
    put("data/models/org/m/m-00002-of-00002.gguf", "two");
    put("data/models/a.gguf");
    Library library = open();
    scan(library);
    const auto before = contents_of(models());
    const std::string id = find(library, "m").id;
    const Removal removal = value_of(library.remove(id));
    EXPECT_TRUE(removal.trashed);
    EXPECT_EQ(removal.files.size(), 2U);
    EXPECT_THAT(states(library), ElementsAre("a ready"));
    EXPECT_FALSE(fs::exists(path("data/models/org"))) << "folders that became empty go too";
    const fs::path trash = path("home/.local/share/Trash");
    EXPECT_TRUE(fs::exists(trash / "files/m-00001-of-00002.gguf"));
    std::ostringstream note;
    note << std::ifstream(trash / "info/m-00001-of-00002.gguf.trashinfo").rdbuf();
    EXPECT_THAT(note.str(), HasSubstr("[Trash Info]\nPath=/"));
    EXPECT_THAT(note.str(), HasSubstr("m-00001-of-00002.gguf\nDeletionDate=20"));
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a ready")) << "not missing: it was removed";
    EXPECT_EQ(value_of(library.restore(id)).id, id);
    EXPECT_EQ(contents_of(models()), before);
    EXPECT_THAT(contents_of(trash), ElementsAre("files/", "info/"));
    EXPECT_EQ(states(library).size(), 2U);
    scan(library);
    EXPECT_EQ(find(library, "m").id, id);
}

TEST_F(LibraryTest, UndoWorksAfterARestart) {
    put("data/models/a.gguf");
    std::string id;
    {
        Library library = open();
        scan(library);
        id = find(library, "a").id;
        value_of(library.remove(id));
    }
    Library again = open();
    scan(again);
    EXPECT_THAT(list(again), IsEmpty());
    value_of(again.restore(id));
    EXPECT_THAT(states(again), ElementsAre("a ready"));
}

TEST_F(LibraryTest, AnEmptiedTrashIsSaid) {
    put("data/models/m-00001-of-00002.gguf");
    put("data/models/m-00002-of-00002.gguf");
    Library library = open();
    scan(library);
    const std::string id = find(library, "m").id;
    value_of(library.remove(id));
    fs::remove(path("home/.local/share/Trash/files/m-00002-of-00002.gguf"));
    EXPECT_EQ(library.restore(id).error().code, ErrorCode::file_not_found);
    EXPECT_THAT(contents_of(models()), IsEmpty()) << "all or nothing";
    EXPECT_TRUE(fs::exists(path("home/.local/share/Trash/files/m-00001-of-00002.gguf")));
}

TEST_F(LibraryTest, AFileInTheWayIsNotReplaced) {
    put("data/models/a.gguf", "old");
    Library library = open();
    scan(library);
    const std::string id = find(library, "a").id;
    value_of(library.remove(id));
    put("data/models/a.gguf", "new");
    EXPECT_EQ(library.restore(id).error().code, ErrorCode::write_failed);
    EXPECT_THAT(contents_of(models()), ElementsAre("a.gguf = new"));
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a ready")) << "a model that was downloaded again";
    EXPECT_EQ(find(library, "a").id, id);
}

TEST_F(LibraryTest, FilesOfOthersAreOnlyForgotten) {
    const fs::path file = put("home/.lmstudio/models/p/r/m.gguf");
    Library library = open();
    scan(library);
    const std::string id = find(library, "m").id;
    const Removal removal = value_of(library.remove(id));
    EXPECT_FALSE(removal.trashed);
    EXPECT_THAT(removal.files, IsEmpty());
    EXPECT_TRUE(fs::exists(file));
    scan(library);
    EXPECT_THAT(list(library), IsEmpty()) << "a scan does not bring it back";
    value_of(library.restore(id));
    EXPECT_THAT(states(library), ElementsAre("m ready"));
    value_of(library.remove(id));
    EXPECT_EQ(value_of(library.add(file)).at(0).id, id) << "adding by hand does";
    EXPECT_THAT(states(library), ElementsAre("m ready"));
}

TEST_F(LibraryTest, WhatAFolderLinkLeadsToIsNeverOurs) {
    const fs::path file = put("elsewhere/deep/m.gguf");
    fs::create_directory_symlink(path("elsewhere"), models() / "link");
    fs::create_symlink(file, models() / "file.gguf");
    Library library = open();
    scan(library);
    ASSERT_EQ(list(library).size(), 1U);
    EXPECT_FALSE(value_of(library.remove(list(library)[0].id)).trashed);
    EXPECT_TRUE(fs::exists(file));
    EXPECT_TRUE(fs::is_symlink(models() / "file.gguf"));
}

TEST_F(LibraryTest, ASharedProjectorStaysForTheOthers) {
    put("data/models/v/a.gguf");
    put("data/models/v/b.gguf");
    put("data/models/v/mmproj.gguf");
    Library library = open();
    scan(library);
    EXPECT_EQ(value_of(library.remove(find(library, "a").id)).files.size(), 1U);
    EXPECT_TRUE(fs::exists(path("data/models/v/mmproj.gguf")));
    EXPECT_EQ(value_of(library.remove(find(library, "b").id)).files.size(), 2U);
    EXPECT_FALSE(fs::exists(path("data/models/v")));
}

TEST_F(LibraryTest, AMissingModelIsTakenOffTheList) {
    const fs::path file = put("data/models/a.gguf");
    Library library = open();
    scan(library);
    const std::string id = find(library, "a").id;
    fs::remove(file);
    scan(library);
    value_of(library.remove(id));
    scan(library);
    EXPECT_THAT(list(library), IsEmpty());
    ASSERT_TRUE(library.restore(id)) << "for a day";
    EXPECT_THAT(states(library), ElementsAre("a missing"));
    value_of(library.remove(id));
    put("data/models/a.gguf");
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a ready"));
}

TEST_F(LibraryTest, WithoutATrashNothingIsLost) {
    put("data/models/a.gguf");
    auto homeless = options();
    // A trash that is a file: neither the home's nor, as the drive's top cannot be written by everyone,
    // another.
    homeless.environment = [this](const char* name) {
        return std::string(name) == "XDG_DATA_HOME" ? std::optional(path("blocked").string()) : std::nullopt;
    };
    put("blocked");
    Library library = value_of(Library::open(database(), homeless));
    scan(library);
    const std::string id = find(library, "a").id;
    const auto removed = library.remove(id);
    if (!removed) {
        EXPECT_TRUE(fs::exists(path("data/models/a.gguf")));
        EXPECT_THAT(states(library), ElementsAre("a ready"));
        EXPECT_TRUE(library.remove(id, RemovalWay::for_good));
        EXPECT_FALSE(fs::exists(path("data/models/a.gguf")));
        EXPECT_FALSE(library.restore(id));
    } else {
        value_of(library.restore(id));  // the drive has a trash of its own at its top
        EXPECT_TRUE(fs::exists(path("data/models/a.gguf")));
        test::remove_empty_trash("/");
    }
}

TEST_F(LibraryTest, AFullDriveLetsAModelBeDeletedForGood) {
    // The first file finds room for its note, the second one does not.
    for (std::uint64_t call = 1; call <= 12; ++call) {
        put("data/models/m-00001-of-00002.gguf", "one");
        put("data/models/m-00002-of-00002.gguf", "two");
        auto full = options();
        full.files = std::make_shared<test::FaultyFileOperations>(
            call, ENOSPC, test::FaultyFileOperations::Fault::from_then_on);
        Library library = value_of(Library::open(database(), full));
        scan(library);
        const std::string id = find(library, "m").id;
        const auto removed = library.remove(id);
        ASSERT_FALSE(removed) << call;
        EXPECT_EQ(removed.error().details.field, "trash");
        EXPECT_EQ(removed.error().details.actual, "full");
        EXPECT_THAT(states(library), ElementsAre("m ready")) << call;
        EXPECT_THAT(contents_of(models()),
                    ElementsAre("m-00001-of-00002.gguf = one", "m-00002-of-00002.gguf = two"))
            << call;
        EXPECT_EQ(value_of(library.remove(id, RemovalWay::for_good)).files.size(), 2U);
        EXPECT_THAT(contents_of(models()), IsEmpty());
        EXPECT_THAT(list(library), IsEmpty());
    }
    test::remove_empty_trash("/");
}

TEST(Trash, KeepsFilesOfOneNameApart) {
    const test::TemporaryFolder folder;
    const Trash trash([&](const char* name) {
        return std::string(name) == "XDG_DATA_HOME" ? std::optional(folder.path().string()) : std::nullopt;
    });
    std::vector<fs::path> places;
    for (const char* text : {"one", "two", "three"}) {
        places.push_back(value_of(trash.put(folder.write("模型 100%.gguf", text))));
    }
    EXPECT_EQ(places[1].filename(), "模型 100%.2.gguf");
    const fs::path back = folder.path() / "new/folder/b.gguf";
    ASSERT_TRUE(Trash::take_back(places[1], back));
    EXPECT_EQ(fs::file_size(back), 3U);
    EXPECT_EQ(Trash::take_back(places[1], back).error().code, ErrorCode::file_not_found);
    EXPECT_EQ(Trash::take_back(places[2], back).error().code, ErrorCode::write_failed);
    std::ostringstream note;
    note << std::ifstream(folder.path() / "Trash/info/模型 100%.gguf.trashinfo").rdbuf();
    EXPECT_THAT(note.str(), HasSubstr("/%E6%A8%A1%E5%9E%8B%20100%25.gguf\n"));
    struct stat status {};
    ASSERT_EQ(::stat((folder.path() / "Trash").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0700U);
}

TEST(Trash, OfAnotherDriveIsOnThatDrive) {
    if (::access("/dev/shm", W_OK) != 0) {
        GTEST_SKIP() << "no second drive here";
    }
    struct stat shm {};
    struct stat here {};
    const test::TemporaryFolder folder;
    ::stat("/dev/shm", &shm);
    ::stat(folder.path().c_str(), &here);
    if (shm.st_dev == here.st_dev) {
        GTEST_SKIP() << "no second drive here";
    }
    const fs::path file = "/dev/shm/hearth-test-trash.gguf";
    std::ofstream(file) << "x";
    const Trash trash([&](const char* name) {
        return std::string(name) == "XDG_DATA_HOME" ? std::optional(folder.path().string()) : std::nullopt;
    });
    const fs::path placed = value_of(trash.put(file));
    EXPECT_THAT(placed.string(), testing::StartsWith("/dev/shm/.Trash"));
    EXPECT_TRUE(Trash::take_back(placed, file));
    test::remove_empty_trash("/dev/shm");

    // A folder for all, which anybody may have made: only one that nobody can take others' files from.
    const fs::path shared = "/dev/shm/.Trash";
    if (::mkdir(shared.c_str(), 0777) != 0) {
        fs::remove(file);
        GTEST_SKIP() << "this drive has a trash of its own";
    }
    const fs::path own = value_of(trash.put(file));
    EXPECT_THAT(own.string(), testing::StartsWith("/dev/shm/.Trash-")) << "without the sticky bit";
    EXPECT_TRUE(Trash::take_back(own, file));
    test::remove_empty_trash("/dev/shm");
    ::chmod(shared.c_str(), 01777);
    const fs::path safe = value_of(trash.put(file));
    EXPECT_THAT(safe.string(), testing::StartsWith("/dev/shm/.Trash/")) << "with it";
    fs::remove_all(shared);
}

}  // namespace
