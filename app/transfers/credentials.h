#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::transfers {

/// The token of one hub and who may see it.
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

/// The tokens of all hubs that are known, so that a download from one goes on while another is looked at. A
/// value that does not change once it is shared: another one replaces it. Cheap to copy, safe in any thread.
class CredentialsList {
 public:
    CredentialsList() = default;
    CredentialsList(std::vector<Credentials> list);
    /// A single one; null: none.
    CredentialsList(std::shared_ptr<const Credentials> only);

    /// Those whose token a request to this address may carry, the first where several may; null: none.
    std::shared_ptr<const Credentials> for_address(std::string_view url) const;

 private:
    std::shared_ptr<const std::vector<Credentials>> list_;
};

}  // namespace hearth::transfers
