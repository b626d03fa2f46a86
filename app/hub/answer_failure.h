#pragma once

#include "transfers/failure.h"

#include <string>
#include <string_view>

namespace hearth::hub {

/// The hub answered with what its API does not promise: web_page for HTML, error_text for the rest. `body`:
/// to tell the two apart.
transfers::Failure unexpected_answer(std::string_view host, std::string_view body, std::string expected);

/// A request that cannot be right, e.g. what is no model id; nothing was sent. `what` is shown escaped.
transfers::Failure bad_request(std::string_view what, std::string_view actual);

}  // namespace hearth::hub
