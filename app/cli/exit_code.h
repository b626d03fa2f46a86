#pragma once

namespace hearth::cli {

/// What hearth-cli returns; scripts rely on the numbers.
enum class ExitCode : int {
    done = 0,
    failed = 1,
    wrong_use = 2,
    not_found = 3,        ///< no such model, file or address
    network = 4,          ///< the network or a server
    does_not_verify = 5,  ///< the bytes are not those they should be
    disk = 6,             ///< no space, not writable, cannot be read
};

}  // namespace hearth::cli
