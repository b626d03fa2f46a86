#include "hub/hub_problem.h"

namespace hearth::hub {

std::optional<HubProblem> problem_of(const transfers::Failure& failure) {
    using transfers::FailureKind;
    if (failure.kind == FailureKind::web_page || failure.kind == FailureKind::error_text) {
        return HubProblem::bad_answer;
    }
    if (failure.kind != FailureKind::http_status || !failure.http_status) {
        return std::nullopt;
    }
    switch (*failure.http_status) {
        case 401:
        case 403:
            if (failure.reason == "GatedRepo") {
                return HubProblem::gated;
            }
            return failure.reason == "InvalidToken" ? HubProblem::token_refused : HubProblem::sign_in;
        case 404:
        case 410:
            return HubProblem::not_found;
        case 429:
            return HubProblem::rate_limited;
        default:
            return *failure.http_status >= 500 ? HubProblem::hub_trouble : HubProblem::bad_answer;
    }
}

}  // namespace hearth::hub
