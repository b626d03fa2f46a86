#include "transfers/file_operations.h"

#include <cerrno>
#include <utility>

namespace hearth::transfers {

OpenFile::OpenFile(OpenFile&& other) noexcept
    : files_(other.files_), descriptor_(std::exchange(other.descriptor_, -1)) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept {
    std::swap(files_, other.files_);
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

OpenFile::~OpenFile() {
    if (descriptor_ >= 0) {
        static_cast<void>(
            files_->close(descriptor_));  // nothing of value is lost: sync() came before where it matters
    }
}

namespace {

/// In the place of what an earlier program left in it.
SystemStatus write_whole(FileOperations& files, const OpenFile& file, std::string_view text) {
    if (const SystemStatus status = files.truncate(file.descriptor(), 0); status != 0) {
        return status;
    }
    const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto written = files.write(file.descriptor(), done, bytes.subspan(done));
        if (!written) {
            return written.error_number;
        }
        if (written.value == 0) {
            return EIO;
        }
        done += written.value;
    }
    return files.sync(file.descriptor());
}

}  // namespace

SystemAnswer<std::optional<OpenFile>> open_locked(FileOperations& files, const std::filesystem::path& path) {
    // Another program may rename or remove the file between open and lock: then the name means another file,
    // or none, and it is opened again.
    constexpr int kAttempts = 5;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        const auto opened = files.open(path, OpenMode::read_write);
        if (!opened) {
            return {{}, opened.error_number};
        }
        OpenFile file(files, opened.value);
        const SystemStatus locked = files.lock(file.descriptor());
        if (locked != 0 && locked != ENOTSUP && locked != ENOSYS && locked != ENOLCK) {
            return {{}, locked};
        }
        const auto mine = files.identity(file.descriptor());
        if (!mine) {
            return {{}, mine.error_number};
        }
        const auto named = files.identity(path);
        if (named && named.value == mine.value) {
            return {std::move(file)};
        }
        if (!named && named.error_number != ENOENT) {
            return {{}, named.error_number};
        }
    }
    return {{}, EWOULDBLOCK};
}

std::optional<std::string> read_small_file(FileOperations& files, const std::filesystem::path& path,
                                           std::uint64_t most_bytes) {
    const auto opened = files.open(path, OpenMode::read);
    if (!opened) {
        return std::nullopt;
    }
    const OpenFile file(files, opened.value);
    const auto size = files.size(file.descriptor());
    if (!size || size.value > most_bytes) {
        return std::nullopt;
    }
    std::string text(size.value, '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const auto count =
            files.read(file.descriptor(), done, std::as_writable_bytes(std::span(text)).subspan(done));
        if (!count || count.value == 0) {
            return std::nullopt;
        }
        done += count.value;
    }
    return text;
}

SystemStatus replace_file(FileOperations& files, const std::filesystem::path& path, std::string_view bytes) {
    std::filesystem::path temporary = path;
    temporary += ".tmp";
    // The lock is held until the name has changed: nobody writes into what is about to be read.
    const auto file = open_locked(files, temporary);
    if (!file) {
        return file.error_number;
    }
    SystemStatus status = write_whole(files, *file.value, bytes);
    if (status == 0) {
        status = files.rename(temporary, path);
    }
    if (status != 0) {
        static_cast<void>(files.remove(temporary));
    }
    return status;
}

}  // namespace hearth::transfers
