#include "hub/hub_requests.h"

#include "transfers/address.h"

namespace hearth::hub {

using transfers::Failure;
using transfers::FailureKind;

bool is_passing(const Failure& failure) {
    switch (failure.kind) {
        case FailureKind::offline:
        case FailureKind::host_not_found:
        case FailureKind::proxy_not_found:
        case FailureKind::proxy_unreachable:
        case FailureKind::proxy_refused:
        case FailureKind::cannot_connect:
        case FailureKind::connect_timed_out:
        case FailureKind::tls_failed:
        case FailureKind::stalled:
        case FailureKind::connection_lost:
        case FailureKind::redirect_refused:
        case FailureKind::web_page:
        case FailureKind::error_text:
        case FailureKind::wrong_size:
        case FailureKind::unexpected_encoding:
            return true;
        case FailureKind::http_status:
            return failure.http_status && (*failure.http_status == 429 || *failure.http_status >= 500);
        default:
            return false;
    }
}

transfers::Outcome<HubAnswer> ask_hub(transfers::Fetcher& fetcher, const transfers::FetchRequest& request,
                                      std::stop_token stop) {
    transfers::Outcome<transfers::FetchAnswer> answer = fetcher.fetch(request, std::move(stop));
    if (!answer) {
        return std::move(answer).failure();
    }
    const auto address =
        transfers::parse_address(answer->final_url.empty() ? request.url : answer->final_url);
    const std::string host = address ? address->host_and_port : std::string();
    if (transfers::MaybeFailure failure = transfers::failure_of(*answer, host)) {
        // A hub without codes of its own says "not found" of models as of anything else.
        if (failure->kind == FailureKind::http_status && failure->http_status == 404U) {
            failure->kind = FailureKind::no_such_repository;
        }
        return *std::move(failure);
    }
    HubAnswer result;
    result.body.assign(reinterpret_cast<const char*>(answer->body.data()), answer->body.size());
    result.link = std::move(answer->link);
    result.final_url = std::move(answer->final_url);
    return result;
}

}  // namespace hearth::hub
