#pragma once

#include "cli/console.h"
#include "transfers/failure.h"

#include <hearth/error.h>

#include <nlohmann/json.hpp>

namespace hearth::cli {

/// What the program returns for a failure of the network, of a server or of the drive.
ExitCode exit_code_of(const transfers::Failure& failure);

/// {code, message, host, …}: what is not known is left out.
nlohmann::ordered_json failure_json(const transfers::Failure& failure);

/// Sets the exit code, tells programs the facts in a line of their own, and gives the error whose sentence is
/// shown.
Error failed_transfer(const transfers::Failure& failure, Console& console);

}  // namespace hearth::cli
