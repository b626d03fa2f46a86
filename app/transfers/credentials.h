#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hearth::transfers {

/// A hub's token and who may see it. A value that does not change once it is shared: another one replaces it.
struct Credentials {
    std::string token;  ///< empty: none
    /// Origins that may see it: "huggingface.co" means https on its usual port, "hub.example:8443" https on
    /// another one, and "http://hub.local:8080" a server that a person has named as unencrypted. A host
    /// stands for itself alone, never for what is below it.
    std::vector<std::string> hosts;

    friend bool operator==(const Credentials&, const Credentials&) = default;
};

/// Whether a request to this address may carry the token. False where there is none, or none that fits into a
/// header.
bool may_see_token(const Credentials& credentials, std::string_view url);

}  // namespace hearth::transfers
