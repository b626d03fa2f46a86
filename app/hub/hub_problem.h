#pragma once

#include "transfers/failure.h"

#include <cstdint>
#include <optional>

namespace hearth::hub {

/// What a hub's refusal means for a person. The way to the hub has its own FailureKinds.
enum class HubProblem : std::uint8_t {
    not_found,      ///< no such model, revision or file
    gated,          ///< accept the terms on the model's page, then give a token
    sign_in,        ///< not there, or private: a hub that knows no token does not say which
    token_refused,  ///< the token is wrong or has run out
    rate_limited,   ///< asked too often; Failure::retry_after_seconds may tell how long to wait
    hub_trouble,    ///< an error of the hub's own (5xx)
    bad_answer,     ///< not what the API promises
};

/// Nothing for failures of the way to the hub, of this computer and of the request itself.
std::optional<HubProblem> problem_of(const transfers::Failure& failure);

}  // namespace hearth::hub
