#pragma once

#include "transfers/credentials.h"
#include "transfers/failure.h"
#include "transfers/network_options.h"
#include "transfers/offline_switch.h"
#include "transfers/request_log.h"
#include "transfers/response_head.h"
#include "transfers/transfer_policy.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace hearth::transfers {

struct HttpRequest {
    std::string url;
    std::optional<std::uint64_t> first_byte{};  ///< asks for the file from here on …
    std::optional<std::uint64_t> last_byte{};   ///< … to here, inclusive; nothing: to its end
    std::string if_range{};                     ///< validator that goes with it …
    std::string if_range_host{};                ///< … to this host alone
    std::string accept{};                       ///< empty: anything
    RequestPurpose purpose = RequestPurpose::other;
    std::string subject{};
};

/// Takes in what comes; called on the client's thread, inside perform() or resume(). A failure that is
/// returned stops the request, and on_end gets it back.
class HttpReceiver {
 public:
    virtual ~HttpReceiver() = default;
    virtual MaybeFailure on_redirect(const ResponseHead& head) = 0;
    virtual MaybeFailure on_response(const ResponseHead& head) = 0;
    /// Whether bytes may come now. False: the request rests, its bytes stay with the network until resume().
    virtual bool may_receive() { return true; }
    virtual MaybeFailure on_bytes(std::span<const std::byte> bytes) = 0;
    /// Once, as the last call. Nothing: the response ended; that alone does not mean that it is whole.
    virtual void on_end(MaybeFailure failure) = 0;
};

enum class ExchangeId : std::uint64_t {};

/// GET requests over one libcurl multi handle. Every request of the program goes through start_hop() of this
/// class: there the offline switch is asked, the rule on who sees the token is kept and the log is written,
/// for each redirect anew.
///
/// Redirects are followed by hand: http and https only, never from https to http. The token goes along that
/// the first address may see, to the origins of its Credentials alone, and to nobody any more once a redirect
/// has left them. A 401 to a request with the token is asked once more without it. All calls but wake() from
/// one thread.
class HttpClient {
 public:
    /// The switch and the log outlive the client. Throws std::runtime_error where libcurl cannot start.
    HttpClient(const OfflineSwitch& offline, RequestLog& log, const TransferPolicy& policy);
    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;
    ~HttpClient();

    /// For requests that start from now on.
    void set_credentials(CredentialsList credentials);
    void set_network(NetworkOptions network);

    /// The receiver lives until on_end or stop(). Failures: offline, bad_address; internal where libcurl
    /// refuses.
    Outcome<ExchangeId> start(HttpRequest request, HttpReceiver& receiver);
    /// Closes the connection; the receiver hears nothing more. Not from inside a receiver's call.
    void stop(ExchangeId id);
    /// Goes on with a request that rests; its bytes may come at once. Not from inside a receiver's call.
    void resume(ExchangeId id);
    /// Closes the connections that were kept for later requests. Nothing where a request is under way.
    void close_idle();
    /// Moves what can be moved and delivers it; never waits.
    void perform();
    /// Until there is something to do, wake() or the timeout.
    void wait(std::chrono::milliseconds timeout);
    /// From any thread.
    void wake();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hearth::transfers
