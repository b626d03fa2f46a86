#include "app/catalog/library_fixture.h"

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
    ASSERT_TRUE(library.note_download(path("data/models/a.gguf"), kHashOfAbc));
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
