#include "app/catalog/library_fixture.h"
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"

#include <fstream>
#include <map>
#include <random>

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace hearth;
using namespace hearth::catalog;
using hearth::test::contents_of;
using hearth::test::LibraryTest;
using hearth::test::remove_empty_trash;
using hearth::test::run_library_program;
using hearth::test::value_of;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

namespace {

namespace fs = std::filesystem;

/// Somewhere on another drive, where there is one: bytes are copied then; elsewhere files get a second name.
fs::path other_drive(const test::TemporaryFolder& folder) {
    struct stat shm {};
    struct stat here {};
    if (::access("/dev/shm", W_OK) == 0 && ::stat("/dev/shm", &shm) == 0 &&
        ::stat(folder.path().c_str(), &here) == 0 && shm.st_dev != here.st_dev) {
        return fs::path("/dev/shm") / folder.path().filename();
    }
    return folder.path() / "drive";
}

class LibraryMove : public LibraryTest {
 protected:
    LibraryMove() : drive_(other_drive(folder_)) { fs::create_directories(drive_); }
    ~LibraryMove() override {
        std::error_code ignored;
        fs::remove_all(drive_, ignored);
    }

    void fill() {
        put("data/models/a.gguf", std::string(9'000'000, 'a'));
        put("data/models/org/m/m-00001-of-00002.gguf", "one");
        put("data/models/org/m/m-00002-of-00002.gguf", "two");
        put("data/models/org/m/.hidden", "h");
        put("data/models/b.gguf.part", "half");
        fs::create_directories(path("data/models/empty"));
        fs::create_symlink("a.gguf", path("data/models/link.gguf"));
        before_ = contents_of(models());
    }
    fs::path target() const { return drive_ / "models"; }
    static Status move(Library& library, const fs::path& to) {
        return library.move_library(to, [] { return false; }, {});
    }
    /// Everything is in one place, whole; what else there is of it is nowhere.
    void expect_at(const fs::path& place) const {
        EXPECT_EQ(contents_of(models()), before_);
        EXPECT_EQ(fs::canonical(models()), fs::canonical(place));
        EXPECT_FALSE(fs::exists(fs::symlink_status(path("data/models.moving"))));
        EXPECT_FALSE(fs::exists(fs::symlink_status(path("data/models.moved"))));
    }

    fs::path drive_;
    std::vector<std::string> before_;
};

TEST_F(LibraryMove, ThereAndOnAndBack) {
    fill();
    Library library = open();
    scan(library);
    const auto names = states(library);
    const auto ids = list(library);
    value_of(library.verify(find(library, "m").id, [] { return false; }, {}));
    Progress last;
    ASSERT_TRUE(library.move_library(
        target(), [] { return false; },
        [&](const Progress& progress) {
            EXPECT_GE(progress.done, last.done);
            last = progress;
        }));
    EXPECT_EQ(last.done, last.total);
    expect_at(target());
    EXPECT_EQ(library.place(), fs::canonical(target()));
    EXPECT_TRUE(fs::is_symlink(models()));
    EXPECT_FALSE(library.unfinished_move());
    scan(library);
    EXPECT_EQ(states(library), names);
    for (std::size_t i = 0; i < ids.size(); ++i) {
        EXPECT_EQ(list(library)[i].id, ids[i].id);
        EXPECT_EQ(list(library)[i].path, ids[i].path) << "paths that chats remember stay valid";
    }
    EXPECT_EQ(find(library, "m").verdict, Verdict::remembered) << "times and hashes go with the files";

    ASSERT_TRUE(move(library, path("third/models")));
    expect_at(path("third/models"));
    EXPECT_FALSE(fs::exists(target()));
    ASSERT_TRUE(move(library, models()));
    expect_at(models());
    EXPECT_FALSE(fs::is_symlink(models()));
    EXPECT_FALSE(fs::exists(path("third/models")));
    ASSERT_TRUE(move(library, models())) << "nothing to do";
}

TEST_F(LibraryMove, RemovingAndUnpluggingWorkAtTheNewPlace) {
    fill();
    Library library = open();
    ASSERT_TRUE(move(library, target()));
    mounts_.push_back({drive_, "/", "uuid:big"});
    scan(library);
    const std::string id = find(library, "a").id;
    EXPECT_TRUE(value_of(library.remove(id)).trashed) << "it is still Hearth's own folder";
    value_of(library.restore(id));
    EXPECT_EQ(contents_of(models()), before_);
    remove_empty_trash("/dev/shm");
    mounts_.pop_back();
    fs::rename(target(), drive_ / "away");
    scan(library);
    for (const LocalModel& model : list(library)) {
        EXPECT_EQ(model.state, ModelState::offline) << model.name;
    }
}

TEST_F(LibraryMove, PlacesThatCannotBe) {
    fill();
    Library library = open();
    EXPECT_EQ(move(library, "relative").error().details.field, "to");
    EXPECT_EQ(move(library, "/").error().details.field, "to");
    EXPECT_EQ(move(library, models() / "inside").error().details.actual, "inside");
    EXPECT_EQ(move(library, path("data")).error().details.actual, "inside");
    put("full/file");
    EXPECT_EQ(move(library, path("full")).error().details.actual, "not_empty");
    EXPECT_EQ(move(library, put("file")).error().details.actual, "not_empty");
    EXPECT_EQ(move(library, path("file/below")).error().code, ErrorCode::write_failed);
    EXPECT_FALSE(library.unfinished_move());
    expect_at(models());
    EXPECT_THAT(contents_of(path("full")), ElementsAre("file = GGUF...."));
    fs::create_directories(path("empty"));
    EXPECT_TRUE(move(library, path("empty/")));
    expect_at(path("empty"));
}

TEST_F(LibraryMove, ACancelAtAnyPointLeavesEverything) {
    fill();
    Library library = open();
    fs::create_directories(target());  // empty, as a person picks it
    int points = 0;
    {
        Library counting = open();
        ASSERT_TRUE(counting.move_library(target(), [&] { return ++points, false; }, {}));
        ASSERT_TRUE(move(counting, models()));
        fs::create_directories(target());
    }
    ASSERT_GT(points, 10);
    int cancelled = 0;
    for (int stop = 1; stop <= points; ++stop) {
        int asked = 0;
        const Status moved = library.move_library(target(), [&] { return ++asked >= stop; }, {});
        if (moved) {
            break;  // past the switch there is no way back, and no need for one
        }
        ++cancelled;
        EXPECT_EQ(moved.error().code, ErrorCode::cancelled) << stop;
        expect_at(models());
        EXPECT_TRUE(fs::is_empty(target())) << stop;
        EXPECT_FALSE(library.unfinished_move()) << stop;
    }
    EXPECT_GT(cancelled, 5);
    expect_at(target());
}

TEST_F(LibraryMove, KilledAnywhereItGoesOn) {
    fill();
    long points = 0;
    {
        Library counting = open();
        ASSERT_TRUE(counting.move_library(target(), [&] { return ++points, false; }, {}));
        ASSERT_TRUE(move(counting, models()));
    }
    std::mt19937 random(2026);
    int killed = 0;
    int after_the_switch = 0;
    for (int round = 0; round < 50; ++round) {
        const long step = std::uniform_int_distribution<long>(1, points)(random);
        const int result = run_library_program(
            {"move", database().string(), models().string(), target().string(), std::to_string(step)});
        killed += result == -SIGKILL ? 1 : 0;
        ASSERT_TRUE(result == 0 || result == -SIGKILL);
        Library library = open();
        if (result != 0) {
            // Whatever happened, every model is there under its name, or will be by going on.
            const auto unfinished = library.unfinished_move();
            ASSERT_TRUE(unfinished) << step;
            after_the_switch += unfinished->switched ? 1 : 0;
            EXPECT_EQ(contents_of(models()), before_) << step;
            if (round % 3 == 0 && !unfinished->switched) {
                ASSERT_TRUE(library.give_up_move());
                expect_at(models());
                EXPECT_FALSE(fs::exists(target())) << step;
                continue;
            }
        }
        ASSERT_TRUE(move(library, target())) << step;
        expect_at(target());
        EXPECT_FALSE(library.unfinished_move());
        ASSERT_TRUE(move(library, models()));
        expect_at(models());
        ASSERT_FALSE(fs::exists(target()));
    }
    EXPECT_GT(killed, 25);
    EXPECT_GT(after_the_switch, 0);
}

TEST_F(LibraryMove, WhatComesMeanwhileComesAlong) {
    fill();
    Library library = open();
    int asked = 0;
    ASSERT_TRUE(library.move_library(target(),
                                     [&] {
                                         if (++asked == 4) {
                                             put("data/models/late.gguf", "late");
                                         }
                                         return false;
                                     },
                                     {}));
    EXPECT_TRUE(fs::exists(target() / "late.gguf"));
    EXPECT_TRUE(fs::exists(models() / "late.gguf"));
}

TEST_F(LibraryMove, ADownloadThatRunsMeanwhileNeverEndsAsAWrongFile) {
    using namespace hearth::transfers;
    const std::string content = test::test_content(2'000'000);
    std::atomic<bool> moved{false};
    const test::TestServer server(
        [&](const test::TestRequest& request, const test::TestConnection& connection) {
            const std::size_t first = request.first_byte().value_or(0);
            std::map<std::string, std::string> headers{
                {"Content-Length", std::to_string(content.size() - first)}};
            if (first > 0) {
                headers["Content-Range"] = "bytes " + std::to_string(first) + "-" +
                                           std::to_string(content.size() - 1) + "/" +
                                           std::to_string(content.size());
            }
            connection.head(first > 0 ? 206 : 200, headers);
            connection.send(std::string_view(content).substr(first, 400'000));
            while (!moved && connection.is_open()) {
                connection.sleep(std::chrono::milliseconds(2));
            }
            connection.send(std::string_view(content).substr(std::min(first + 400'000, content.size())));
        });
    put("data/models/a.gguf", "a");
    const DownloadRequest request = test::request_for(content, models() / "x.gguf", {server.url()});
    Library library = open();
    TransferPolicy policy = test::quick_policy();
    policy.stall_time = std::chrono::seconds(20);
    test::WatchedTransfers service(Transfers::Options{.policy = policy});
    const DownloadId id = service->add(request);
    service.wait(id, [](const DownloadSnapshot& seen) { return seen.bytes_done == 400'000; });
    ASSERT_TRUE(move(library, target()));
    moved = true;
    // On the same drive it is the same file still; on another one it goes on from what came along.
    if (service.wait_end(id).state != DownloadState::finished) {
        EXPECT_FALSE(fs::exists(models() / "x.gguf"));
        service.take_seen();
        service->resume(id);
        ASSERT_EQ(service.wait_end(id).state, DownloadState::finished);
    }
    EXPECT_TRUE(test::read_file(target() / "x.gguf") == content);
    EXPECT_FALSE(fs::exists(target() / "x.gguf.part"));
}

TEST_F(LibraryMove, ADriveThatReadsBackSomethingElseIsNotTrusted) {
    if (drive_.parent_path() != "/dev/shm") {
        GTEST_SKIP() << "no second drive here: nothing is copied";
    }
    fill();
    Library library = open();
    bool broken = false;
    const auto rot = [&](const Progress&) {
        const fs::path growing = target() / ".hearth-moving";
        if (!broken && fs::exists(growing) && fs::file_size(growing) > 1'000'000) {
            broken = true;
            std::fstream file(growing, std::ios::in | std::ios::out | std::ios::binary);
            file.put('b');
        }
    };
    const Status moved = library.move_library(
        target(), [] { return false; }, rot);
    ASSERT_TRUE(broken);
    ASSERT_FALSE(moved);
    EXPECT_EQ(moved.error().code, ErrorCode::write_failed);
    EXPECT_EQ(moved.error().details.field, "content");
    EXPECT_EQ(contents_of(models()), before_) << "everything is where it was";
    EXPECT_FALSE(fs::is_symlink(models()));
}

TEST_F(LibraryMove, WhatChangesAtTheNewPlaceStaysAsItIs) {
    fill();
    Library library = open();
    scan(library);
    bool changed = false;
    const auto change = [&] {
        if (!changed && fs::is_symlink(models())) {
            // A download that comes to its end between the switch and the deletion of the old files.
            changed = true;
            fs::remove(path("data/models/a.gguf"));
            put("data/models/a.gguf", "newer");
        }
        return false;
    };
    ASSERT_TRUE(library.move_library(target(), change, {}));
    ASSERT_TRUE(changed);
    EXPECT_EQ(fs::file_size(target() / "a.gguf"), 5U);
}

TEST_F(LibraryMove, TwoAtOnceAreOne) {
    fill();
    Library library = open();
    Library other = open();
    bool asked = false;
    ASSERT_TRUE(library.move_library(target(),
                                     [&] {
                                         if (!asked) {
                                             asked = true;
                                             EXPECT_EQ(move(other, path("elsewhere")).error().details.actual,
                                                       "moving");
                                         }
                                         return false;
                                     },
                                     {}));
    expect_at(target());
}

}  // namespace
