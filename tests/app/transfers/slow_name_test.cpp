// A name server that does not answer: nothing here waits for it.
#include "app/transfers/test_download.h"
#include "app/transfers/test_server.h"
#include "transfers/fetcher.h"

#include <chrono>
#include <string_view>
#include <thread>

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <netdb.h>

using namespace hearth::test;
using namespace hearth::transfers;
using namespace std::chrono_literals;

/// In the place of the system's, for libcurl too: one name takes its time.
extern "C" int getaddrinfo(const char* name, const char* service, const addrinfo* hints, addrinfo** found) {
    if (name != nullptr && std::string_view(name) == "slow.test") {
        std::this_thread::sleep_for(4s);
        return EAI_AGAIN;
    }
    using Real = int (*)(const char*, const char*, const addrinfo*, addrinfo**);
    static const auto real = reinterpret_cast<Real>(::dlsym(RTLD_NEXT, "getaddrinfo"));
    return real(name, service, hints, found);
}

namespace {

constexpr const char* kUrl = "http://slow.test/file.gguf";
constexpr auto kSoon = 1500ms;

TransferPolicy patient_policy() {
    TransferPolicy policy = quick_policy();
    policy.connect_timeout = 10s;
    policy.stall_time = 10s;
    return policy;
}

class SlowName : public ::testing::Test {
 protected:
    auto passed() const { return std::chrono::steady_clock::now() - start_; }

    const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    TemporaryFolder folder_;
};

TEST_F(SlowName, AQuestionEndsSoonAfterAStop) {
    {
        const OfflineSwitch offline;
        RequestLog log;
        Fetcher fetcher(offline, log, patient_policy());
        std::stop_source stop;
        const std::jthread stopper([&] {
            std::this_thread::sleep_for(100ms);
            stop.request_stop();
        });
        EXPECT_EQ(fetcher.fetch({.url = kUrl}, stop.get_token()).failure().kind, FailureKind::stopped);
        EXPECT_LT(passed(), kSoon);
    }
    EXPECT_LT(passed(), kSoon);
}

TEST_F(SlowName, PausingOneDownloadHoldsUpNoOther) {
    const std::string content = test_content();
    const TestServer server(serve_file(content));
    {
        WatchedTransfers service(Transfers::Options{.policy = patient_policy()});
        const DownloadId slow = service->add(request_for(content, folder_.path() / "slow.gguf", {kUrl}));
        service.wait_state(slow, DownloadState::connecting);
        std::this_thread::sleep_for(100ms);  // the name is being looked up by now
        service->pause(slow);
        const DownloadId other =
            service->add(request_for(content, folder_.path() / "other.gguf", {server.url()}));
        EXPECT_EQ(service.wait_end(other).state, DownloadState::finished);
        EXPECT_LT(passed(), kSoon);
        service->resume(slow);
        std::this_thread::sleep_for(100ms);
    }
    EXPECT_LT(passed(), kSoon);  // the service has ended as well
}

}  // namespace
