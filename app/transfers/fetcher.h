#pragma once

#include "transfers/credentials.h"
#include "transfers/failure.h"
#include "transfers/network_options.h"
#include "transfers/offline_switch.h"
#include "transfers/request_log.h"
#include "transfers/transfer_policy.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace hearth::transfers {

/// One small thing to ask for.
struct FetchRequest {
    std::string url;
    std::optional<std::uint64_t> first_byte{};  ///< with byte_count: that range of the file alone
    std::optional<std::uint64_t> byte_count{};
    std::size_t most_bytes = std::size_t{8} << 20U;  ///< an answer that is longer fails with wrong_size
    std::string accept{};                            ///< e.g. "application/json"; empty: anything
    RequestPurpose purpose = RequestPurpose::other;  ///< for the log …
    std::string subject{};                           ///< … and what it is about, e.g. "owner/name"
};

/// What came, whatever its status.
struct FetchAnswer {
    std::uint32_t status = 0;
    std::string content_type{};  ///< lower case
    std::string etag{};
    std::string link{};         ///< the Link header, of paging
    std::string linked_etag{};  ///< X-Linked-ETag and X-Linked-Size: of the file that a hub redirects to
    std::string linked_size{};
    std::string error_code{};                    ///< X-Error-Code of a hub, e.g. "GatedRepo"
    std::string error_message{};                 ///< X-Error-Message, made safe to show
    std::string final_url{};                     ///< after redirects
    std::optional<std::uint64_t> total_bytes{};  ///< of the whole file, where the server tells
    bool token_sent = false;                     ///< to the server that was asked first
    bool token_refused = false;                  ///< the token has expired; the answer came without it
    std::optional<std::uint32_t> retry_after_seconds{};
    std::vector<std::byte> body{};
};

/// What a status other than 2xx means: the token, the licence, a repository that is not there, or
/// http_status. Nothing for 2xx.
MaybeFailure failure_of(const FetchAnswer& answer, std::string_view host);

/// Small answers (JSON, headers of models by range), synchronous on the caller's thread. Thread-safe: several
/// threads may fetch at once, each over a connection of its own that is kept for the next. The offline
/// switch, which closes the connections that are kept, the log, redirects, TLS and the rule on who sees the
/// token are those of downloads.
class Fetcher {
 public:
    /// Switch and log outlive it. Throws std::runtime_error where libcurl cannot start.
    Fetcher(const OfflineSwitch& offline, RequestLog& log, const TransferPolicy& policy,
            CredentialsList credentials = {}, NetworkOptions network = {});
    Fetcher(const Fetcher&) = delete;
    Fetcher& operator=(const Fetcher&) = delete;
    ~Fetcher();

    /// From the next fetch on.
    void set_credentials(CredentialsList credentials);
    void set_network(NetworkOptions network);

    /// Waits for the answer; ends within a tenth of a second after a stop was asked for, with the failure
    /// `stopped`. Failures: offline, bad_address, what the network did, wrong_size, unexpected_encoding;
    /// internal where libcurl or memory refuses. Nothing is asked twice, nothing is thrown.
    Outcome<FetchAnswer> fetch(const FetchRequest& request, std::stop_token stop = {});

 private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace hearth::transfers
