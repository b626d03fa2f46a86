#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::transfers {

/// How requests reach the world; one value for every client of the program.
struct NetworkOptions {
    /// "http://host:port", "https://…" or "socks5://…"; empty: as the environment says (https_proxy,
    /// no_proxy). This computer itself is reached directly either way.
    std::string proxy{};
    /// Certificates to trust besides those of the system, e.g. of a company's proxy; empty: none.
    std::filesystem::path certificates{};
    /// "host:port:address": names that are not looked up.
    std::vector<std::string> known_addresses{};

    friend bool operator==(const NetworkOptions&, const NetworkOptions&) = default;
};

/// Whether the text can be used as NetworkOptions::proxy.
bool is_proxy(std::string_view text);

/// Host and port of a proxy, for eyes: user name and password are left out.
std::string proxy_name(std::string_view proxy);

/// The proxy that the environment names for "http" or "https"; empty: none.
std::string environment_proxy(std::string_view scheme);

/// Who is reached without a proxy, as libcurl wants it: this computer, and where the proxy is that of the
/// environment, whom the environment takes out.
std::string reached_directly(const NetworkOptions& network);

}  // namespace hearth::transfers
