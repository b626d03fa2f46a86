#pragma once

#include <hearth/error.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hearth::storage {

/// Why the chats could not be read or written: the cause behind an Error of this folder, for choosing a
/// sentence and a way on. The Error carries the file in `details.file` and the cause's stable name in
/// `details.actual`.
enum class StorageProblem : std::uint8_t {
    disk_full,      ///< free some space, then try again
    read_only,      ///< the file, its folder or the drive does not allow writing
    cannot_open,    ///< the file or its folder is missing or not allowed
    damaged,        ///< what is in the file is not what was written
    newer_version,  ///< written by a newer Hearth: can be read, not changed
    busy,           ///< another program held the file for longer than the busy timeout
    device_failed,  ///< reading or writing failed in the drive
    out_of_memory,
    too_large,      ///< a text or a value over its limit
    not_found,      ///< no such conversation, message, folder or preset
    not_open,       ///< it is in the file, and the store is one in memory
    invalid_value,  ///< a request that makes no sense, e.g. a parent of another conversation
    internal,       ///< a fault in Hearth
};

/// The stable name of a problem, e.g. "DiskFull".
std::string_view problem_name(StorageProblem problem);

/// The cause of an Error that came from this folder; none for any other Error.
std::optional<StorageProblem> problem_of(const Error& error);

/// Trying again as it is will not help: what it is about is gone, or makes no sense, or is over its limit.
bool is_hopeless(const Error& error);

/// An Error about `file` with one English sentence; `what` says what was being done ("save the message").
Error storage_error(StorageProblem problem, std::string_view file, std::string_view what,
                    std::string_view cause = {});

}  // namespace hearth::storage
