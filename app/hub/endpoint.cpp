#include "hub/endpoint.h"

#include "transfers/address.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace hearth::hub {

namespace {

using transfers::Failure;
using transfers::FailureKind;

constexpr std::size_t kLongestUrl = 2000;

Failure bad_address(std::string_view url, std::string reason) {
    Failure failure{.kind = FailureKind::bad_address,
                    .message = "this is no address of a hub: " + reason,
                    .reason = std::move(reason)};
    if (const auto address = transfers::parse_address(url)) {
        failure.host = address->host_and_port;
    }
    return failure;
}

}  // namespace

std::vector<Endpoint> known_endpoints() {
    return {
        {"huggingface", "Hugging Face", EndpointKind::hugging_face, "https://huggingface.co"},
        {"hf-mirror", "hf-mirror", EndpointKind::hugging_face, "https://hf-mirror.com"},
        {"modelscope", "ModelScope", EndpointKind::model_scope, "https://modelscope.cn"},
    };
}

transfers::Outcome<Endpoint> custom_endpoint(EndpointKind kind, std::string_view base_url) {
    while (base_url.ends_with('/')) {
        base_url.remove_suffix(1);
    }
    const auto address = transfers::parse_address(base_url);
    if (!address || base_url.size() > kLongestUrl || base_url.find('\\') != std::string_view::npos) {
        return bad_address(base_url, "it cannot be read");
    }
    if (base_url.find_first_of("@?#") != std::string_view::npos) {
        return bad_address(base_url, "it names a user, a query or a fragment");
    }
    if (address->scheme != "https" && !transfers::is_loopback(address->host)) {
        return bad_address(base_url, "it is not encrypted (https)");
    }
    return Endpoint{"custom", address->host_and_port, kind, std::string(base_url)};
}

transfers::Outcome<Endpoint> endpoint_named(std::string_view id_or_url, EndpointKind kind) {
    for (const auto& [prefix, named_kind] : {std::pair("huggingface=", EndpointKind::hugging_face),
                                             std::pair("modelscope=", EndpointKind::model_scope)}) {
        if (id_or_url.starts_with(prefix)) {
            return custom_endpoint(named_kind, id_or_url.substr(std::string_view(prefix).size()));
        }
    }
    for (Endpoint& endpoint : known_endpoints()) {
        if (endpoint.id == id_or_url || endpoint.base_url == id_or_url) {
            return std::move(endpoint);
        }
    }
    return custom_endpoint(kind, id_or_url);
}

std::vector<std::string> token_hosts(const Endpoint& endpoint) {
    const auto address = transfers::parse_address(endpoint.base_url);
    if (!address) {
        return {};
    }
    // A host alone means https; unencrypted, which only this computer itself may be, is named as such.
    std::vector<std::string> hosts{(address->scheme == "http" ? "http://" : "") + address->host_and_port};
    // ModelScope sends people and programs to both of its names.
    if (address->host_and_port == "modelscope.cn") {
        hosts.emplace_back("www.modelscope.cn");
    }
    return hosts;
}

}  // namespace hearth::hub
