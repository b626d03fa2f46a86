#pragma once

#include "hub/endpoint.h"
#include "transfers/failure.h"

#include <span>
#include <string>
#include <string_view>

namespace hearth::hub {

/// What a person pasted, taken apart.
struct HubAddress {
    Endpoint endpoint;
    std::string id;              ///< "owner/name"
    std::string revision{};      ///< empty: the default branch
    std::string file{};          ///< path in the repository; empty: the whole model
    std::string quantization{};  ///< as written behind a colon; empty: none was

    friend bool operator==(const HubAddress&, const HubAddress&) = default;
};

/// Takes `owner/name`, addresses of a model's page or of one of its files (blob, resolve, tree, ModelScope's
/// FilePath) at one of the endpoints or at hf.co, each with or without "https://" and with `:Q4_K_M` behind
/// the name. Text without a host means `preferred`. Failures: bad_address for what is none of these or names
/// another host, bad_request for unsafe names.
transfers::Outcome<HubAddress> parse_address(std::string_view text, std::span<const Endpoint> endpoints,
                                             const Endpoint& preferred);

}  // namespace hearth::hub
