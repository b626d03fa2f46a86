#include "transfers/credentials.h"

#include "transfers/address.h"

#include <algorithm>
#include <utility>

namespace hearth::transfers {

namespace {

/// "https://host:443": what two addresses of one server have in common.
std::string origin_of(std::string_view url) {
    const auto address = parse_address(url);
    if (!address) {
        return {};
    }
    std::string origin = address->scheme + "://" + address->host_and_port;
    if (address->host_and_port == address->host) {
        origin += address->scheme == "https" ? ":443" : ":80";
    }
    return origin;
}

}  // namespace

bool may_see_token(const Credentials& credentials, std::string_view url) {
    // A header line holds no blanks or line ends: nothing else may come with it.
    const bool fits = std::ranges::none_of(
        credentials.token, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; });
    if (credentials.token.empty() || !fits) {
        return false;
    }
    const std::string asked = origin_of(url);
    return !asked.empty() && std::ranges::any_of(credentials.hosts, [&](const std::string& host) {
        const bool has_scheme = host.find("://") != std::string::npos;
        return origin_of(has_scheme ? host : "https://" + host) == asked;
    });
}

CredentialsList::CredentialsList(std::vector<Credentials> list)
    : list_(std::make_shared<const std::vector<Credentials>>(std::move(list))) {}

CredentialsList::CredentialsList(std::shared_ptr<const Credentials> only)
    : CredentialsList(only ? std::vector{*only} : std::vector<Credentials>()) {}

std::shared_ptr<const Credentials> CredentialsList::for_address(std::string_view url) const {
    if (!list_) {
        return nullptr;
    }
    const auto found = std::ranges::find_if(
        *list_, [&](const Credentials& credentials) { return may_see_token(credentials, url); });
    return found == list_->end() ? nullptr : std::shared_ptr<const Credentials>(list_, &*found);
}

}  // namespace hearth::transfers
