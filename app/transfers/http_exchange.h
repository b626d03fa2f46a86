#pragma once

#include "transfers/http_client.h"

#include <cstdint>
#include <memory>
#include <string>

#include <curl/curl.h>

namespace hearth::transfers {

struct CurlEasyFree {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct CurlListFree {
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
};

/// One request on its way over one or more hops. The easy handle of each hop is set up by begin_hop().
class HttpExchange {
 public:
    /// `credentials`: of whoever is asked first; null: none.
    HttpExchange(ExchangeId id, HttpRequest request, std::shared_ptr<const Credentials> credentials,
                 HttpReceiver& receiver)
        : id_(id),
          request_(std::move(request)),
          credentials_(std::move(credentials)),
          receiver_(receiver),
          url_(request_.url) {}
    HttpExchange(const HttpExchange&) = delete;
    HttpExchange& operator=(const HttpExchange&) = delete;
    ~HttpExchange() = default;

    ExchangeId id() const { return id_; }
    const std::string& url() const { return url_; }  ///< of this hop
    RequestPurpose purpose() const { return request_.purpose; }
    const std::string& subject() const { return request_.subject; }
    std::uint32_t hop() const { return hop_; }
    CURL* easy() const { return easy_.get(); }
    std::uint64_t log_number = 0;

    /// A fresh easy handle for url(). Throws std::runtime_error where libcurl refuses an option.
    void begin_hop(const OfflineSwitch& offline, const TransferPolicy& policy, const NetworkOptions& network);
    /// Goes on to another address.
    void redirect_to(std::string url);
    /// Back to the first address, as nobody.
    void begin_without_token();

    bool is_redirect() const { return answer_ == Answer::redirect; }
    /// Refused although, or because, it carried the token.
    bool is_token_refused() const { return answer_ == Answer::token_refused; }
    std::uint64_t bytes_received() const { return bytes_received_; }
    const ResponseHead& head() const { return head_; }
    /// What this hop ended with, in words for the log and as a failure; host and hop filled in.
    MaybeFailure failure_after(CURLcode code) const;
    /// Where the redirect leads, made absolute; empty: nowhere.
    std::string redirect_target() const;
    /// Adds who and where.
    Failure placed(Failure failure) const;
    void end(MaybeFailure failure) { receiver_.on_end(std::move(failure)); }

 private:
    static std::size_t on_header(char* data, std::size_t size, std::size_t count, void* self) noexcept;
    static std::size_t on_body(char* data, std::size_t size, std::size_t count, void* self) noexcept;
    bool take_header(std::string_view line);
    std::size_t take_body(std::span<const std::byte> bytes);
    bool stop_with(MaybeFailure failure);
    void set_headers();
    void set_network(const NetworkOptions& network);
    std::string proxy_in_the_way(CURLcode code) const;

    /// What the head of this hop means; only `final` is the receiver's business.
    enum class Answer : std::uint8_t { final, redirect, token_refused };

    const ExchangeId id_;
    const HttpRequest request_;
    const std::shared_ptr<const Credentials> credentials_;
    HttpReceiver& receiver_;

    // of the chain of hops
    bool token_allowed_ = true;  ///< no host has been asked yet that may not see it
    bool token_refused_ = false;

    // of the current hop
    std::string url_;
    std::string host_;
    std::uint32_t hop_ = 0;
    std::unique_ptr<curl_slist, CurlListFree> headers_;
    std::unique_ptr<curl_slist, CurlListFree> known_addresses_;
    std::unique_ptr<CURL, CurlEasyFree> easy_;
    char error_text_[CURL_ERROR_SIZE] = {};
    ResponseHead head_;
    std::size_t header_bytes_ = 0;
    bool head_done_ = false;
    Answer answer_ = Answer::final;
    std::string proxy_;
    std::uint64_t bytes_received_ = 0;
    MaybeFailure stopped_;  ///< by the receiver or by a limit here
};

}  // namespace hearth::transfers
