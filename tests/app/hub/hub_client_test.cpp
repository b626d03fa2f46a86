#include "hub/hub_client.h"

#include "app/hub/fake_hub.h"
#include "app/transfers/test_download.h"
#include "hub/download_plan.h"
#include "support/temporary_folder.h"
#include "transfers/fetcher.h"

#include <chrono>
#include <filesystem>
#include <future>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearth::hub {
namespace {

namespace fs = std::filesystem;
using test::FakeRepository;
using test::TestConnection;
using test::TestRequest;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using transfers::FailureKind;

class HubClientTest : public ::testing::Test {
 protected:
    HubClientTest() {
        hub_.add("maker/Small-GGUF", {{{"small-Q4_K_M.gguf", {"GGUF small four"}},
                                       {"small-Q8_0.gguf", {"GGUF small eight bits"}},
                                       {"README.md", {kCard, false}}}});
    }

    HubClient client(const Endpoint& endpoint) { return {fetcher_, endpoint, folder_.path() / "cache"}; }
    HubClient hugging_face() { return client(hub_.hugging_face()); }
    HubClient model_scope() { return client(hub_.model_scope()); }

    void fail_with(int status, std::string body, std::map<std::string, std::string> headers = {}) {
        hub_.set_fault([=](const TestRequest&, const TestConnection& connection) {
            connection.respond(status, body, headers);
            return true;
        });
    }

    FailureKind kind_of(const auto& outcome) {
        return outcome ? FailureKind::internal : outcome.failure().kind;
    }

    /// As patient as the short tests want.
    static transfers::TransferPolicy policy() {
        transfers::TransferPolicy policy = test::quick_policy();
        policy.fetch_stall_time = std::chrono::seconds(1);
        return policy;
    }

    static constexpr const char* kCard =
        "---\nlicense: mit\n---\n# Small\n\nA small model that answers short questions.\n";

    test::TemporaryFolder folder_;
    test::FakeHub hub_;
    transfers::OfflineSwitch offline_;
    transfers::RequestLog log_;
    transfers::Fetcher fetcher_{offline_, log_, policy()};
    std::stop_token never_;
};

TEST_F(HubClientTest, SearchesPageByPage) {
    for (int i = 0; i < 5; ++i) {
        hub_.add("maker/Model-" + std::to_string(i), {});
    }
    hub_.set_page_size(2);
    std::vector<std::string> ids;
    std::string cursor;
    int pages = 0;
    do {
        const auto page = hugging_face().search({.text = "Model"}, cursor, never_);
        ASSERT_TRUE(page) << page.failure().message;
        EXPECT_FALSE(page->freshness.from_cache);
        for (const HubModel& model : page->models) {
            ids.push_back(model.id);
        }
        cursor = page->next;
    } while (!cursor.empty() && ++pages < 10);
    EXPECT_THAT(ids, ElementsAre("maker/Model-0", "maker/Model-1", "maker/Model-2", "maker/Model-3",
                                 "maker/Model-4"));
    EXPECT_THAT(hub_.paths().at(0), HasSubstr("/api/models?search=Model&filter=gguf"));
    EXPECT_THAT(hub_.paths().at(1), HasSubstr("cursor=2"));
    // What was looked for stays out of the log.
    for (const transfers::RequestRecord& record : log_.recent()) {
        EXPECT_EQ(record.url.find("Model"), std::string::npos) << record.url;
    }
}

TEST_F(HubClientTest, SearchesModelScopePageByPage) {
    for (int i = 0; i < 3; ++i) {
        hub_.add("maker/Model-" + std::to_string(i), {});
    }
    const SearchQuery query{.text = "Model", .limit = 2};
    const auto first = model_scope().search(query, "", never_);
    ASSERT_TRUE(first);
    ASSERT_EQ(first->models.size(), 2U);
    EXPECT_EQ(first->next, "2");
    const auto second = model_scope().search(query, first->next, never_);
    ASSERT_EQ(second->models.size(), 1U);
    EXPECT_EQ(second->models[0].id, "maker/Model-2");
    EXPECT_EQ(second->next, "");
}

TEST_F(HubClientTest, WhatTheHubDoesNotFilterIsFilteredHere) {
    hub_.add("maker/Huge", {.facts = {{"gguf", {{"total", 9'000'000'000}}}}});
    hub_.add("maker/Little", {.facts = {{"gguf", {{"total", 7'000'000'000}}}, {"tags", {"de"}}}});
    const auto page = hugging_face().search({.language = "en", .most_bytes = 5'000'000'000}, "", never_);
    ASSERT_TRUE(page);
    ASSERT_EQ(page->models.size(), 1U);
    EXPECT_EQ(page->models[0].id, "maker/Small-GGUF");  // nobody says how large it is
}

TEST_F(HubClientTest, ModelsThatWriteAreFoundWhateverElseTheyDo) {
    hub_.add("maker/Sees", {.facts = {{"pipeline_tag", "image-text-to-text"}}});
    hub_.add("maker/Embeds", {.facts = {{"pipeline_tag", "feature-extraction"}}});
    hub_.add("maker/Writes", {.facts = {{"pipeline_tag", "text-generation"}}});
    const auto ids = [&](const SearchQuery& query) {
        std::vector<std::string> found;
        const auto page = hugging_face().search(query, "", never_);
        for (const HubModel& model : page ? page->models : std::vector<HubModel>()) {
            found.push_back(model.id);
        }
        return found;
    };
    EXPECT_THAT(ids({}), ElementsAre("maker/Sees", "maker/Small-GGUF", "maker/Writes"));
    EXPECT_EQ(ids({.task = ""}).size(), 4U);
}

TEST_F(HubClientTest, APageHasItsFilesInGroups) {
    const auto page = hugging_face().model("maker/Small-GGUF", never_);
    ASSERT_TRUE(page) << page.failure().message;
    EXPECT_EQ(page->model.licence, "mit");
    EXPECT_EQ(page->revision, "0123456789abcdef0123456789abcdef01234567");
    EXPECT_EQ(page->description, "A small model that answers short questions.");
    EXPECT_EQ(page->page_url, hub_.hugging_face().base_url + "/maker/Small-GGUF");
    EXPECT_EQ(page->renamed_from, "");
    ASSERT_EQ(page->groups.size(), 2U);
    EXPECT_EQ(page->groups[0].quantization, "Q4_K_M");
    EXPECT_TRUE(page->groups[0].recommended);
    EXPECT_EQ(page->groups[0].files[0].sha256, test::sha256_of("GGUF small four"));
    EXPECT_EQ(page->groups[0].files[0].url,
              hub_.hugging_face().base_url +
                  "/maker/Small-GGUF/resolve/0123456789abcdef0123456789abcdef01234567/small-Q4_K_M.gguf");
    EXPECT_THAT(hub_.paths(), ElementsAre("/api/models/maker/Small-GGUF?blobs=true", HasSubstr("README.md")));
}

TEST_F(HubClientTest, APageOfModelScope) {
    const auto page = model_scope().model("maker/Small-GGUF", never_);
    ASSERT_TRUE(page) << page.failure().message;
    EXPECT_EQ(page->revision, "master");
    EXPECT_EQ(page->description, "Made up for a test.");
    ASSERT_EQ(page->groups.size(), 2U);
    EXPECT_EQ(page->groups[1].files[0].url,
              hub_.model_scope().base_url +
                  "/api/v1/models/maker/Small-GGUF/repo?Revision=master&FilePath=small-Q8_0.gguf");
    EXPECT_EQ(kind_of(model_scope().model("maker/None", never_)), FailureKind::no_such_repository);
}

TEST_F(HubClientTest, ARevisionCanBeNamed) {
    ASSERT_TRUE(hugging_face().model("maker/Small-GGUF", never_, "refs/pr/1"));
    EXPECT_EQ(hub_.paths().at(0), "/api/models/maker/Small-GGUF/revision/refs%2Fpr%2F1?blobs=true");
    EXPECT_EQ(model_scope().model("maker/Small-GGUF", never_, "v1")->revision, "v1");
}

TEST_F(HubClientTest, ARenamedModelComesUnderItsNewName) {
    hub_.rename("old/Small", "maker/Small-GGUF");
    const auto page = hugging_face().model("old/Small", never_);
    ASSERT_TRUE(page) << page.failure().message;
    EXPECT_EQ(page->model.id, "maker/Small-GGUF");
    EXPECT_EQ(page->renamed_from, "old/Small");
    EXPECT_THAT(page->groups[0].files[0].url, HasSubstr("/maker/Small-GGUF/resolve/"));
}

TEST_F(HubClientTest, AGatedModelIsListedAndItsFilesWantTheToken) {
    FakeRepository gated{{{"m-Q4_0.gguf", {"GGUF"}},
                          {"README.md", {"A card that nobody may read without the terms.", false}}}};
    gated.gated = true;
    hub_.add("maker/Gated", gated);
    const auto page = hugging_face().model("maker/Gated", never_);
    ASSERT_TRUE(page);
    EXPECT_TRUE(page->model.gated);
    EXPECT_EQ(page->groups.size(), 1U);
    EXPECT_EQ(page->description, "");
    fetcher_.set_credentials(std::vector{
        transfers::Credentials{std::string(test::FakeHub::kToken), token_hosts(hub_.hugging_face())}});
    EXPECT_EQ(hugging_face().model("maker/Gated", never_)->description,
              "A card that nobody may read without the terms.");
    EXPECT_THAT(hub_.storage_requests(), IsEmpty());
}

TEST_F(HubClientTest, RefusalsAreToldApart) {
    EXPECT_EQ(kind_of(hugging_face().model("maker/None", never_)), FailureKind::no_such_repository);
    fail_with(401, "{}", {{"X-Error-Code", "GatedRepo"}});
    const FailureKind gated = kind_of(hugging_face().model("maker/Closed", never_));
    EXPECT_TRUE(gated == FailureKind::licence_not_accepted || gated == FailureKind::token_needed);
    fail_with(404, "Not Found");
    EXPECT_EQ(kind_of(hugging_face().model("maker/Closed", never_)), FailureKind::no_such_repository);
    fail_with(429, "slow down", {{"Retry-After", "17"}});
    const auto limited = hugging_face().search({.text = "x"}, "", never_);
    EXPECT_EQ(kind_of(limited), FailureKind::http_status);
    EXPECT_EQ(limited.failure().http_status, 429U);
    EXPECT_EQ(limited.failure().retry_after_seconds, 17U);
    fail_with(500, "trouble");
    EXPECT_EQ(hugging_face().search({.text = "y"}, "", never_).failure().http_status, 500U);
}

TEST_F(HubClientTest, AnswersThatAreNoneAreToldApart) {
    fail_with(200, "<!DOCTYPE html><title>Sign in</title>", {{"Content-Type", "text/html"}});
    EXPECT_EQ(kind_of(hugging_face().search({}, "", never_)), FailureKind::web_page);
    for (const std::string& body : {std::string("nonsense"), std::string(), std::string("{}"),
                                    std::string(300'000, '['), std::string("[\xff]")}) {
        fail_with(200, body, {{"Content-Type", "application/json"}});
        EXPECT_EQ(kind_of(hugging_face().search({}, "", never_)), FailureKind::error_text);
        EXPECT_EQ(kind_of(hugging_face().model("maker/Small-GGUF", never_)), FailureKind::error_text);
        EXPECT_EQ(kind_of(model_scope().search({}, "", never_)), FailureKind::error_text);
        EXPECT_EQ(kind_of(model_scope().model("maker/Small-GGUF", never_)), FailureKind::error_text);
    }
    fail_with(200, "[" + std::string(std::size_t{9} << 20U, ' ') + "]",
              {{"Content-Type", "application/json"}});
    EXPECT_EQ(kind_of(hugging_face().search({}, "", never_)), FailureKind::wrong_size);
    fail_with(302, "", {{"Location", "file:///etc/passwd"}});
    EXPECT_EQ(kind_of(hugging_face().search({}, "", never_)), FailureKind::redirect_refused);
}

TEST_F(HubClientTest, WhatCannotBeAskedIsNotSent) {
    for (const char* id : {"", "x", "../x", "a/b/c", "a/..", "a b/c"}) {
        EXPECT_EQ(kind_of(hugging_face().model(id, never_)), FailureKind::bad_request) << id;
        EXPECT_EQ(kind_of(model_scope().model(id, never_)), FailureKind::bad_request) << id;
    }
    EXPECT_EQ(kind_of(hugging_face().model("a/b", never_, "../../x")), FailureKind::bad_request);
    EXPECT_EQ(kind_of(hugging_face().search({.limit = 0}, "", never_)), FailureKind::bad_request);
    EXPECT_EQ(kind_of(hugging_face().search({.limit = 101}, "", never_)), FailureKind::bad_request);
    EXPECT_EQ(kind_of(hugging_face().search({.text = std::string(301, 'x')}, "", never_)),
              FailureKind::bad_request);
    EXPECT_EQ(kind_of(hugging_face().search({}, "a b", never_)), FailureKind::bad_request);
    EXPECT_EQ(kind_of(model_scope().search({}, "x", never_)), FailureKind::bad_request);
    EXPECT_THAT(hub_.paths(), IsEmpty());
}

TEST_F(HubClientTest, WithoutANetworkTheLastAnswersStand) {
    ASSERT_TRUE(hugging_face().search({}, "", never_));
    ASSERT_TRUE(hugging_face().model("maker/Small-GGUF", never_));
    ASSERT_TRUE(model_scope().model("maker/Small-GGUF", never_));
    const auto expect_kept = [&] {
        const auto search = hugging_face().search({}, "", never_);
        ASSERT_TRUE(search);
        EXPECT_TRUE(search->freshness.from_cache);
        EXPECT_TRUE(search->freshness.age.has_value());
        EXPECT_EQ(search->models.size(), 1U);
        const auto page = hugging_face().model("maker/Small-GGUF", never_);
        ASSERT_TRUE(page);
        EXPECT_TRUE(page->freshness.from_cache);
        EXPECT_EQ(page->groups.size(), 2U);
        EXPECT_THAT(page->description, Not(IsEmpty()));
        EXPECT_TRUE(model_scope().model("maker/Small-GGUF", never_)->freshness.from_cache);
    };
    offline_.set(true);
    const auto before = hub_.paths().size();
    expect_kept();
    EXPECT_EQ(hub_.paths().size(), before);
    EXPECT_EQ(kind_of(hugging_face().search({.text = "never asked"}, "", never_)), FailureKind::offline);
    offline_.set(false);
    for (const int status : {429, 500, 503}) {
        fail_with(status, "trouble");
        expect_kept();
    }
    fail_with(200, "<html>sign in to the network</html>", {{"Content-Type", "text/html"}});
    expect_kept();
    // The web page of the network did not take the place of what was kept.
    offline_.set(true);
    expect_kept();
}

TEST_F(HubClientTest, ARefusalIsNoReasonToShowWhatWas) {
    ASSERT_TRUE(hugging_face().model("maker/Small-GGUF", never_));
    fail_with(404, "gone");
    EXPECT_EQ(kind_of(hugging_face().model("maker/Small-GGUF", never_)), FailureKind::no_such_repository);
}

TEST_F(HubClientTest, WithoutACacheFolderNothingIsKept) {
    const HubClient client(fetcher_, hub_.hugging_face(), {});
    ASSERT_TRUE(client.search({}, "", never_));
    offline_.set(true);
    EXPECT_EQ(kind_of(client.search({}, "", never_)), FailureKind::offline);
}

TEST_F(HubClientTest, StopsWhileTheHubIsSlow) {
    hub_.set_fault([](const TestRequest&, const TestConnection& connection) {
        connection.head(200, {{"Content-Type", "application/json"}, {"Content-Length", "1000"}});
        connection.send("[");
        connection.hold();
        return true;
    });
    std::stop_source source;
    std::jthread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        source.request_stop();
    });
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(kind_of(hugging_face().search({}, "", source.get_token())), FailureKind::stopped);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
    // Nobody waits for ever either.
    EXPECT_EQ(kind_of(hugging_face().search({}, "", never_)), FailureKind::stalled);
}

FakeRepository checkpoint() {
    const char* index =
        R"({"weight_map": {"a": "model-00001-of-00002.safetensors", "b": "model-00002-of-00002.safetensors"}})";
    return {{{"config.json", {R"({"model_type": "qwen3", "torch_dtype": "bfloat16"})", false}},
             {"tokenizer.json", {"{\"a tokenizer\": 1}"}},
             {"tokenizer_config.json", {"{}\n", false}},
             {"model.safetensors.index.json", {index, false}},
             {"model-00001-of-00002.safetensors", {"first weights"}},
             {"model-00002-of-00002.safetensors", {"second weights"}}}};
}

TEST_F(HubClientTest, ACheckpointHasItsSettingsReadAndItsIndexChecked) {
    hub_.add("maker/Checkpoint", checkpoint());
    for (const HubClient& client : {hugging_face(), model_scope()}) {
        const auto page = client.model("maker/Checkpoint", never_);
        ASSERT_TRUE(page);
        ASSERT_EQ(page->groups.size(), 1U);
        EXPECT_EQ(page->groups[0].quantization, "BF16");
        EXPECT_EQ(page->model.architecture, "qwen3");
        EXPECT_TRUE(page->groups[0].recommended);
        EXPECT_EQ(page->groups[0].files.size(), 6U);
    }
    FakeRepository torn = checkpoint();
    torn.files["model.safetensors.index.json"].content = R"({"weight_map": {"a": "../../../.bashrc"}})";
    hub_.add("maker/Torn", torn);
    const auto page = hugging_face().model("maker/Torn", never_);
    ASSERT_TRUE(page);
    EXPECT_EQ(page->groups[0].problem, GroupProblem::unsafe_name);
    EXPECT_FALSE(page->groups[0].recommended);
    EXPECT_FALSE(download_of(*page, page->groups[0], folder_.path() / "models"));
}

TEST_F(HubClientTest, FilesWithoutASha256AreCheckedByGitsId) {
    hub_.add("maker/Checkpoint", checkpoint());
    const auto page = hugging_face().model("maker/Checkpoint", never_);
    ASSERT_TRUE(page);
    EXPECT_EQ(kind_of(download_of(*page, page->groups[0], folder_.path())), FailureKind::bad_request);
    const auto group = hugging_face().with_hashes(page->groups[0], never_);
    ASSERT_TRUE(group) << group.failure().message;
    for (const HubFile& file : group->files) {
        EXPECT_EQ(file.sha256, test::sha256_of(checkpoint().files.at(file.path).content)) << file.path;
    }
    EXPECT_TRUE(download_of(*page, *group, folder_.path()));

    FileGroup other = page->groups[0];
    other.files[0].git_oid = std::string(40, '0');
    EXPECT_EQ(kind_of(hugging_face().with_hashes(other, never_)), FailureKind::wrong_content);
    other = page->groups[0];
    other.files[0].bytes -= 1;
    EXPECT_EQ(kind_of(hugging_face().with_hashes(other, never_)), FailureKind::wrong_size);

    // GGUF files have theirs: nothing is asked.
    const auto gguf = hugging_face().model("maker/Small-GGUF", never_);
    const auto before = hub_.paths().size();
    EXPECT_EQ(*hugging_face().with_hashes(gguf->groups[0], never_), gguf->groups[0]);
    EXPECT_EQ(hub_.paths().size(), before);
}

}  // namespace
}  // namespace hearth::hub
