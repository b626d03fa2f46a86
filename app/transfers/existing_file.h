#pragma once

#include "transfers/download.h"
#include "transfers/file_operations.h"
#include "transfers/sha256.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace hearth::transfers {

/// A file that already has the final name of a download: the file itself, fetched earlier, or another one
/// that is left alone. Used by one thread.
class ExistingFile {
 public:
    /// Nothing where nothing has the name, or what has it gives way and is of another size or cannot be
    /// opened. Failures: cannot_read, target_exists where the size differs.
    static Outcome<std::optional<ExistingFile>> look(FileOperations& files, const DownloadRequest& request);

    /// Reads a bounded slice. True: it is the file; false: it is another one, or cannot be read, and gives
    /// way; nothing: not all has been read. Failures: cannot_read, target_exists where it is another file.
    Outcome<std::optional<bool>> check_slice(std::vector<std::byte>& buffer);

 private:
    ExistingFile(FileOperations& files, const DownloadRequest& request, OpenFile file)
        : files_(&files), request_(&request), file_(std::move(file)) {}

    FileOperations* files_;
    const DownloadRequest* request_;
    OpenFile file_;
    Sha256 hash_;
    std::uint64_t hashed_ = 0;
};

}  // namespace hearth::transfers
