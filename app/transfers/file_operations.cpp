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

SystemStatus write_whole(FileOperations& files, const std::filesystem::path& path, std::string_view text) {
    const auto opened = files.open(path, OpenMode::replace);
    if (!opened) {
        return opened.error_number;
    }
    const OpenFile file(files, opened.value);
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

SystemStatus replace_file(FileOperations& files, const std::filesystem::path& path, std::string_view bytes) {
    std::filesystem::path temporary = path;
    temporary += ".tmp";
    SystemStatus status = write_whole(files, temporary, bytes);
    if (status == 0) {
        status = files.rename(temporary, path);
    }
    if (status != 0) {
        static_cast<void>(files.remove(temporary));
    }
    return status;
}

}  // namespace hearth::transfers
