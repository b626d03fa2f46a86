#include "fit/remote_header.h"

#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "fit/fit.h"
#include "support/checkpoint_fixture.h"
#include "support/temporary_folder.h"
#include "support/tiny_gguf.h"
#include "support/tiny_model.h"

#include <hearth/engine.h>
#include <hearth/load_plan.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include <gtest/gtest.h>

using namespace hearth;
using namespace hearth::fit;
using namespace hearth::test;
using transfers::Failure;
using transfers::FailureKind;

namespace {

constexpr RemoteHeaderLimits kSmall{.first_bytes = 1024, .most_bytes = 64 << 10};

class RemoteHeaderTest : public testing::Test {
 protected:
    /// A header of some 16 kB, then data of 2 MiB.
    std::string large_model() const {
        const auto path = folder_.path() / "large.gguf";
        TinyGguf()
            .set("general.architecture", std::string("llama"))
            .set("tokenizer.ggml.tokens", std::vector<std::string>(1500, "abc"))
            .tensor("a", {1024, 512}, std::vector<float>(1024 * 512))
            .write(path);
        return read_file(path);
    }

    RemoteHeader read(const TestServer& server, std::optional<std::uint64_t> bytes = {},
                      const RemoteHeaderLimits& limits = kSmall) {
        const std::vector<RemoteFile> files{{.name = "m.gguf", .url = server.url(), .bytes = bytes}};
        return read_remote_header(fetcher_, files, {}, limits);
    }

    static std::string why(const RemoteHeader& header) {
        if (const auto* failure = std::get_if<Failure>(&header)) {
            return std::string(transfers::failure_name(failure->kind)) + ": " + failure->message;
        }
        const auto* error = std::get_if<Error>(&header);
        return error == nullptr ? "a model" : error->message;
    }
    static std::optional<FailureKind> kind(const RemoteHeader& header) {
        const auto* failure = std::get_if<Failure>(&header);
        return failure == nullptr ? std::nullopt : std::optional(failure->kind);
    }
    static std::optional<ErrorCode> code(const RemoteHeader& header) {
        const auto* error = std::get_if<Error>(&header);
        return error == nullptr ? std::nullopt : std::optional(error->code);
    }

    TemporaryFolder folder_;
    transfers::OfflineSwitch offline_;
    transfers::RequestLog log_;
    transfers::Fetcher fetcher_{offline_, log_, quick_policy()};
};

TEST_F(RemoteHeaderTest, ReadsInGrowingPiecesAndNotTheData) {
    const std::string content = large_model();
    const TestServer server(serve_file(content));
    const RemoteHeader header = read(server, content.size());
    const auto* model = std::get_if<ModelFile>(&header);
    ASSERT_NE(model, nullptr) << why(header);
    EXPECT_EQ(model->file_bytes(), content.size());
    EXPECT_EQ(model->tensors().size(), 1U);
    EXPECT_FALSE(model->has_data());
    std::uint64_t next = 0;
    for (const TestRequest& request : server.requests()) {
        EXPECT_EQ(request.first_byte(), next) << "each continues where the last ended";
        next = request.last_byte().value() + 1;
    }
    EXPECT_LE(next, std::uint64_t{64} << 10U);
    EXPECT_LE(server.requests().size(), 6U);
    ASSERT_FALSE(log_.recent().empty());
    EXPECT_EQ(log_.recent().front().purpose, transfers::RequestPurpose::model_header);
    EXPECT_EQ(log_.recent().front().subject, "m.gguf");
}

TEST_F(RemoteHeaderTest, PlansAsTheFileItself) {
    const auto path = folder_.path() / "tiny.gguf";
    tiny_model(tiny_model_names().front()).file.write(path);
    const auto file = ModelFile::open(path);
    ASSERT_TRUE(file);
    const TestServer server(serve_file(read_file(path)));
    const RemoteHeader header = read(server);
    const auto* model = std::get_if<ModelFile>(&header);
    ASSERT_NE(model, nullptr) << why(header);
    const auto here = plan_load(*file, {});
    const auto there = plan_load(*model, {});
    ASSERT_TRUE(here && there);
    EXPECT_EQ(there->weight_bytes, here->weight_bytes);
    EXPECT_EQ(there->kv_bytes, here->kv_bytes);
    EXPECT_EQ(there->workspace_bytes, here->workspace_bytes);
}

/// A folder's files, by their names.
TestServer::Handler serve_folder(const std::filesystem::path& folder) {
    return [folder](const TestRequest& request, const TestConnection& connection) {
        const std::filesystem::path file = folder / request.path.substr(1);
        if (!is_there(file)) {
            connection.respond(404, "no");
            return;
        }
        serve_file(read_file(file))(request, connection);
    };
}

/// What a hub lists of a checkpoint.
std::vector<RemoteFile> files_of(const TestServer& server, const std::filesystem::path& folder) {
    std::vector<RemoteFile> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        files.push_back({.name = name, .url = server.url("/" + name), .bytes = entry.file_size()});
    }
    std::ranges::sort(files, {}, &RemoteFile::name);
    return files;
}

/// The checkpoint of a tiny model; none has divisors of its own.
CheckpointFixture tiny_checkpoint(const std::string& name) {
    TinyModel model = tiny_model(name);
    std::erase_if(model.file.tensors,
                  [](const auto& tensor) { return tensor.info.name == "rope_freqs.weight"; });
    return checkpoint_of(model);
}

class RemoteCheckpoint : public RemoteHeaderTest, public testing::WithParamInterface<std::string> {};

TEST_P(RemoteCheckpoint, IsToldWhatTheEngineWillHold) {
    tiny_checkpoint(GetParam()).write(folder_.path(), 2);
    const TestServer server(serve_folder(folder_.path()));
    const RemoteHeader header = read_remote_header(fetcher_, files_of(server, folder_.path()), {}, kSmall);
    const auto* model = std::get_if<ModelFile>(&header);
    ASSERT_NE(model, nullptr) << why(header);
    LoadOptions options;
    options.thread_count = 2;
    const auto fit = assess(*model, options, std::nullopt, 0);
    ASSERT_TRUE(fit) << fit.error().message;
    const auto engine = Engine::load(folder_.path(), options, {});
    ASSERT_TRUE(engine) << engine.error().message;
    const EngineInfo& ledger = (*engine)->info();
    EXPECT_EQ(fit->weights_bytes, ledger.weight_bytes);
    EXPECT_EQ(fit->kv_bytes, ledger.kv_bytes);
    EXPECT_EQ(fit->workspace_bytes, ledger.workspace_bytes);
    EXPECT_EQ(fit->context_tokens, ledger.context_tokens);
    for (const TestRequest& request : server.requests()) {
        EXPECT_TRUE(request.path.ends_with(".safetensors") || request.path == "/config.json") << request.path;
        EXPECT_TRUE(request.path == "/config.json" || request.last_byte()) << "no more than the header";
    }
}
INSTANTIATE_TEST_SUITE_P(All, RemoteCheckpoint, testing::ValuesIn(tiny_model_names()), [](const auto& each) {
    std::string name = each.param;
    std::ranges::replace(name, '-', '_');
    return name;
});

TEST_F(RemoteHeaderTest, ACheckpointWantsItsConfig) {
    CheckpointFixture checkpoint = tiny_checkpoint("qwen2");
    checkpoint.write(folder_.path());
    const TestServer server(serve_folder(folder_.path()));
    std::vector<RemoteFile> files = files_of(server, folder_.path());
    std::filesystem::remove(folder_.path() / "config.json");
    EXPECT_EQ(kind(read_remote_header(fetcher_, files, {}, kSmall)), FailureKind::http_status)
        << "listed, and not there";
    std::erase_if(files, [](const RemoteFile& file) { return file.name == "config.json"; });
    EXPECT_EQ(code(read_remote_header(fetcher_, files, {}, kSmall)), ErrorCode::file_not_found)
        << "not listed";
    checkpoint.config()["architectures"] = {"UnheardForCausalLM"};
    checkpoint.write(folder_.path());
    const RemoteHeader unheard = read_remote_header(fetcher_, files_of(server, folder_.path()), {}, kSmall);
    EXPECT_EQ(code(unheard), ErrorCode::unsupported_architecture) << why(unheard);
}

TEST_F(RemoteHeaderTest, AnOlderCheckpointTellsItsQuantizationApart) {
    CheckpointFixture checkpoint = tiny_checkpoint("qwen2");
    checkpoint.files["quantize_config.json"] = {{"bits", 3}, {"group_size", 32}};
    checkpoint.write(folder_.path());
    const TestServer server(serve_folder(folder_.path()));
    const RemoteHeader three = read_remote_header(fetcher_, files_of(server, folder_.path()), {}, kSmall);
    EXPECT_EQ(code(three), ErrorCode::unsupported_feature) << why(three);
    EXPECT_NE(why(three).find("is 3"), std::string::npos) << why(three);
}

TEST_F(RemoteHeaderTest, AFileSmallerThanTheFirstPieceIsEnough) {
    const auto path = folder_.path() / "small.gguf";
    TinyGguf().set("general.architecture", std::string("llama")).write(path);
    const TestServer server(serve_file(read_file(path)));
    const RemoteHeader header = read(server);
    EXPECT_NE(std::get_if<ModelFile>(&header), nullptr) << why(header);
}

/// Sends a file from its start whatever was asked for, without end; counts what was taken.
TestServer::Handler without_ranges(const std::string& content, std::uint64_t said_bytes,
                                   std::atomic<std::uint64_t>& taken) {
    return [&content, said_bytes, &taken](const TestRequest&, const TestConnection& connection) {
        if (!connection.head(200, {{"Content-Length", std::to_string(said_bytes)}})) {
            return;
        }
        const std::string rest(64 << 10, 'x');
        for (std::uint64_t sent = 0; sent < said_bytes;) {
            const std::string& piece = sent == 0 ? content : rest;
            if (!connection.send(piece)) {
                return;
            }
            sent += piece.size();
            taken += piece.size();
        }
    };
}

TEST_F(RemoteHeaderTest, AServerWithoutRangesCostsNoWholeFile) {
    const auto path = folder_.path() / "huge.gguf";
    TinyGguf()
        .set("general.architecture", std::string("llama"))
        .set("tokenizer.ggml.tokens", std::vector<std::string>(1500, "abc"))
        .write(path);
    const std::string content = read_file(path);
    std::atomic<std::uint64_t> taken = 0;
    constexpr std::uint64_t kHuge = std::uint64_t{40} << 30U;
    const TestServer server(without_ranges(content, kHuge, taken));
    const RemoteHeader header = read(server);
    const auto* model = std::get_if<ModelFile>(&header);
    ASSERT_NE(model, nullptr) << why(header);
    EXPECT_EQ(model->file_bytes(), kHuge);
    EXPECT_LT(taken.load(), std::uint64_t{64} << 20U) << "sockets hold some megabytes on the way";
}

TEST_F(RemoteHeaderTest, AHeaderWithoutEndIsGivenUp) {
    const auto path = folder_.path() / "long.gguf";
    TinyGguf()
        .set("tokenizer.ggml.tokens", std::vector<std::string>(20'000, "abcdefgh"))
        .tensor("a", {4}, std::vector<float>(4))
        .write(path);
    const std::string content = read_file(path);
    ASSERT_GT(content.size(), kSmall.most_bytes);
    const TestServer server(serve_file(content));
    const RemoteHeader header = read(server);
    EXPECT_EQ(code(header), ErrorCode::header_truncated) << why(header);
    std::uint64_t most = 0;
    for (const TestRequest& request : server.requests()) {
        most = std::max(most, request.last_byte().value() + 1);
    }
    EXPECT_LE(most, kSmall.most_bytes);
}

TEST_F(RemoteHeaderTest, AWrongRangeIsRefused) {
    const std::string content = large_model();
    const TestServer server([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(206, content.substr(100, 1024),
                           {{"Content-Range", "bytes 100-1123/" + std::to_string(content.size())}});
    });
    EXPECT_EQ(kind(read(server)), FailureKind::range_refused);
}

TEST_F(RemoteHeaderTest, DripsAreNoAnswer) {
    const std::string content = large_model();
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        const std::uint64_t first = request.first_byte().value();
        connection.respond(206, content.substr(static_cast<std::size_t>(first), 1),
                           {{"Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(first) +
                                                  "/" + std::to_string(content.size())}});
    });
    const RemoteHeader header = read(server);
    EXPECT_EQ(kind(header), FailureKind::connection_lost) << why(header);
    EXPECT_EQ(server.requests().size(), 1U);
}

TEST_F(RemoteHeaderTest, APageIsNoModel) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) {
        connection.respond(200, "<!doctype html><html>Sign in" + std::string(3000, ' '));
    });
    EXPECT_EQ(code(read(server)), ErrorCode::bad_magic);
}

TEST_F(RemoteHeaderTest, MissingFilesAndBrokenServersAreFailures) {
    std::atomic<int> status = 404;
    const TestServer server(
        [&](const TestRequest&, const TestConnection& connection) { connection.respond(status, "no"); });
    const RemoteHeader missing = read(server);
    ASSERT_EQ(kind(missing), FailureKind::http_status) << why(missing);
    EXPECT_EQ(std::get<Failure>(missing).http_status, 404U);
    status = 503;
    EXPECT_EQ(kind(read(server)), FailureKind::http_status);
    offline_.set(true);
    EXPECT_EQ(kind(read(server)), FailureKind::offline);
}

TEST_F(RemoteHeaderTest, AnotherFileThanThePageSaidIsToldApart) {
    const std::string content = large_model();
    const TestServer server(serve_file(content));
    EXPECT_EQ(kind(read(server, content.size() + 1)), FailureKind::file_changed);
    // Another one in the middle of the header.
    std::atomic<int> requests = 0;
    const TestServer changing([&](const TestRequest& request, const TestConnection& connection) {
        serve_file(content, ++requests == 1 ? "\"v1\"" : "\"v2\"")(request, connection);
    });
    EXPECT_EQ(kind(read(changing)), FailureKind::file_changed);
}

TEST_F(RemoteHeaderTest, CanBeStopped) {
    const TestServer server([](const TestRequest&, const TestConnection& connection) { connection.hold(); });
    std::stop_source wish;
    const std::jthread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        wish.request_stop();
    });
    const std::vector<RemoteFile> files{{.name = "m.gguf", .url = server.url()}};
    const RemoteHeader header = read_remote_header(fetcher_, files, wish.get_token());
    EXPECT_EQ(kind(header), FailureKind::stopped) << why(header);
}

TEST_F(RemoteHeaderTest, JoinsTheHeadersOfShards) {
    std::vector<std::string> contents;
    for (std::uint32_t number = 1; number <= 2; ++number) {
        const auto path = folder_.path() / ("part" + std::to_string(number));
        TinyGguf shard;
        shard.set_value("split.no", {MetadataType::u16, {}, std::uint64_t{number - 1}});
        shard.set_value("split.count", {MetadataType::u16, {}, std::uint64_t{2}});
        shard.set("split.tensors.count", std::int32_t{1});
        if (number == 2) {
            shard.tensor("a", {4}, std::vector<float>(4));
        }
        shard.write(path);
        contents.push_back(read_file(path));
    }
    const TestServer server([&](const TestRequest& request, const TestConnection& connection) {
        serve_file(contents.at(request.path.find("-00001-of-") != std::string::npos ? 0 : 1))(request,
                                                                                              connection);
    });
    const auto files = shards_of(server.url("/m-00002-of-00002.gguf?download=true"));
    ASSERT_EQ(files.size(), 2U);
    EXPECT_EQ(files[0].url, server.url("/m-00001-of-00002.gguf?download=true"));
    EXPECT_EQ(files[1].name, "m-00002-of-00002.gguf");
    const RemoteHeader header = read_remote_header(fetcher_, files, {});
    const auto* model = std::get_if<ModelFile>(&header);
    ASSERT_NE(model, nullptr) << why(header);
    EXPECT_EQ(model->shard_count(), 2U);
    EXPECT_EQ(model->find("a")->shard, 1U);
}

TEST_F(RemoteHeaderTest, ShardsWithoutNumberAreGivenUp) {
    const auto path = folder_.path() / "shard.gguf";
    TinyGguf()
        .set("general.architecture", std::string("llama"))
        .tensor("a", {4000}, std::vector<float>(4000))
        .write(path);
    const TestServer server(serve_file(read_file(path)));
    const auto files = shards_of(server.url("/m-00001-of-00200.gguf"));
    const RemoteHeaderLimits limits{
        .first_bytes = 1024, .most_bytes = 64 << 10, .most_bytes_together = (10 << 10) + 100};
    const RemoteHeader header = read_remote_header(fetcher_, files, {}, limits);
    EXPECT_EQ(code(header), ErrorCode::header_truncated) << why(header);
    EXPECT_NE(why(header).find("together"), std::string::npos) << why(header);
    EXPECT_LE(server.requests().size(), 11U);
    std::uint64_t asked = 0;
    for (const TestRequest& request : server.requests()) {
        asked += request.last_byte().value() + 1 - request.first_byte().value();
    }
    EXPECT_LE(asked, limits.most_bytes_together);
}

TEST(ShardsOf, OnlyShardsAreSeveral) {
    for (const char* url : {"https://h/a/model.gguf", "https://h/a/-00001-of-00002.gguf/x.gguf",
                            "https://h/m-00003-of-00002.gguf", "https://h/m-00000-of-00002.gguf",
                            "https://h/m-001-of-002.gguf", "https://h/m-0000a-of-00002.gguf"}) {
        const auto files = shards_of(url);
        ASSERT_EQ(files.size(), 1U) << url;
        EXPECT_EQ(files[0].url, url);
    }
    EXPECT_EQ(shards_of("https://h/a/model.gguf?x=/b")[0].name, "model.gguf");
}

}  // namespace
