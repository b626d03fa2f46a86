#include "transfers/failure.h"

namespace hearth::transfers {

std::string_view failure_name(FailureKind kind) {
    switch (kind) {
        case FailureKind::offline:
            return "offline";
        case FailureKind::stopped:
            return "stopped";
        case FailureKind::no_source:
            return "no_source";
        case FailureKind::bad_address:
            return "bad_address";
        case FailureKind::bad_request:
            return "bad_request";
        case FailureKind::in_use:
            return "in_use";
        case FailureKind::target_exists:
            return "target_exists";
        case FailureKind::host_not_found:
            return "host_not_found";
        case FailureKind::proxy_not_found:
            return "proxy_not_found";
        case FailureKind::proxy_unreachable:
            return "proxy_unreachable";
        case FailureKind::proxy_refused:
            return "proxy_refused";
        case FailureKind::cannot_connect:
            return "cannot_connect";
        case FailureKind::connect_timed_out:
            return "connect_timed_out";
        case FailureKind::tls_failed:
            return "tls_failed";
        case FailureKind::stalled:
            return "stalled";
        case FailureKind::connection_lost:
            return "connection_lost";
        case FailureKind::http_status:
            return "http_status";
        case FailureKind::token_needed:
            return "token_needed";
        case FailureKind::token_refused:
            return "token_refused";
        case FailureKind::licence_not_accepted:
            return "licence_not_accepted";
        case FailureKind::no_such_repository:
            return "no_such_repository";
        case FailureKind::no_such_file:
            return "no_such_file";
        case FailureKind::redirect_refused:
            return "redirect_refused";
        case FailureKind::web_page:
            return "web_page";
        case FailureKind::pointer_file:
            return "pointer_file";
        case FailureKind::error_text:
            return "error_text";
        case FailureKind::nothing_received:
            return "nothing_received";
        case FailureKind::wrong_size:
            return "wrong_size";
        case FailureKind::unexpected_encoding:
            return "unexpected_encoding";
        case FailureKind::file_changed:
            return "file_changed";
        case FailureKind::range_refused:
            return "range_refused";
        case FailureKind::wrong_content:
            return "wrong_content";
        case FailureKind::no_space:
            return "no_space";
        case FailureKind::cannot_write:
            return "cannot_write";
        case FailureKind::cannot_read:
            return "cannot_read";
        case FailureKind::internal:
            return "internal";
    }
    return "internal";
}

}  // namespace hearth::transfers
