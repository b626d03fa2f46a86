// Answers that are no model although they say 200. The list says that the file has 4,096 bytes.
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/journal.h"

#include <gtest/gtest.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content(4096);

DownloadSnapshot fetch(const std::string& body, const std::string& type) {
    const TestServer server([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(200, body, {{"Content-Type", type}});
    });
    const TemporaryFolder folder;
    const std::filesystem::path target = folder.path() / "x.gguf";
    WatchedTransfers service;
    const DownloadSnapshot end =
        service.wait_end(service->add(request_for(kContent, target, {server.url()})));
    EXPECT_EQ(is_there(target), end.state == DownloadState::finished);
    if (end.state != DownloadState::finished) {
        EXPECT_EQ(end.state, DownloadState::failed);
        EXPECT_EQ(read_file(part_path(target)), "");
        EXPECT_EQ(server.connections(), 1);
    }
    return end;
}

TEST(NotAModel, AWebPage) {
    EXPECT_EQ(fetch("<!DOCTYPE html><html>Please sign in</html>....", "text/html").failure->kind,
              FailureKind::web_page);
}

TEST(NotAModel, EntryNotFound) {
    EXPECT_EQ(fetch("Entry not found", "text/plain").failure->kind, FailureKind::error_text);
}

TEST(NotAModel, APointer) {
    EXPECT_EQ(fetch("version https://git-lfs.github.com/spec/v1\noid sha256:" + std::string(64, '0') +
                        "\nsize 4096\n",
                    "text/plain")
                  .failure->kind,
              FailureKind::pointer_file);
}

TEST(NotAModel, AnError) {
    EXPECT_EQ(fetch(R"({"error":"Repository is gated"})", "application/json").failure->kind,
              FailureKind::error_text);
}

TEST(NotAModel, Nothing) {
    const DownloadSnapshot end = fetch("", "application/octet-stream");
    EXPECT_EQ(end.failure->kind, FailureKind::nothing_received);
    EXPECT_EQ(end.failure->bytes_available, 0U);
    EXPECT_EQ(end.failure->bytes_needed, 4096U);
}

TEST(NotAModel, Zeros) {
    EXPECT_EQ(fetch(std::string(4096, '\0'), "application/octet-stream").failure->kind,
              FailureKind::wrong_content);
}

TEST(NotAModel, TheTypeAloneNeverDecides) {
    EXPECT_EQ(fetch(kContent, "text/plain").state, DownloadState::finished);
}

/// The settings of a checkpoint: nothing is known of how they begin.
DownloadSnapshot fetch_settings(const std::string& content, const std::string& body, const std::string& type,
                                bool with_length = true) {
    const TestServer server([&](const TestRequest&, const TestConnection& connection) {
        if (with_length) {
            connection.respond(200, body, {{"Content-Type", type}});
        } else {
            connection.head(200, {{"Content-Type", type}});
            connection.send(body);
        }
    });
    const TemporaryFolder folder;
    DownloadRequest request = request_for(content, folder.path() / "config.json", {server.url()});
    request.first_bytes.clear();
    WatchedTransfers service;
    return service.wait_end(service->add(request));
}

TEST(NotAModel, SettingsMayBeCalledWhatTheyAre) {
    const std::string settings = R"({"model_type": "llama"})";
    for (const char* type : {"application/json", "application/json; charset=utf-8", "text/html"}) {
        EXPECT_EQ(fetch_settings(settings, settings, type).state, DownloadState::finished) << type;
        EXPECT_EQ(fetch_settings(settings, settings, type, false).state, DownloadState::finished) << type;
    }
    const std::string page = "<!DOCTYPE html><html>a template of a page</html>";
    EXPECT_EQ(fetch_settings(page, page, "text/html").state, DownloadState::finished);
}

TEST(NotAModel, WhatCameInPlaceOfSettingsIsStillTold) {
    const std::string settings = R"({"model_type": "llama"})";
    EXPECT_EQ(
        fetch_settings(settings, R"({"error":"Repository is gated"})", "application/json").failure->kind,
        FailureKind::error_text);
    EXPECT_EQ(fetch_settings(settings, "<html>Please sign in</html>", "text/html").failure->kind,
              FailureKind::web_page);
    EXPECT_EQ(fetch_settings(settings, R"({"model_type": "lIama"})", "application/json").failure->kind,
              FailureKind::wrong_content);
}

}  // namespace
