#pragma once

#include "transfers/failure.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::transfers {

/// Status line and the headers that matter of one response.
struct ResponseHead {
    std::uint32_t status = 0;
    std::optional<std::uint64_t> content_length{};
    std::string content_type{};
    std::string content_encoding{};
    std::string content_range{};
    std::string etag{};
    std::string link{};
    std::string location{};
    std::string date{};
    std::string retry_after{};
    std::string linked_etag{};  ///< X-Linked-ETag of Hugging Face: the SHA-256 of the file it redirects to
    std::string linked_size{};
    std::string error_code{};  ///< X-Error-Code of Hugging Face
    std::string error_message{};

    // not from the server
    std::string url{};           ///< what was asked for, after redirects
    std::string host{};          ///< who answered
    bool token_sent = false;     ///< this request carried the token
    bool token_refused = false;  ///< it was refused before, and this request was made without it
};

/// Takes one header line in; unknown ones are ignored. A status line begins a new head.
void read_header_line(std::string_view line, ResponseHead& head);

/// What a Content-Range header says; the length of the whole file may be unknown ("*").
struct ContentRange {
    std::optional<std::uint64_t> first{};  ///< nothing in "bytes */100", the form of 416
    std::uint64_t last = 0;                ///< inclusive
    std::optional<std::uint64_t> total{};
};
/// Nothing where it is not in bytes, or senseless.
std::optional<ContentRange> parse_content_range(std::string_view text);

/// How long the server wants to be left alone. A date counts from the server's own clock where it shows it.
std::optional<std::uint32_t> retry_after_seconds(const ResponseHead& head);
/// Whether it named a date rather than a number of seconds.
bool retry_after_is_date(const ResponseHead& head);

/// A failure that names who answered and with what status.
Failure failure_of(FailureKind kind, const ResponseHead& head, std::string_view what);

/// What a status means that is no success: the token, the licence, nothing there, or else http_status.
Failure status_failure(const ResponseHead& head);

}  // namespace hearth::transfers
