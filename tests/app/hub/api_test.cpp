#include "app/hub/hub_samples.h"
#include "hub/file_groups.h"
#include "hub/hugging_face_api.h"
#include "hub/model_scope_api.h"
#include "hub/safe_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kBase = "https://hub.test";
constexpr const char* kHost = "hub.test";

TEST(HuggingFaceApi, SearchAddressCarriesEveryFilter) {
    SearchQuery query;
    query.text = "qwen 8b & more";
    query.language = "zh";
    query.licence = "apache-2.0";
    query.most_bytes = 5'000'000'000;  // 8 billion parameters at 5 bits
    query.sort = SearchSort::downloads;
    query.limit = 20;
    EXPECT_EQ(hugging_face::search_url(kBase, query, ""),
              "https://hub.test/api/models?search=qwen%208b%20%26%20more&filter=gguf&filter=zh"
              "&filter=license%3Aapache-2.0&num_parameters=max%3A8B&sort=downloads"
              "&limit=20&expand=downloads&expand=likes&expand=lastModified&expand=tags&expand=pipeline_tag"
              "&expand=gated&expand=disabled&expand=gguf&expand=safetensors");
    EXPECT_EQ(hugging_face::search_url(kBase, query, "cursor=abc&limit=20"),
              "https://hub.test/api/models?cursor=abc&limit=20");
    query = {};
    query.format = ModelFormat::safetensors;
    query.task = "translation";
    EXPECT_THAT(hugging_face::search_url(kBase, query, ""),
                HasSubstr("?filter=safetensors&pipeline_tag=translation&sort=trendingScore&limit=30"));
}

TEST(HuggingFaceApi, AddressesOfPagesAndFiles) {
    EXPECT_EQ(hugging_face::model_url(kBase, "a/b", ""), "https://hub.test/api/models/a/b?blobs=true");
    EXPECT_EQ(hugging_face::model_url(kBase, "a/b", "refs/pr/1"),
              "https://hub.test/api/models/a/b/revision/refs%2Fpr%2F1?blobs=true");
    EXPECT_EQ(hugging_face::file_url(kBase, "a/b", "main", "Q4/модель 8b.gguf"),
              "https://hub.test/a/b/resolve/main/Q4/%D0%BC%D0%BE%D0%B4%D0%B5%D0%BB%D1%8C%208b.gguf");
    EXPECT_EQ(hugging_face::page_url(kBase, "a/b"), "https://hub.test/a/b");
}

TEST(HuggingFaceApi, TheNextPageComesFromTheLinkHeader) {
    using hugging_face::next_cursor;
    EXPECT_EQ(next_cursor("<https://hub.test/api/models?limit=2&cursor=eyJ%3D>; rel=\"next\"", kBase),
              "limit=2&cursor=eyJ%3D");
    EXPECT_EQ(next_cursor("<https://hub.test/api/models?p=0>; rel=\"prev\", "
                          "<https://hub.test/api/models?p=2>; rel=\"next\"",
                          kBase),
              "p=2");
    // A mirror passes the header of Hugging Face on.
    EXPECT_EQ(next_cursor("<https://huggingface.co/api/models?cursor=x>; rel=\"next\"", kBase), "cursor=x");
    for (const char* link :
         {"", "nonsense", "<>; rel=\"next\"", "<https://hub.test/api/models?p=0>; rel=\"prev\"",
          "<https://evil.test/api/models?cursor=x>; rel=\"next\"",
          "<https://hub.test.evil.test/api/models?cursor=x>; rel=\"next\"",
          "<https://hub.test:8443/api/models?cursor=x>; rel=\"next\"", "<https://hub.test>; rel=\"next\"",
          "<file:///etc/passwd?x>; rel=\"next\"", "<https://hub.test/?a>b"}) {
        EXPECT_EQ(next_cursor(link, kBase), "") << link;
    }
    EXPECT_TRUE(hugging_face::is_cursor("limit=2&cursor=eyJ%3D"));
    for (const std::string& cursor : {std::string("a b"), std::string("a\r\nX: y"), std::string("a#b"),
                                      std::string(4001, 'a'), std::string("\xc3\xa4")}) {
        EXPECT_FALSE(hugging_face::is_cursor(cursor)) << cursor;
    }
}

TEST(HuggingFaceApi, ReadsASearch) {
    json gated = test::hugging_face_model();
    gated["id"] = "maker/Gated";
    gated["gated"] = "manual";
    gated.erase("gguf");
    json disabled = test::hugging_face_model();
    disabled["disabled"] = true;
    const json list = {test::hugging_face_model(), gated, disabled, {{"id", "gpt2"}},
                       {{"id", "../.."}},          7,     nullptr,  {{"modelId", "old/style"}}};
    const auto models = hugging_face::parse_search(list.dump(), kHost);
    ASSERT_TRUE(models);
    ASSERT_EQ(models->size(), 3U);
    const HubModel& model = (*models)[0];
    EXPECT_EQ(model.id, "maker/Small-GGUF");
    EXPECT_EQ(model.author, "maker");
    EXPECT_EQ(model.name, "Small-GGUF");
    EXPECT_EQ(model.downloads, 1234U);
    EXPECT_EQ(model.likes, 56U);
    EXPECT_EQ(model.last_modified->time_since_epoch().count(), 1741775405);
    EXPECT_EQ(model.licence, "apache-2.0");
    EXPECT_THAT(model.languages, ElementsAre("en", "zh"));
    EXPECT_EQ(model.task, "text-generation");
    EXPECT_EQ(model.parameters, 751632384U);
    EXPECT_EQ(model.architecture, "qwen3");
    EXPECT_EQ(model.context_tokens, 40960U);
    EXPECT_FALSE(model.gated);
    EXPECT_TRUE((*models)[1].gated);
    EXPECT_EQ((*models)[1].parameters, 10U);
    EXPECT_EQ((*models)[2].id, "old/style");
}

TEST(HuggingFaceApi, ReadsAPage) {
    const auto listing = hugging_face::parse_model(test::hugging_face_model().dump(), kHost);
    ASSERT_TRUE(listing);
    EXPECT_EQ(listing->revision, test::kCommit);
    EXPECT_THAT(listing->model.languages, ElementsAre("en", "zh-Hans"));
    EXPECT_EQ(listing->quantization_method, "awq");
    EXPECT_EQ(listing->quantized_bits, 4U);
    EXPECT_EQ(listing->weight_type, "BF16");
    ASSERT_EQ(listing->files.size(), 3U);
    EXPECT_EQ(listing->files[1].path, "Small-Q4_K_M.gguf");
    EXPECT_EQ(listing->files[1].bytes, 484220320U);
    EXPECT_EQ(listing->files[1].sha256, test::kSha);
    EXPECT_EQ(listing->files[1].git_oid, "");
    EXPECT_EQ(listing->files[2].sha256, "");
    EXPECT_EQ(listing->files[2].git_oid, test::kGitOid);
    EXPECT_EQ(listing->files[2].bytes, 6U);
}

TEST(HuggingFaceApi, AnOwnLicenceIsCalledByItsName) {
    json model = test::hugging_face_model();
    model["cardData"] = {{"license", "other"}, {"license_name", "gemma"}};
    EXPECT_EQ(hugging_face::parse_model(model.dump(), kHost)->model.licence, "gemma");
}

TEST(HuggingFaceApi, WhatIsNoAnswerIsTold) {
    for (const char* body :
         {"", "nonsense", "{}", "[]", "3", "null", "{\"id\": \"a/b\"}", "{\"error\": \"no\"}"}) {
        const auto page = hugging_face::parse_model(body, kHost);
        ASSERT_FALSE(page) << body;
        EXPECT_EQ(page.failure().kind, transfers::FailureKind::error_text) << body;
        EXPECT_THAT(page.failure().message, HasSubstr("hub.test")) << body;
    }
    EXPECT_EQ(hugging_face::parse_search("\n <!DOCTYPE html>", kHost).failure().kind,
              transfers::FailureKind::web_page);
    EXPECT_EQ(hugging_face::parse_search("{\"error\": \"x\"}", kHost).failure().kind,
              transfers::FailureKind::error_text);
    EXPECT_EQ(hugging_face::parse_search(std::string(200'000, '['), kHost).failure().kind,
              transfers::FailureKind::error_text);
    EXPECT_EQ(hugging_face::parse_search("[" + std::string(600'000, ',') + "]", kHost).failure().kind,
              transfers::FailureKind::error_text);
}

/// Whatever a field holds: no crash, and nothing that breaks what HubModel promises.
void expect_sound(const HubModel& model) {
    EXPECT_TRUE(is_model_id(model.id)) << model.id;
    for (const std::string& text : {model.licence, model.task, model.architecture}) {
        EXPECT_LE(text.size(), 200U);
        EXPECT_EQ(text.find('\x1b'), std::string::npos);
    }
}

TEST(HuggingFaceApi, AnyWrongTypeInAnyFieldIsSurvived) {
    int read = 0;
    for (const json& page : test::spoiled(test::hugging_face_model())) {
        const auto listing = hugging_face::parse_model(page.dump(), kHost);
        if (listing) {
            ++read;
            expect_sound(listing->model);
            const Grouping grouping = group_files(*listing);
            for (const FileGroup& group : grouping.groups) {
                EXPECT_TRUE(group.problem || is_safe_path(group.files.front().path));
            }
        }
        const auto models = hugging_face::parse_search(json::array({page}).dump(), kHost);
        ASSERT_TRUE(models);
        for (const HubModel& model : *models) {
            expect_sound(model);
        }
    }
    EXPECT_GT(read, 300);
}

TEST(ModelScopeApi, Addresses) {
    SearchQuery query;
    query.text = "小 模型";
    query.licence = "mit";
    query.sort = SearchSort::downloads;
    EXPECT_EQ(model_scope::search_url(kBase, query, ""),
              "https://hub.test/openapi/v1/models?search=%E5%B0%8F%20%E6%A8%A1%E5%9E%8B&filter.library=gguf"
              "&filter.license=mit&sort=downloads&page_number=1&page_size=30");
    EXPECT_THAT(model_scope::search_url(kBase, {}, "7"), HasSubstr("page_number=7"));
    EXPECT_THAT(model_scope::search_url(kBase, {.task = "translation"}, ""),
                HasSubstr("&filter.task=translation"));
    EXPECT_EQ(model_scope::model_url(kBase, "a/b"), "https://hub.test/openapi/v1/models/a/b");
    EXPECT_EQ(model_scope::files_url(kBase, "a/b", "master"),
              "https://hub.test/api/v1/models/a/b/repo/files?Revision=master&Recursive=True");
    EXPECT_EQ(model_scope::file_url(kBase, "a/b", "master", "Q4/x y.gguf"),
              "https://hub.test/api/v1/models/a/b/repo?Revision=master&FilePath=Q4%2Fx%20y.gguf");
    EXPECT_EQ(model_scope::page_url(kBase, "a/b"), "https://hub.test/models/a/b");
}

json search_answer(const json& models, int total) {
    return {{"success", true},
            {"data", {{"models", models}, {"total_count", total}, {"page_number", 1}, {"page_size", 30}}}};
}

TEST(ModelScopeApi, ReadsASearchAndItsPages) {
    json closed = test::model_scope_model();
    closed["private"] = true;
    SearchQuery query;
    const std::string body = search_answer({test::model_scope_model(), closed, {{"id", "x"}}, 3}, 61).dump();
    const auto search = model_scope::parse_search(body, kHost, query, "");
    ASSERT_TRUE(search);
    ASSERT_EQ(search->models.size(), 1U);
    const HubModel& model = search->models[0];
    EXPECT_EQ(model.id, "maker/Small-GGUF");
    EXPECT_EQ(model.downloads, 643087U);
    EXPECT_EQ(model.licence, "apache-2.0");
    EXPECT_EQ(model.architecture, "qwen3");
    EXPECT_EQ(model.task, "text-generation");
    EXPECT_EQ(model.parameters, 751632384U);
    EXPECT_THAT(model.languages, ElementsAre("zh"));
    EXPECT_EQ(model.last_modified->time_since_epoch().count(), 1737809714);
    EXPECT_EQ(search->next, "2");
    EXPECT_EQ(model_scope::parse_search(body, kHost, query, "2")->next, "3");
    EXPECT_EQ(model_scope::parse_search(body, kHost, query, "3")->next, "");
    // The hub answers for the first 3000 models alone.
    EXPECT_EQ(model_scope::parse_search(search_answer(json::array({test::model_scope_model()}), 99999).dump(),
                                        kHost, query, "100")
                  ->next,
              "");
    EXPECT_EQ(model_scope::parse_search(search_answer(json::array(), 99999).dump(), kHost, query, "2")->next,
              "");
    for (const char* cursor : {"0", "-1", "x", "3001", "2 ", "99999999999999999999"}) {
        EXPECT_FALSE(model_scope::is_cursor(cursor)) << cursor;
    }
}

TEST(ModelScopeApi, ReadsAPageAndItsFiles) {
    const auto listing =
        model_scope::parse_model(json{{"success", true}, {"data", test::model_scope_model()}}.dump(), kHost);
    ASSERT_TRUE(listing);
    EXPECT_EQ(listing->model.id, "maker/Small-GGUF");
    EXPECT_EQ(listing->description, "A small model.");
    const auto files = model_scope::parse_files(test::model_scope_files().dump(), kHost);
    ASSERT_TRUE(files);
    ASSERT_EQ(files->size(), 2U);
    EXPECT_EQ((*files)[0].path, "Small-Q4_K_M.gguf");
    EXPECT_EQ((*files)[0].sha256, test::kSha);
    EXPECT_EQ((*files)[0].bytes, 484220320U);
}

TEST(ModelScopeApi, ARefusalMayComeAsSuccess) {
    EXPECT_EQ(model_scope::refusal_in(R"({"Code": 404, "Success": false, "Data": null})"), 404U);
    EXPECT_EQ(model_scope::refusal_in(R"({"Code": 10010205001, "Success": false})"), 404U);
    EXPECT_EQ(model_scope::refusal_in(R"({"Code": 500})"), 500U);
    EXPECT_FALSE(model_scope::refusal_in(test::model_scope_files().dump()));
    EXPECT_FALSE(model_scope::refusal_in("nonsense"));
}

TEST(ModelScopeApi, AnyWrongTypeInAnyFieldIsSurvived) {
    for (const json& page : test::spoiled({{"success", true}, {"data", test::model_scope_model()}})) {
        const auto listing = model_scope::parse_model(page.dump(), kHost);
        if (listing) {
            expect_sound(listing->model);
        }
    }
    for (const json& page : test::spoiled(search_answer(json::array({test::model_scope_model()}), 90))) {
        const auto search = model_scope::parse_search(page.dump(), kHost, {}, "");
        for (const HubModel& model : search ? search->models : std::vector<HubModel>()) {
            expect_sound(model);
        }
    }
    for (const json& page : test::spoiled(test::model_scope_files())) {
        Listing listing;
        if (auto files = model_scope::parse_files(page.dump(), kHost)) {
            listing.files = *std::move(files);
            group_files(listing);
        }
        model_scope::refusal_in(page.dump());
    }
}

}  // namespace
}  // namespace hearth::hub
