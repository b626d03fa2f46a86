#include "app/catalog/library_fixture.h"
#include "catalog/library_merge.h"

#include <chrono>
#include <set>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::catalog;
using hearth::test::LibraryTest;
using hearth::test::value_of;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

namespace {

namespace fs = std::filesystem;

TEST_F(LibraryTest, KeepsWhatAScanFinds) {
    put("data/models/a.gguf");
    put("data/models/bad.gguf");
    put("home/.lmstudio/models/p/r/m.gguf");
    std::string id;
    {
        Library library = open();
        EXPECT_EQ(library.report().outcome, LibraryReport::Outcome::created);
        scan(library);
        id = find(library, "a").id;
        EXPECT_GE(id.size(), 8U);
    }
    const Library again = open();
    EXPECT_EQ(again.report().outcome, LibraryReport::Outcome::opened);
    EXPECT_THAT(states(again), ElementsAre("a ready", "bad unsupported", "m ready"));
    const LocalModel model = find(again, "a");
    EXPECT_EQ(model.id, id);
    EXPECT_EQ(model.facts.architecture, "llama");
    EXPECT_EQ(model.facts.parameters, 1000U);
    EXPECT_EQ(model.facts.context_tokens, 4096U);
    EXPECT_EQ(model.facts.licence, "apache-2.0");
    EXPECT_TRUE(model.facts.has_chat_template);
    EXPECT_EQ(find(again, "bad").reason->details.actual, "clip");
    EXPECT_EQ(find(again, "m").source, ModelSource::lm_studio);
}

TEST_F(LibraryTest, HeadersAreReadOnlyOfWhatChanged) {
    put("data/models/a.gguf");
    put("data/models/b.gguf");
    put("data/models/bad.gguf");
    {
        Library library = open();
        scan(library);
        EXPECT_EQ(inspections_, 3);
        scan(library);
        EXPECT_EQ(inspections_, 3);
    }
    put("data/models/b.gguf", "changed");
    Library again = open();
    scan(again);
    EXPECT_EQ(inspections_, 4);
    auto newer = options();
    newer.program_version = "2";
    Library update = value_of(Library::open(database(), newer));
    scan(update);
    EXPECT_EQ(inspections_, 5) << "what the older version could not run is looked at again";
}

TEST_F(LibraryTest, AFileOfTheSameSizeWithAnotherTimeIsReadAgain) {
    const fs::path file = put("data/models/a.gguf");
    Library library = open();
    scan(library);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::milliseconds(10));
    scan(library);
    EXPECT_EQ(inspections_, 2);
}

TEST_F(LibraryTest, WhatCouldNotBeReadIsTriedAgain) {
    put("data/models/a.gguf");
    bool readable = false;
    LibraryOptions failing = options();
    failing.inspect = [&](const fs::path& file) {
        Inspection inspection;
        if (!readable) {
            inspection.state = ModelState::incomplete;
            inspection.reason = Error{ErrorCode::read_failed, file.string() + ": input/output error"};
        }
        return inspection;
    };
    Library library = value_of(Library::open(database(), failing));
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a incomplete"));
    readable = true;
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a ready")) << "the file is as it was, the drive is not";
}

TEST_F(LibraryTest, AnotherShardChangedIsAChange) {
    put("data/models/m-00001-of-00002.gguf");
    put("data/models/m-00002-of-00002.gguf");
    Library library = open();
    scan(library);
    put("data/models/m-00002-of-00002.gguf", "other");
    scan(library);
    EXPECT_EQ(inspections_, 2);
}

TEST_F(LibraryTest, TenThousandFiles) {
    for (int i = 0; i < 10'000; ++i) {
        put("data/models/" + std::to_string(i % 100) + "/" + std::to_string(i) + ".gguf", "GGUF");
    }
    Library library = open();
    EXPECT_EQ(scan(library).models.size(), 10'000U);
    EXPECT_EQ(inspections_, 10'000);
    EXPECT_EQ(scan(library).models.size(), 10'000U);
    EXPECT_EQ(inspections_, 10'000);
    std::set<std::string> ids;
    for (const LocalModel& model : list(library)) {
        ids.insert(model.id);
    }
    EXPECT_EQ(ids.size(), 10'000U);
}

TEST_F(LibraryTest, ADeletedFileIsMissingAndComesBack) {
    const fs::path file = put("data/models/a.gguf");
    Library library = open();
    scan(library);
    const std::string id = find(library, "a").id;
    fs::rename(file, path("away"));
    scan(library);
    const LocalModel gone = find(library, "a");
    EXPECT_EQ(gone.state, ModelState::missing);
    EXPECT_EQ(gone.reason->code, ErrorCode::file_not_found);
    EXPECT_EQ(gone.facts.architecture, "llama") << "what is known of it is kept";
    fs::rename(path("away"), file);
    scan(library);
    EXPECT_EQ(find(library, "a").state, ModelState::ready);
    EXPECT_EQ(find(library, "a").id, id);
    EXPECT_EQ(inspections_, 1);
}

/// What a scan makes of a model at `path` that it has not found.
ModelRecord settled(const fs::path& path) {
    ModelRecord record;
    record.model.id = "id";
    record.model.path = path;
    record.model.root = "/models";
    record.model.parts = {{path, FileRole::weights}};
    record.parts = {{path, {}}};
    record.place = {"uuid:root", path, "/"};
    const ScanView view{Mounts({{"/", "/", "uuid:root"}}), {"/models"}, {}, {}};
    const MergeResult result = merge({record}, {}, view);
    EXPECT_EQ(result.written.size(), 1U);
    return result.written.at(0);
}

TEST(LibraryMerge, WhatCannotBeLookedAtIsNotSaidToBeGone) {
    EXPECT_EQ(settled("/models/none.gguf").model.state, ModelState::missing);
    // A name longer than any: the system gives no answer, as with a drive that fails.
    const ModelRecord unreachable = settled("/" + std::string(300, 'a') + "/m.gguf");
    EXPECT_EQ(unreachable.model.state, ModelState::offline);
    EXPECT_EQ(unreachable.model.reason->code, ErrorCode::read_failed);
}

TEST_F(LibraryTest, AnUnpluggedDriveIsOffline) {
    plug_in("usb", "uuid:stick");
    put("usb/models/m.gguf");
    put("data/models/a.gguf");
    Library library = open();
    ASSERT_TRUE(library.choose_folders({path("usb/models")}, true));
    scan(library);
    const std::string id = find(library, "m").id;
    EXPECT_EQ(find(library, "m").volume, path("usb").string());
    pull_out("usb");
    put("data/models/b.gguf");  // a download while it is away
    scan(library);
    EXPECT_THAT(states(library), UnorderedElementsAre("a ready", "b ready", "m offline"));
    EXPECT_EQ(find(library, "m").reason->details.expected, path("usb").string());
    plug_in_again("usb", "usb");
    scan(library);
    EXPECT_EQ(find(library, "m").state, ModelState::ready);
    EXPECT_EQ(find(library, "m").id, id);
    fs::remove(path("usb/models/m.gguf"));
    scan(library);
    EXPECT_EQ(find(library, "m").state, ModelState::missing) << "the drive is here, the file is not";
}

TEST_F(LibraryTest, ADriveThatIsPluggedInElsewhereIsTheSameDrive) {
    plug_in("usb", "uuid:stick");
    put("usb/models/m.gguf");
    Library library = open();
    ASSERT_TRUE(library.choose_folders({path("usb/models")}, true));
    scan(library);
    const std::string id = find(library, "m").id;
    pull_out("usb");
    plug_in_again("usb", "usb1");
    scan(library);
    const LocalModel model = find(library, "m");
    EXPECT_EQ(model.state, ModelState::ready);
    EXPECT_EQ(model.path, path("usb1/models/m.gguf"));
    EXPECT_EQ(model.id, id);
    EXPECT_EQ(list(library).size(), 1U);
}

TEST_F(LibraryTest, AnotherDriveAtTheSamePlaceIsAnotherDrive) {
    plug_in("usb", "uuid:one");
    put("usb/m.gguf");
    Library library = open();
    ASSERT_TRUE(library.choose_folders({path("usb")}, true));
    scan(library);
    pull_out("usb");
    plug_in("usb", "uuid:two");
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("m offline"));
}

TEST_F(LibraryTest, ALinkToAnUnpluggedDriveIsOffline) {
    plug_in("usb", "uuid:stick");
    const fs::path file = put("usb/m.gguf");
    fs::create_symlink(file, path("data/models/m.gguf"));
    fs::create_symlink(path("nowhere"), path("data/models/dead.gguf"));
    Library library = open();
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("dead missing", "m ready"));
    pull_out("usb");
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("dead missing", "m offline"));
}

TEST_F(LibraryTest, AScanCancelledAtAnyPointLeavesTheList) {
    put("data/models/a.gguf");
    put("data/models/sub/b.gguf");
    Library library = open();
    scan(library);
    const auto before = states(library);
    put("data/models/c.gguf");
    fs::remove(path("data/models/a.gguf"));
    int points = 0;
    Library counting = value_of(Library::open(path("data/other.db"), options()));
    value_of(counting.scan(library.folders(), [&] { return ++points, false; }, {}));
    ASSERT_GT(points, 5);
    for (int stop = 1; stop <= points; ++stop) {
        int asked = 0;
        const auto report = library.scan(library.folders(), [&] { return ++asked >= stop; }, {});
        ASSERT_FALSE(report) << stop;
        EXPECT_EQ(report.error().code, ErrorCode::cancelled);
        EXPECT_EQ(states(library), before) << stop;
    }
    EXPECT_EQ(inspections_, 5) << "a header that a cancelled scan has read is not read again";
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("a missing", "b ready", "c ready"));
}

TEST_F(LibraryTest, FoldersThatAreNoLongerLookedThroughAreNotListed) {
    put("mine/m.gguf");
    put("home/.lmstudio/models/p/r/l.gguf");
    Library library = open();
    ASSERT_TRUE(library.choose_folders({path("mine")}, true));
    scan(library);
    EXPECT_EQ(list(library).size(), 2U);
    const std::string id = find(library, "m").id;
    ASSERT_TRUE(library.choose_folders({}, false));
    scan(library);
    EXPECT_THAT(list(library), IsEmpty());
    ASSERT_TRUE(library.choose_folders({path("mine")}, false));
    EXPECT_THAT(list(open()), testing::SizeIs(1)) << "the choice is kept, before any scan";
    scan(library);
    EXPECT_EQ(find(library, "m").id, id);
}

TEST_F(LibraryTest, AFileIsListedOnceWhateverLeadsToIt) {
    const fs::path file = put("home/.lmstudio/models/p/r/m.gguf");
    Library library = open();
    scan(library);
    const std::string id = find(library, "m").id;
    fs::create_symlink(file, path("data/models/mine.gguf"));
    scan(library);
    ASSERT_EQ(list(library).size(), 1U);
    EXPECT_EQ(find(library, "mine").id, id) << "it is the same model";
}

TEST_F(LibraryTest, AShardThatCameLaterJoinsItsModel) {
    put("data/models/m-00002-of-00002.gguf");
    Library library = open();
    scan(library);
    const std::string id = find(library, "m").id;
    put("data/models/m-00001-of-00002.gguf");
    scan(library);
    ASSERT_THAT(states(library), ElementsAre("m ready"));
    EXPECT_EQ(find(library, "m").id, id);
}

TEST_F(LibraryTest, FilesAddedByHandStay) {
    const fs::path file = put("elsewhere/x.gguf");
    Library library = open();
    const auto added = value_of(library.add(file));
    ASSERT_EQ(added.size(), 1U);
    EXPECT_TRUE(added[0].added);
    EXPECT_THAT(states(library), ElementsAre("x ready")) << "at once";
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("x ready"));
    fs::remove(file);
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("x missing"));
    EXPECT_EQ(value_of(open().list()).size(), 1U);
    EXPECT_EQ(library.add(path("none.gguf")).error().code, ErrorCode::file_not_found);
    EXPECT_EQ(library.add(put("notes.txt")).error().code, ErrorCode::bad_value);
}

TEST_F(LibraryTest, AnyShardAndTheFolderAddTheSameModel) {
    put("set/m-00001-of-00002.gguf");
    const fs::path second = put("set/m-00002-of-00002.gguf");
    put("set/other.gguf");
    Library library = open();
    const auto by_shard = value_of(library.add(second));
    ASSERT_EQ(by_shard.size(), 1U);
    EXPECT_EQ(by_shard[0].path.filename(), "m-00001-of-00002.gguf");
    const auto by_folder = value_of(library.add(path("set/")));
    EXPECT_EQ(by_folder.size(), 2U);
    EXPECT_EQ(by_folder[0].id, by_shard[0].id);
    EXPECT_EQ(list(library).size(), 2U);
}

TEST_F(LibraryTest, WhatWasAddedBeforeTheLibraryIsTakenOver) {
    const fs::path file = put("elsewhere/x.gguf");
    const fs::path gone = path("usb/gone.gguf");
    put("data/added-models.json",
        nlohmann::json{{"version", 1}, {"files", {file.string(), gone.string()}}}.dump());
    put("data/models.json", "{}");
    Library library = open();
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("gone missing", "x ready"));
    EXPECT_FALSE(fs::exists(path("data/models.json")));
    EXPECT_TRUE(fs::exists(path("data/added-models.json"))) << "an older version finds its list";
    ASSERT_TRUE(library.remove(find(library, "x").id));
    Library again = open();
    scan(again);
    EXPECT_THAT(states(again), ElementsAre("gone missing")) << "only once";
}

TEST_F(LibraryTest, FoldersOfOtherProgramsAreNeverChanged) {
    const std::string hex(64, 'a');
    put("home/.ollama/models/blobs/sha256-" + hex);
    put("home/.ollama/models/manifests/registry.ollama.ai/library/qwen3/latest",
        R"({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:)" + hex +
            R"(", "size": 8}]})");
    put("home/.cache/huggingface/hub/models--o--n/blobs/" + hex);
    fs::create_directories(path("home/.cache/huggingface/hub/models--o--n/snapshots/r"));
    fs::create_symlink("../../blobs/" + hex,
                       path("home/.cache/huggingface/hub/models--o--n/snapshots/r/m.gguf"));
    put("home/.lmstudio/models/p/r/l.gguf");
    put("home/.local/share/Jan/data/llamacpp/models/org/jan/model.gguf");
    put("home/.local/share/nomic.ai/GPT4All/g.gguf");
    const auto before = test::picture_of(path("home"));
    Library library = open();
    scan(library);
    EXPECT_THAT(states(library), ElementsAre("qwen3 ready", "l ready", "m ready", "jan ready", "g ready"));
    for (const LocalModel& model : list(library)) {
        ASSERT_TRUE(library.verify(model.id, [] { return false; }, {}));
        ASSERT_TRUE(library.remove(model.id));
    }
    scan(library);
    EXPECT_THAT(list(library), IsEmpty());
    EXPECT_EQ(test::picture_of(path("home")), before);
}

TEST_F(LibraryTest, WhatOthersChangeDuringAScanIsKept) {
    put("data/models/a.gguf");
    put("data/models/b.gguf");
    Library library = open();
    scan(library);
    const std::string id = find(library, "b").id;
    Library other = open();
    bool done = false;
    value_of(library.scan(library.folders(),
                          [&] {
                              if (!done) {
                                  done = true;
                                  value_of(other.remove(id, RemovalWay::for_good));
                                  fs::create_directories(models());
                                  put("data/models/b.gguf");  // this scan still sees it
                              }
                              return false;
                          },
                          {}));
    EXPECT_THAT(states(library), ElementsAre("a ready"));
}

TEST_F(LibraryTest, DiskUseCountsEachFileOnce) {
    put("data/models/v/a.gguf", std::string(100, 'a'));
    put("data/models/v/b.gguf", std::string(50, 'b'));
    put("data/models/v/mmproj.gguf", std::string(7, 'p'));
    put("home/.lmstudio/models/p/r/l.gguf", std::string(30, 'l'));
    Library library = open();
    scan(library);
    const DiskUse use = value_of(library.disk_use());
    EXPECT_EQ(use.bytes, 187U);
    EXPECT_EQ(use.own_bytes, 157U);
    EXPECT_EQ(use.models.size(), 3U);
    ASSERT_EQ(use.volumes.size(), 1U);
    EXPECT_EQ(use.volumes[0].model_bytes, 187U);
    EXPECT_GT(use.volumes[0].total_bytes, use.volumes[0].free_bytes);
}

TEST_F(LibraryTest, UnknownIdsAreSaid) {
    Library library = open();
    EXPECT_EQ(library.find("nope").error().code, ErrorCode::file_not_found);
    EXPECT_EQ(library.verify("nope", [] { return false; }, {}).error().code, ErrorCode::file_not_found);
    EXPECT_EQ(library.remove("nope").error().code, ErrorCode::file_not_found);
    EXPECT_EQ(library.restore("nope").error().code, ErrorCode::file_not_found);
}

}  // namespace
