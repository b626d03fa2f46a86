#include "transfers/network_options.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>

#include <curl/curl.h>

namespace hearth::transfers {

namespace {

struct UrlFree {
    void operator()(CURLU* url) const { curl_url_cleanup(url); }
};

std::string part(CURLU* url, CURLUPart which) {
    char* text = nullptr;
    if (curl_url_get(url, which, &text, 0) != CURLUE_OK) {
        return {};
    }
    std::string result(text);
    curl_free(text);
    return result;
}

/// Null where it cannot be read. A proxy without a scheme is one of http, as everywhere.
std::unique_ptr<CURLU, UrlFree> parse_proxy(std::string_view proxy) {
    std::unique_ptr<CURLU, UrlFree> url(curl_url());
    const std::string text =
        proxy.find("://") == std::string_view::npos ? "http://" + std::string(proxy) : std::string(proxy);
    const bool clean =
        std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; });
    // Socks addresses are none of a protocol that libcurl transfers.
    if (!url || !clean ||
        curl_url_set(url.get(), CURLUPART_URL, text.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK) {
        return nullptr;
    }
    return url;
}

}  // namespace

bool is_proxy(std::string_view text) {
    const auto url = parse_proxy(text);
    if (!url || part(url.get(), CURLUPART_HOST).empty()) {
        return false;
    }
    constexpr std::array<std::string_view, 4> kSchemes{"http", "https", "socks5", "socks5h"};
    return std::ranges::find(kSchemes, part(url.get(), CURLUPART_SCHEME)) != kSchemes.end();
}

std::string proxy_name(std::string_view proxy) {
    const auto url = proxy.empty() ? nullptr : parse_proxy(proxy);
    if (!url) {
        return {};
    }
    const std::string port = part(url.get(), CURLUPART_PORT);
    return part(url.get(), CURLUPART_HOST) + (port.empty() ? "" : ":" + port);
}

std::string environment_proxy(std::string_view scheme) {
    // http_proxy only in lower case, as libcurl does: HTTP_PROXY can be set by whoever asks a web server.
    constexpr std::array<const char*, 3> kHttp{"http_proxy", "all_proxy", "ALL_PROXY"};
    constexpr std::array<const char*, 4> kHttps{"https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
    const auto first = [](const auto& names) {
        for (const char* name : names) {
            if (const char* value = std::getenv(name); value != nullptr && *value != '\0') {
                return std::string(value);
            }
        }
        return std::string();
    };
    return scheme == "https" ? first(kHttps) : first(kHttp);
}

std::string reached_directly(const NetworkOptions& network) {
    const std::string computer = "localhost,127.0.0.1,::1";
    if (!network.proxy.empty()) {
        return computer;
    }
    for (const char* name : {"no_proxy", "NO_PROXY"}) {
        if (const char* value = std::getenv(name); value != nullptr && *value != '\0') {
            // "*" means everybody where it stands alone.
            return std::string_view(value) == "*" ? value : computer + "," + value;
        }
    }
    return computer;
}

}  // namespace hearth::transfers
