#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "app/transfers/tls_identity.h"
#include "transfers/broken_pipe_guard.h"

#include <cerrno>

#include <gtest/gtest.h>
#include <openssl/ssl.h>
#include <unistd.h>

using namespace hearth::test;
using namespace hearth::transfers;

namespace {

const std::string kContent = test_content();

class Tls : public ::testing::Test {
 protected:
    DownloadSnapshot download(const std::string& url, const std::filesystem::path& certificates) {
        WatchedTransfers service(
            Transfers::Options{.policy = quick_policy(), .network = {.certificates = certificates}});
        return service.wait_end(service->add(request_for(kContent, folder_.path() / "file.gguf", {url})));
    }

    TemporaryFolder folder_;
    TlsIdentity identity_{{"IP:127.0.0.1"}, folder_.path()};
};

TEST_F(Tls, ACertificateThatIsTrustedServes) {
    const TestServer server(serve_file(kContent), &identity_);
    EXPECT_EQ(download(server.url(), identity_.certificate_file()).state, DownloadState::finished);
    EXPECT_TRUE(read_file(folder_.path() / "file.gguf") == kContent);
}

TEST_F(Tls, ACertificateOfNobodyIsRefused) {
    const TestServer server(serve_file(kContent), &identity_);
    const DownloadSnapshot end = download(server.url(), {});
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::tls_failed);
    EXPECT_TRUE(server.requests().empty());
}

TEST_F(Tls, ACertificateForAnotherNameIsRefused) {
    const std::filesystem::path folder = folder_.path() / "other";
    std::filesystem::create_directories(folder);
    const TlsIdentity other({"DNS:elsewhere.test"}, folder);
    const TestServer server(serve_file(kContent), &other);
    EXPECT_EQ(download(server.url(), other.certificate_file()).failure->kind, FailureKind::tls_failed);
    EXPECT_TRUE(server.requests().empty());
}

TEST_F(Tls, AHandshakeThatIsResetIsTriedAgain) {
    TestServer server(serve_file(kContent), &identity_);
    server.reset_next(2);
    EXPECT_EQ(download(server.url(), identity_.certificate_file()).state, DownloadState::finished);
    EXPECT_GE(server.connections(), 3);
}

TEST_F(Tls, AServerThatIsNeverThereIsNotBlamedOnItsCertificate) {
    TestServer server(serve_file(kContent), &identity_);
    server.reset_next(1000);
    EXPECT_EQ(download(server.url(), identity_.certificate_file()).failure->kind,
              FailureKind::connection_lost);
}

TEST_F(Tls, AServerThatSpeaksNoVersionOfOursIsRefusedAtOnce) {
    SSL_CTX_set_max_proto_version(identity_.context(), TLS1_1_VERSION);
    const TestServer server(serve_file(kContent), &identity_);
    EXPECT_EQ(download(server.url(), identity_.certificate_file()).failure->kind, FailureKind::tls_failed);
    EXPECT_EQ(server.connections(), 1);
}

/// Row 18 of the state matrix.
TEST_F(Tls, Row18NothingLeadsFromHttpsToHttp) {
    const TestServer plain(serve_file(kContent));
    const TestServer secure(
        [&](const TestRequest&, const TestConnection& connection) {
            connection.respond(302, "", {{"Location", plain.url()}});
        },
        &identity_);
    const DownloadSnapshot end = download(secure.url(), identity_.certificate_file());
    EXPECT_EQ(end.state, DownloadState::failed);
    EXPECT_EQ(end.failure->kind, FailureKind::redirect_refused);
    EXPECT_EQ(plain.connections(), 0);
}

TEST_F(Tls, FromHttpToHttpsIsFine) {
    const TestServer secure(serve_file(kContent), &identity_);
    const TestServer plain([&](const TestRequest&, const TestConnection& connection) {
        connection.respond(302, "", {{"Location", secure.url()}});
    });
    EXPECT_EQ(download(plain.url(), identity_.certificate_file()).state, DownloadState::finished);
}

TEST(BrokenPipe, IsAnErrorAndNoSignal) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    ::close(ends[0]);
    {
        const BrokenPipeGuard guard;
        EXPECT_EQ(::write(ends[1], "x", 1), -1);
        EXPECT_EQ(errno, EPIPE);
    }
    ::close(ends[1]);  // and the program still lives
}

}  // namespace
