#include "transfers/response_check.h"

#include "transfers/header_text.h"
#include "transfers/sha256.h"

#include <hearth/error.h>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace hearth::transfers {

namespace {

Failure size_failure(const ResponseHead& head, const DownloadRequest& request, std::uint64_t bytes) {
    Failure failure = failure_of(FailureKind::wrong_size, head,
                                 fmt::format("sends {} bytes, the file has {}", bytes, request.bytes));
    failure.bytes_needed = request.bytes;
    failure.bytes_available = bytes;
    return failure;
}

}  // namespace

Outcome<ResponseUse> check_response(const ResponseHead& head, const DownloadRequest& request,
                                    const std::optional<ByteRange>& asked, std::string_view etag) {
    constexpr ResponseUse kFromStart{BodyUse::ask_from_start};
    if (head.status == 416 && asked) {
        return kFromStart;
    }
    if (head.status != 200 && head.status != 206) {
        return status_failure(head);
    }
    if (!head.content_encoding.empty() && head.content_encoding != "identity") {
        Failure failure = failure_of(FailureKind::unexpected_encoding, head,
                                     fmt::format("sends the file encoded as '{}', which was not asked for",
                                                 escaped(head.content_encoding)));
        failure.reason = escaped(head.content_encoding);
        return failure;
    }
    // ModelScope says 200 where it sends a range as well: what it sends stands in Content-Range.
    const bool is_piece = head.status == 206 || (asked && !head.content_range.empty());
    if (!is_piece) {
        return ResponseUse{BodyUse::from_start, request.bytes};
    }
    if (!asked) {
        return failure_of(FailureKind::range_refused, head,
                          "sends a part of the file where all was asked for");
    }
    const bool other_file = is_strong_etag(etag) && is_strong_etag(head.etag) && head.etag != etag;
    const auto range = parse_content_range(head.content_range);
    const bool right_range = range && range->first == asked->begin && range->last < asked->end &&
                             range->total.value_or(request.bytes) == request.bytes;
    const bool right_length = right_range && head.content_length.value_or(range->last + 1 - asked->begin) ==
                                                 range->last + 1 - asked->begin;
    if (other_file || !right_length) {
        return kFromStart;
    }
    return ResponseUse{BodyUse::piece, range->last + 1};
}

MaybeFailure check_linked_file(const ResponseHead& head, const DownloadRequest& request) {
    std::string_view hash = head.linked_etag;
    if (hash.size() >= 2 && hash.front() == '"' && hash.back() == '"') {
        hash = hash.substr(1, hash.size() - 2);
    }
    const auto size = number(head.linked_size);
    if ((is_sha256(hash) && hash != request.sha256) || (size && *size != request.bytes)) {
        return failure_of(FailureKind::file_changed, head, "has another file under this name now");
    }
    return {};
}

MaybeFailure check_first_bytes(std::span<const std::byte> first, const ResponseHead& head,
                               const DownloadRequest& request) {
    const std::string_view text(reinterpret_cast<const char*>(first.data()), first.size());
    const bool right_begin = !request.first_bytes.empty() && text.starts_with(request.first_bytes);
    // The length of a piece has been compared with what was asked for.
    const bool right_length = head.status == 206 || !head.content_range.empty() || !head.content_length ||
                              *head.content_length == request.bytes;
    // Nothing is known of how settings begin, which may well be JSON: the hash decides.
    const bool right_whole = request.first_bytes.empty() && head.content_length == request.bytes;
    if ((right_begin && right_length) || right_whole) {
        return {};
    }
    if (!right_begin) {
        const std::string begin = lower(trimmed(text.substr(0, 256)));
        if (begin.starts_with("<!doctype html") || begin.starts_with("<html") || begin.starts_with("<head") ||
            (begin.starts_with("<") && head.content_type.starts_with("text/html"))) {
            return failure_of(FailureKind::web_page, head, "a web page came instead of the file");
        }
        if (text.starts_with("version https://git-lfs")) {
            return failure_of(FailureKind::pointer_file, head,
                              "a pointer to the file came instead of the file");
        }
        if (begin.starts_with("entry not found") || begin.starts_with("{\"error") ||
            begin.starts_with("<?xml") ||
            (!request.first_bytes.empty() && begin.starts_with("{") &&
             head.content_type.starts_with("application/json"))) {
            Failure failure =
                failure_of(FailureKind::error_text, head, "an error message came instead of the file");
            failure.reason = escaped(trimmed(text.substr(0, 160)));
            return failure;
        }
    }
    if (!right_length) {
        return size_failure(head, request, *head.content_length);
    }
    if (!request.first_bytes.empty()) {
        return failure_of(FailureKind::wrong_content, head, "what came does not begin like the file");
    }
    return {};
}

bool is_strong_etag(std::string_view etag) {
    return etag.size() >= 2 && etag.front() == '"' && etag.back() == '"' &&
           std::ranges::none_of(etag, [](char c) { return static_cast<unsigned char>(c) < 0x21; });
}

}  // namespace hearth::transfers
