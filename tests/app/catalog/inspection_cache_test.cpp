#include "catalog/inspection_cache.h"

#include "support/temporary_folder.h"

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::catalog;

namespace {

class Cache : public ::testing::Test {
 protected:
    Inspection look(InspectionCache& cache, const std::filesystem::path& path) {
        return cache.inspect(path, [&](const std::filesystem::path&) {
            ++looks_;
            return result_;
        });
    }

    test::TemporaryFolder folder_;
    std::filesystem::path model_ = folder_.write("模型.gguf", "abc");
    std::filesystem::path file_ = folder_.path() / "cache" / "models.json";
    int looks_ = 0;
    Inspection result_{
        ModelState::unsupported,
        Error{ErrorCode::unsupported_architecture, "no", {.field = "general.architecture"}},
        {.name = "n", .architecture = "a", .size_label = "1B", .quantization = "F16", .context_tokens = 5},
        3};
};

TEST_F(Cache, LooksOnceUntilTheFileChanges) {
    InspectionCache cache("1");
    look(cache, model_);
    look(cache, model_);
    EXPECT_EQ(looks_, 1);
    folder_.write("模型.gguf", "abcd");
    look(cache, model_);
    EXPECT_EQ(looks_, 2);
}

TEST_F(Cache, IsKeptBetweenRuns) {
    {
        InspectionCache cache("1");
        look(cache, model_);
        ASSERT_TRUE(cache.save(file_));
    }
    InspectionCache cache("1");
    cache.load(file_);
    const Inspection kept = look(cache, model_);
    EXPECT_EQ(looks_, 1);
    EXPECT_EQ(kept.state, result_.state);
    EXPECT_EQ(kept.facts, result_.facts);
    EXPECT_EQ(kept.reason->code, ErrorCode::unsupported_architecture);
    EXPECT_EQ(kept.reason->details.field, "general.architecture");
    InspectionCache newer("2");
    newer.load(file_);
    look(newer, model_);
    EXPECT_EQ(looks_, 2) << "a newer engine may run what an older one could not";
}

TEST_F(Cache, ForgetsFilesThatNobodyAskedFor) {
    {
        InspectionCache cache("1");
        look(cache, model_);
        ASSERT_TRUE(cache.save(file_));
    }
    {
        InspectionCache cache("1");
        cache.load(file_);
        ASSERT_TRUE(cache.save(file_));
    }
    InspectionCache cache("1");
    cache.load(file_);
    look(cache, model_);
    EXPECT_EQ(looks_, 2);
}

TEST_F(Cache, MissingShardsAreLookedForAgain) {
    result_.state = ModelState::incomplete;
    result_.reason = Error{ErrorCode::shard_missing, "one is missing"};
    InspectionCache cache("1");
    look(cache, model_);
    look(cache, model_);
    EXPECT_EQ(looks_, 2);
}

TEST_F(Cache, ADamagedFileIsAnEmptyCache) {
    std::filesystem::create_directories(file_.parent_path());
    for (const char* text : {"", "{", "[]", R"({"version": 1, "engine": "1", "files": [{"state": 3}]})",
                             R"({"version": 1, "engine": "1", "files": 7})"}) {
        folder_.write("cache/models.json", text);
        InspectionCache cache("1");
        cache.load(file_);
        look(cache, model_);
    }
    EXPECT_EQ(looks_, 5);
}

TEST_F(Cache, AFolderThatCannotBeWrittenIsSaid) {
    InspectionCache cache("1");
    look(cache, model_);
    const Status saved = cache.save(model_ / "below" / "cache.json");
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::write_failed);
}

}  // namespace
