#include "transfers/response_head.h"

#include "transfers/header_text.h"

#include <hearth/error.h>

#include <algorithm>
#include <charconv>
#include <chrono>

#include <curl/curl.h>
#include <fmt/format.h>

namespace hearth::transfers {

namespace {

std::optional<std::int64_t> unix_time(const std::string& date) {
    const time_t seconds = date.empty() ? -1 : curl_getdate(date.c_str(), nullptr);
    return seconds < 0 ? std::nullopt : std::optional<std::int64_t>(seconds);
}

FailureKind kind_of_status(const ResponseHead& head) {
    const std::uint32_t status = head.status;
    if (head.error_code == "GatedRepo") {
        if (head.token_refused) {
            return FailureKind::token_refused;
        }
        return head.token_sent ? FailureKind::licence_not_accepted : FailureKind::token_needed;
    }
    if (head.error_code == "RepoNotFound" || head.error_code == "RevisionNotFound") {
        return FailureKind::no_such_repository;
    }
    if (head.error_code == "EntryNotFound") {
        return FailureKind::no_such_file;
    }
    if (status == 401) {
        return head.token_sent || head.token_refused ? FailureKind::token_refused : FailureKind::token_needed;
    }
    return status == 407 ? FailureKind::proxy_refused : FailureKind::http_status;
}

}  // namespace

void read_header_line(std::string_view line, ResponseHead& head) {
    if (line.starts_with("HTTP/")) {
        head = ResponseHead{.url = head.url,
                            .host = head.host,
                            .token_sent = head.token_sent,
                            .token_refused = head.token_refused};
        if (const std::size_t space = line.find(' '); space != std::string_view::npos) {
            const std::string_view code = trimmed(line.substr(space)).substr(0, 3);
            head.status = static_cast<std::uint32_t>(number(code).value_or(0));
        }
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) {
        return;
    }
    const std::string name = lower(trimmed(line.substr(0, colon)));
    const std::string value(trimmed(line.substr(colon + 1)));
    if (name == "content-length") {
        head.content_length = number(value);
    } else if (name == "content-type") {
        head.content_type = lower(value);
    } else if (name == "content-encoding") {
        head.content_encoding = lower(value);
    } else if (name == "content-range") {
        head.content_range = value;
    } else if (name == "etag") {
        head.etag = value;
    } else if (name == "link") {
        head.link = value;
    } else if (name == "location") {
        head.location = value;
    } else if (name == "date") {
        head.date = value;
    } else if (name == "retry-after") {
        head.retry_after = value;
    } else if (name == "x-linked-etag") {
        head.linked_etag = value;
    } else if (name == "x-linked-size") {
        head.linked_size = value;
    } else if (name == "x-error-code") {
        head.error_code = value;
    } else if (name == "x-error-message") {
        head.error_message = escaped(value, 500);
    }
}

std::optional<ContentRange> parse_content_range(std::string_view text) {
    constexpr std::string_view kUnit = "bytes ";
    if (!lower(text).starts_with(kUnit)) {
        return std::nullopt;
    }
    const std::string_view range = trimmed(text.substr(kUnit.size()));
    const std::size_t slash = range.find('/');
    if (slash == std::string_view::npos) {
        return std::nullopt;
    }
    ContentRange result;
    const std::string_view length = range.substr(slash + 1);
    result.total = number(length);
    if (!result.total && length != "*") {
        return std::nullopt;
    }
    const std::string_view span = range.substr(0, slash);
    if (span == "*") {
        return result;
    }
    const std::size_t dash = span.find('-');
    const auto first = number(span.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? std::optional<std::uint64_t>() : number(span.substr(dash + 1));
    if (!first || !last || *first > *last || (result.total && *last >= *result.total)) {
        return std::nullopt;
    }
    result.first = first;
    result.last = *last;
    return result;
}

bool retry_after_is_date(const ResponseHead& head) {
    return !head.retry_after.empty() && !number(head.retry_after);
}

std::optional<std::uint32_t> retry_after_seconds(const ResponseHead& head) {
    if (head.retry_after.empty()) {
        return std::nullopt;
    }
    if (const auto seconds = number(head.retry_after)) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(*seconds, UINT32_MAX));
    }
    const auto until = unix_time(head.retry_after);
    if (!until) {
        return std::nullopt;
    }
    const std::int64_t now =
        unix_time(head.date).value_or(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now()));
    return static_cast<std::uint32_t>(std::clamp<std::int64_t>(*until - now, 0, UINT32_MAX));
}

Failure failure_of(FailureKind kind, const ResponseHead& head, std::string_view what) {
    Failure failure;
    failure.kind = kind;
    failure.host = head.host;
    failure.http_status = head.status;
    failure.message = fmt::format("{}: {}", head.host, what);
    return failure;
}

Failure status_failure(const ResponseHead& head) {
    const FailureKind kind = kind_of_status(head);
    std::string what = fmt::format("answered {}", head.status);
    if (kind != FailureKind::http_status) {
        what += fmt::format(" ({})", failure_name(kind));
    }
    Failure failure = failure_of(kind, head, what);
    failure.reason = head.error_message;
    failure.retry_after_seconds = retry_after_seconds(head);
    failure.retry_after_date = retry_after_is_date(head);
    return failure;
}

}  // namespace hearth::transfers
