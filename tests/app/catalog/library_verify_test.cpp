#include "app/catalog/library_fixture.h"

#include <algorithm>

#include <gmock/gmock.h>

using namespace hearth;
using namespace hearth::catalog;
using hearth::test::LibraryTest;
using hearth::test::value_of;

namespace {

namespace fs = std::filesystem;

constexpr const char* kHashOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

Verification verify(Library& library, const std::string& id) {
    return value_of(library.verify(id, [] { return false; }, {}));
}

/// Other bytes, the same size and time: what a failing drive does.
void rot(const fs::path& file) {
    const auto time = fs::last_write_time(file);
    std::string bytes(fs::file_size(file), 'z');
    test::TemporaryFolder folder;
    fs::copy_file(folder.write("b", bytes), file, fs::copy_options::overwrite_existing);
    fs::last_write_time(file, time);
}

TEST_F(LibraryTest, TheFirstVerifyRemembers) {
    const fs::path file = put("data/models/a.gguf", "abc");
    Library library = open();
    scan(library);
    const std::string id = find(library, "a").id;
    std::uint64_t last = 0;
    const Verification first = value_of(library.verify(
        id, [] { return false; },
        [&](const Progress& progress) {
            last = progress.done;
            EXPECT_EQ(progress.total, 3U);
        }));
    EXPECT_EQ(last, 3U);
    EXPECT_EQ(first.verdict, Verdict::remembered);
    EXPECT_EQ(first.files.at(0).sha256, kHashOfAbc);
    EXPECT_EQ(verify(library, id).verdict, Verdict::matches);
    scan(library);
    EXPECT_EQ(find(library, "a").verdict, Verdict::matches);
    EXPECT_EQ(find(library, "a").parts.at(0).sha256, kHashOfAbc);
    rot(file);
    EXPECT_EQ(verify(library, id).verdict, Verdict::differs);
    EXPECT_EQ(find(library, "a").verdict, Verdict::differs);
}

TEST_F(LibraryTest, AFilePutInItsPlaceIsAnotherFile) {
    put("data/models/a.gguf", "abc");
    Library library = open();
    scan(library);
    const std::string id = find(library, "a").id;
    verify(library, id);
    put("data/models/a.gguf", "another one");
    EXPECT_EQ(verify(library, id).verdict, Verdict::remembered);
    EXPECT_EQ(verify(library, id).verdict, Verdict::matches);
    put("data/models/a.gguf", "a third one");
    scan(library);
    EXPECT_EQ(find(library, "a").verdict, Verdict::none);
}

TEST_F(LibraryTest, DownloadsKnowWhatTheyShouldBe) {
    put("data/models/a.gguf", "abc");
    Library library = open();
    ASSERT_TRUE(library.note_download({.target = path("data/models/a.gguf"), .sha256 = kHashOfAbc}));
    scan(library);
    const std::string id = find(library, "a").id;
    EXPECT_EQ(find(library, "a").parts.at(0).sha256, kHashOfAbc);
    EXPECT_EQ(verify(library, id).verdict, Verdict::matches);
    put("data/models/a.gguf", "abx");
    scan(library);
    const Verification damaged = verify(library, id);
    EXPECT_EQ(damaged.verdict, Verdict::differs);
    EXPECT_TRUE(damaged.files.at(0).differs());
    put("data/models/a.gguf", "changed since the last look");
    EXPECT_EQ(verify(library, id).verdict, Verdict::differs);
    scan(library);
    EXPECT_EQ(find(library, "a").verdict, Verdict::differs) << "it was said of the file that the scan sees";
    EXPECT_EQ(find(library, "a").parts.at(0).sha256, kHashOfAbc) << "what it should be stays";
}

/// A list with one model, whose file is "abc".
std::string list_of_abc() {
    return std::string(R"({"version": 1, "models": [{"name": "abc", "title": "The ABC", "starter": true,
        "file": "ABC.gguf", "bytes": 3, "sha256": ")") +
           kHashOfAbc + R"(", "quantization": "Q4_1", "licence": "MIT", "sources": [{"kind": "huggingface",
        "endpoint": "https://example.org", "repository": "o/n", "revision": "r", "path": "ABC.gguf"}]}]})";
}

TEST_F(LibraryTest, TheCuratedListKnowsItsFilesWhereverTheyLie) {
    LibraryOptions listed = options();
    listed.curated_list = put("catalog.json", list_of_abc());
    put("data/models/ABC.gguf", "abx");  // one bit, the same size: no header tells
    put("home/.cache/lm-studio/models/o/n/ABC.gguf", "abc");
    put("data/models/ABC2.gguf", "abc");
    put("data/models/sub/ABC.gguf", "abcd");
    Library library = value_of(Library::open(database(), listed));
    const auto models = scan(library).models;
    const auto at = [&](const fs::path& file) {
        const auto found = std::ranges::find(models, path(file), &LocalModel::path);
        return found == models.end() ? std::string() : found->id;
    };
    const Verification damaged = verify(library, at("data/models/ABC.gguf"));
    EXPECT_EQ(damaged.verdict, Verdict::differs);
    EXPECT_EQ(damaged.files.at(0).expected, kHashOfAbc);
    EXPECT_EQ(verify(library, at("home/.cache/lm-studio/models/o/n/ABC.gguf")).verdict, Verdict::matches);
    EXPECT_EQ(verify(library, at("data/models/ABC2.gguf")).verdict, Verdict::remembered) << "another name";
    EXPECT_EQ(verify(library, at("data/models/sub/ABC.gguf")).verdict, Verdict::remembered) << "another size";
    scan(library);
    EXPECT_EQ(value_of(library.find(at("data/models/ABC.gguf"))).verdict, Verdict::differs);
    EXPECT_EQ(verify(library, at("data/models/ABC.gguf")).verdict, Verdict::differs) << "again";
    put("data/models/ABC.gguf", "abc");
    EXPECT_EQ(verify(library, at("data/models/ABC.gguf")).verdict, Verdict::matches);
}

TEST_F(LibraryTest, WhatAnEarlierCheckRememberedGivesWayToTheList) {
    put("data/models/ABC.gguf", "abx");
    {
        Library unknowing = open();
        scan(unknowing);
        EXPECT_EQ(verify(unknowing, find(unknowing, "ABC").id).verdict, Verdict::remembered);
    }
    LibraryOptions listed = options();
    listed.curated_list = put("catalog.json", list_of_abc());
    Library library = value_of(Library::open(database(), listed));
    scan(library);
    EXPECT_EQ(verify(library, find(library, "ABC").id).verdict, Verdict::differs);
}

TEST_F(LibraryTest, AListThatCannotBeReadIsToldWhereItIsNeeded) {
    LibraryOptions listed = options();
    listed.curated_list = put("catalog.json", "{");
    put("data/models/a.gguf", "abc");
    put("data/models/b.gguf", "abc");
    Library library = value_of(Library::open(database(), listed));
    ASSERT_TRUE(library.note_download({.target = path("data/models/a.gguf"), .sha256 = kHashOfAbc}));
    scan(library);
    EXPECT_EQ(verify(library, find(library, "a").id).verdict, Verdict::matches);
    EXPECT_EQ(library.verify(find(library, "b").id, [] { return false; }, {}).error().code,
              ErrorCode::bad_value);
}

TEST_F(LibraryTest, DamagedModelsKnowTheirDownload) {
    LibraryOptions listed = options();
    listed.curated_list = put("catalog.json", list_of_abc());
    put("data/models/ABC.gguf", "abx");
    put("data/models/o--n/m-00001-of-00002.gguf", "one");
    put("data/models/o--n/m-00002-of-00002.gguf", "two");
    put("data/models/o--n/mmproj.gguf", "my own");
    put("data/models/mine.gguf", "abc");
    Library library = value_of(Library::open(database(), listed));
    for (const char* part : {"m-00001-of-00002.gguf", "m-00002-of-00002.gguf"}) {
        ASSERT_TRUE(library.note_download({.title = "M",
                                           .target = models() / "o--n" / part,
                                           .bytes = 3,
                                           .sha256 = kHashOfAbc,
                                           .sources = {{"https://a/1"}, {"https://b/2"}}}));
    }
    scan(library);
    EXPECT_TRUE(find(library, "ABC").source_known);
    EXPECT_EQ(find(library, "ABC").shown_name(), "The ABC");
    EXPECT_EQ(find(library, "m").shown_name(), "M");
    EXPECT_EQ(find(library, "mine").shown_name(), "mine");
    EXPECT_FALSE(find(library, "mine").source_known);
    EXPECT_EQ(library.download_again(find(library, "mine").id).error().details.field, "source");
    const auto starter = value_of(library.download_again(find(library, "ABC").id));
    EXPECT_EQ(starter.title, "The ABC");
    ASSERT_EQ(starter.files.size(), 1U);
    EXPECT_EQ(starter.files[0].target, models() / "ABC.gguf");
    EXPECT_EQ(starter.files[0].sha256, kHashOfAbc);
    EXPECT_TRUE(starter.files[0].replaces);
    EXPECT_EQ(starter.files[0].sources.at(0).url, "https://example.org/o/n/resolve/r/ABC.gguf");

    // A projector of the person's own is no reason against it, and stays as it is.
    ASSERT_TRUE(find(library, "m").source_known);
    const auto parts = value_of(library.download_again(find(library, "m").id));
    EXPECT_EQ(parts.title, "M");
    EXPECT_EQ(parts.folder, models() / "o--n");
    ASSERT_EQ(parts.files.size(), 2U);
    EXPECT_EQ(parts.files[1].target, models() / "o--n/m-00002-of-00002.gguf");
    EXPECT_EQ(parts.files[1].sources.size(), 2U);
    EXPECT_FALSE(transfers::check_request(parts.files[1]));

    // Once one part's source is not known, nothing would bring the model back.
    ASSERT_TRUE(
        library.note_download({.target = models() / "o--n/m-00002-of-00002.gguf", .sha256 = kHashOfAbc}));
    EXPECT_FALSE(find(library, "m").source_known);
}

transfers::DownloadRequest downloaded(const fs::path& target, std::uint64_t bytes) {
    return {
        .title = "M", .target = target, .bytes = bytes, .sha256 = kHashOfAbc, .sources = {{"https://a/1"}}};
}

std::vector<std::string> names_of(const transfers::DownloadSetRequest& set) {
    std::vector<std::string> names;
    for (const transfers::DownloadRequest& file : set.files) {
        names.push_back(file.target.filename().string());
    }
    return names;
}

TEST_F(LibraryTest, WhatAnIncompleteModelLacksIsFetchedToo) {
    const auto shard = [&](int number) {
        return models() / "o--n" / ("m-0000" + std::to_string(number) + "-of-00005.gguf");
    };
    Library library = open();
    for (const int number : {1, 2, 3, 4, 5}) {
        ASSERT_TRUE(library.note_download(downloaded(shard(number), 10U + static_cast<unsigned>(number))));
    }
    ASSERT_TRUE(library.note_download(downloaded(models() / "o--n/other.gguf", 3)));
    put("data/models/o--n/m-00002-of-00005.gguf", "two");
    put("data/models/o--n/m-00004-of-00005.gguf", "four");
    put("data/models/o--n/mmproj.gguf", "my own");
    scan(library);
    EXPECT_EQ(find(library, "m").state, ModelState::incomplete);
    ASSERT_TRUE(find(library, "m").source_known);
    const auto again = value_of(library.download_again(find(library, "m").id));
    ASSERT_THAT(names_of(again), testing::ElementsAre("m-00001-of-00005.gguf", "m-00002-of-00005.gguf",
                                                      "m-00003-of-00005.gguf", "m-00004-of-00005.gguf",
                                                      "m-00005-of-00005.gguf"));
    EXPECT_EQ(again.title, "M");
    EXPECT_EQ(again.files[2].target, shard(3));
    EXPECT_EQ(again.files[2].bytes, 13U);
    EXPECT_TRUE(again.files[2].replaces);
    EXPECT_FALSE(transfers::check_request(again.files[2]));

    // Of one that is gone only the hash is known: what is here would all be right and the model as it is.
    ASSERT_TRUE(library.note_download({.target = shard(5), .sha256 = kHashOfAbc}));
    EXPECT_FALSE(find(library, "m").source_known);
    EXPECT_EQ(library.download_again(find(library, "m").id).error().details.field, "source");
}

TEST_F(LibraryTest, ShardsThatNobodyFetchedMakeTheSourceUnknown) {
    put("data/models/m-00001-of-99999.gguf", "one");
    Library library = open();
    ASSERT_TRUE(library.note_download(downloaded(models() / "m-00001-of-99999.gguf", 3)));
    scan(library);
    EXPECT_EQ(find(library, "m").state, ModelState::incomplete);
    EXPECT_FALSE(find(library, "m").source_known);
}

TEST_F(LibraryTest, WhatACheckpointLacksIsFetchedToo) {
    LibraryOptions strict = options();
    strict.inspect = [](const fs::path& folder) {
        Inspection inspection;
        if (!fs::exists(folder / "tokenizer.json")) {
            inspection.state = ModelState::incomplete;
            inspection.reason = Error{ErrorCode::file_not_found, "no tokenizer"};
            inspection.reason->details.file = (folder / "tokenizer.json").string();
        }
        return inspection;
    };
    put("data/models/o--n/config.json", "{}");
    put("data/models/o--n/model-00001-of-00002.safetensors", "one");
    Library library = value_of(Library::open(database(), strict));
    const std::vector<std::string> weights{"model-00001-of-00002.safetensors",
                                           "model-00002-of-00002.safetensors"};
    for (const char* name :
         {"config.json", "model-00001-of-00002.safetensors", "model-00002-of-00002.safetensors",
          "model-q4.gguf", "consolidated.safetensors"}) {
        ASSERT_TRUE(library.note_download(downloaded(models() / "o--n" / name, 3)));
    }
    ASSERT_TRUE(library.note_download(downloaded(models() / "o--nn/tokenizer.json", 3)));
    scan(library);
    ASSERT_TRUE(find(library, "o--n").source_known);
    EXPECT_THAT(names_of(value_of(library.download_again(find(library, "o--n").id))),
                testing::ElementsAre(weights[0], weights[1], "config.json"));

    put("data/models/o--n/model-00002-of-00002.safetensors", "two");
    scan(library);
    EXPECT_EQ(find(library, "o--n").state, ModelState::incomplete);
    EXPECT_FALSE(find(library, "o--n").source_known) << "nobody knows its tokenizer";
    ASSERT_TRUE(library.note_download(downloaded(models() / "o--n/tokenizer.json", 3)));
    ASSERT_TRUE(find(library, "o--n").source_known);
    EXPECT_THAT(names_of(value_of(library.download_again(find(library, "o--n").id))),
                testing::ElementsAre(weights[0], weights[1], "config.json", "tokenizer.json"));
}

TEST_F(LibraryTest, BlobsAreNamedByWhatTheyAre) {
    fs::create_directories(path("home/.cache/huggingface/hub/models--o--n/snapshots/r"));
    put(std::string("home/.cache/huggingface/hub/models--o--n/blobs/") + kHashOfAbc, "abc");
    put("home/.cache/huggingface/hub/models--o--n/blobs/" + std::string(64, 'b'), "abc");
    fs::create_symlink(std::string("../../blobs/") + kHashOfAbc,
                       path("home/.cache/huggingface/hub/models--o--n/snapshots/r/good.gguf"));
    fs::create_symlink("../../blobs/" + std::string(64, 'b'),
                       path("home/.cache/huggingface/hub/models--o--n/snapshots/r/wrong.gguf"));
    Library library = open();
    scan(library);
    EXPECT_EQ(verify(library, find(library, "good").id).verdict, Verdict::matches);
    EXPECT_EQ(verify(library, find(library, "wrong").id).verdict, Verdict::differs);
}

TEST_F(LibraryTest, EveryFileIsVerified) {
    put("data/models/m-00001-of-00002.gguf", "one");
    const fs::path second = put("data/models/m-00002-of-00002.gguf", "two");
    put("data/models/mmproj.gguf", "eye");
    Library library = open();
    scan(library);
    const std::string id = find(library, "m").id;
    EXPECT_EQ(verify(library, id).files.size(), 3U);
    rot(second);
    const Verification verification = verify(library, id);
    EXPECT_EQ(verification.verdict, Verdict::differs);
    EXPECT_FALSE(verification.files[0].differs());
    EXPECT_TRUE(verification.files[1].differs());
}

TEST_F(LibraryTest, VerifyCanBeCancelledAndMissesFiles) {
    const fs::path file = put("data/models/a.gguf", std::string(10'000'000, 'a'));
    Library library = open();
    scan(library);
    const std::string id = find(library, "a").id;
    int asked = 0;
    EXPECT_EQ(library.verify(id, [&] { return ++asked > 2; }, {}).error().code, ErrorCode::cancelled);
    EXPECT_EQ(find(library, "a").verdict, Verdict::none);
    fs::remove(file);
    EXPECT_EQ(library.verify(id, [] { return false; }, {}).error().code, ErrorCode::file_not_found);
}

TEST_F(LibraryTest, AScanThatBeganBeforeDoesNotUndoAVerify) {
    put("data/models/a.gguf", "abc");
    Library library = open();
    scan(library);
    const std::string id = find(library, "a").id;
    bool done = false;
    value_of(library.scan(library.folders(),
                          [&] {
                              if (!done) {
                                  done = true;
                                  verify(library, id);
                              }
                              return false;
                          },
                          {}));
    EXPECT_EQ(find(library, "a").verdict, Verdict::remembered);
    EXPECT_EQ(find(library, "a").parts.at(0).sha256, kHashOfAbc);
}

}  // namespace
