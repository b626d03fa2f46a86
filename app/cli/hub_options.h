#pragma once

#include "hub/endpoint.h"
#include "transfers/credentials.h"

#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

namespace hearth::cli {

/// Which hub a command asks, and with whose rights: the same for every command that asks one.
struct HubOptions {
    std::optional<std::string> endpoint;  ///< as it was typed
};

void add_hub_options(CLI::App& app, HubOptions& options);

/// The hub for names without a host. Throws WrongValue.
hub::Endpoint read_endpoint(const HubOptions& options);

/// The token in HF_TOKEN, for that hub alone; nothing where there is none.
std::shared_ptr<const transfers::Credentials> read_token(const hub::Endpoint& endpoint);

}  // namespace hearth::cli
