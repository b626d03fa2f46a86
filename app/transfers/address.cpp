#include "transfers/address.h"

#include "transfers/header_text.h"

#include <algorithm>
#include <array>
#include <memory>

#include <curl/curl.h>

namespace hearth::transfers {

namespace {

struct UrlFree {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, UrlFree>;

struct TextFree {
    void operator()(char* text) const { curl_free(text); }
};

Url parse(std::string_view text) {
    Url url(curl_url());
    const bool clean =
        std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; });
    if (!clean || curl_url_set(url.get(), CURLUPART_URL, std::string(text).c_str(), 0) != CURLUE_OK) {
        return nullptr;
    }
    return url;
}

std::string part(CURLU* url, CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(url, which, &text, 0) != CURLUE_OK) {
        return {};
    }
    const std::unique_ptr<char, TextFree> owned(text);
    return owned ? std::string(owned.get()) : std::string();
}

}  // namespace

std::optional<Address> parse_address(std::string_view text) {
    const Url url = parse(text);
    if (!url) {
        return std::nullopt;
    }
    Address address;
    address.scheme = part(url.get(), CURLUPART_SCHEME);
    address.host = lower(part(url.get(), CURLUPART_HOST));
    if ((address.scheme != "http" && address.scheme != "https") || address.host.empty()) {
        return std::nullopt;
    }
    const std::string port = part(url.get(), CURLUPART_PORT);
    address.host_and_port = port.empty() ? address.host : address.host + ":" + port;
    return address;
}

bool is_loopback(std::string_view host) {
    constexpr std::array<std::string_view, 3> kHosts{"127.0.0.1", "localhost", "[::1]"};
    return std::ranges::find(kHosts, host) != kHosts.end();
}

std::string without_secrets(std::string_view text) {
    const Url url = parse(text);
    if (!url) {
        return "(an address that cannot be read)";
    }
    const bool had_query = !part(url.get(), CURLUPART_QUERY).empty();
    for (const CURLUPart secret :
         {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_OPTIONS, CURLUPART_QUERY, CURLUPART_FRAGMENT}) {
        curl_url_set(url.get(), secret, nullptr, 0);
    }
    return part(url.get(), CURLUPART_URL) + (had_query ? "?…" : "");
}

}  // namespace hearth::transfers
