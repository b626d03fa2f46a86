#include "base/mapped_file.h"

#include <cerrno>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace hearth {

Result<MappedFile> MappedFile::map(const File& file) {
    const auto fail = [&](std::string_view problem) {
        Error error{ErrorCode::read_failed,
                    fmt::format("{}: cannot map the file: {}", escaped(file.path().string(), 4096), problem)};
        error.details.file = file.path().string();
        return error;
    };
    struct stat status {};
    if (::fstat(file.descriptor_, &status) != 0) {
        return fail(system_error_text(errno));
    }
    const auto size_now = static_cast<std::uint64_t>(status.st_size);
    if (size_now != file.size()) {
        Error error = fail(fmt::format("it had {} bytes when opened and has {} now", file.size(), size_now));
        error.details.bytes_needed = file.size();
        error.details.bytes_available = size_now;
        return error;
    }
    if (file.size() == 0) {
        return MappedFile({});
    }
    if (file.size() > std::numeric_limits<std::size_t>::max()) {
        return fail("it is larger than the address space");
    }
    const auto size = static_cast<std::size_t>(file.size());
    void* address = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, file.descriptor_, 0);
    if (address == MAP_FAILED) {
        return fail(system_error_text(errno));
    }
    return MappedFile({static_cast<const std::byte*>(address), size});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
}

MappedFile::~MappedFile() {
    if (!bytes_.empty()) {
        ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
    }
}

}  // namespace hearth
