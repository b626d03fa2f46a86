#pragma once

#include "transfers/failure.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::hub {

/// Which API a hub speaks. hf-mirror and other mirrors of Hugging Face answer under the same paths.
enum class EndpointKind : std::uint8_t { hugging_face, model_scope };

/// One place that lists models and gives out their files.
struct Endpoint {
    std::string id;    ///< for settings and scripts, e.g. "hf-mirror"; "custom" for an own address
    std::string name;  ///< for people: a proper name, never translated
    EndpointKind kind = EndpointKind::hugging_face;
    std::string base_url;  ///< http or https, no slash at the end, e.g. "https://huggingface.co"

    friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// Hugging Face, hf-mirror and ModelScope, in the order in which they are offered.
std::vector<Endpoint> known_endpoints();

/// A person's own address of a hub; slashes at its end are taken off. Failures: bad_address for what is not
/// https (or http on this computer's own loopback), or names a user, a query or a fragment.
transfers::Outcome<Endpoint> custom_endpoint(EndpointKind kind, std::string_view base_url);

/// `id` of a known endpoint, or an address of the kind `kind`, or "modelscope=ADDRESS",
/// "huggingface=ADDRESS". Failures: bad_address.
transfers::Outcome<Endpoint> endpoint_named(std::string_view id_or_url,
                                            EndpointKind kind = EndpointKind::hugging_face);

/// Who may see the endpoint's token, as transfers::Credentials::hosts wants it: the endpoint itself and its
/// own other names, never the storage hosts that it redirects to.
std::vector<std::string> token_hosts(const Endpoint& endpoint);

}  // namespace hearth::hub
