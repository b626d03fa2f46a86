#pragma once

#include "transfers/byte_ranges.h"
#include "transfers/download.h"
#include "transfers/file_operations.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace hearth::transfers {

/// What is kept beside an unfinished file so that another run can go on with it.
struct Journal {
    DownloadRequest request;
    std::string etag{};       ///< strong validator of the bytes in the part file; empty: none known
    std::string etag_host{};  ///< who gave it: it means nothing to other servers
    /// Which bytes of the part file are there, where it has gaps. Nothing: all up to its size.
    std::optional<std::vector<ByteRange>> received{};

    friend bool operator==(const Journal&, const Journal&) = default;
};

/// `NAME.part` and `NAME.part.json`, beside the target.
std::filesystem::path part_path(const std::filesystem::path& target);
std::filesystem::path journal_path(const std::filesystem::path& target);

/// Nothing where there is none, or where it is damaged: the part file alone is enough to go on, since the
/// hash decides.
std::optional<Journal> read_journal(FileOperations& files, const std::filesystem::path& target);
/// Atomically. errno.
SystemStatus write_journal(FileOperations& files, const Journal& journal);

/// The downloads that earlier runs left unfinished in a folder, in order of their names. Reads names and
/// journals only.
std::vector<DownloadRequest> find_unfinished(FileOperations& files, const std::filesystem::path& folder);

}  // namespace hearth::transfers
