#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hearth::transfers {

/// The parts of an http or https address that decide whether it may be asked.
struct Address {
    std::string scheme;  ///< "http" or "https"
    std::string host;    ///< lower case
    std::string host_and_port;
};

/// Nothing where the text is no address, names no host, holds a control character, or is neither http nor
/// https.
std::optional<Address> parse_address(std::string_view url);

/// Whether the host of an address is this computer itself.
bool is_loopback(std::string_view host);

/// The address for eyes and logs: user name, password, query and fragment are left out.
std::string without_secrets(std::string_view url);

}  // namespace hearth::transfers
