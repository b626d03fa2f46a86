#include "catalog/file_hash.h"

#include "catalog/descriptor.h"
#include "transfers/sha256.h"

#include <cerrno>
#include <span>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth::catalog {

namespace {

constexpr std::size_t kChunk = std::size_t{4} << 20U;

Error failed(const std::filesystem::path& file, int error) {
    const bool missing = error == ENOENT || error == ENOTDIR || error == ELOOP || error == ENAMETOOLONG;
    Error failure{
        missing ? ErrorCode::file_not_found : ErrorCode::read_failed,
        fmt::format("{}: {}", escaped(file.string(), 4096), std::generic_category().message(error))};
    failure.details.file = file.string();
    return failure;
}

}  // namespace

Result<FileHash> hash_file(const std::filesystem::path& file, const CancelCheck& cancelled,
                           const std::function<void(std::uint64_t)>& progress) {
    const Descriptor input(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (input.number() < 0) {
        return failed(file, errno);
    }
    struct stat status {};
    if (::fstat(input.number(), &status) != 0) {
        return failed(file, errno);
    }
    if (!S_ISREG(status.st_mode)) {  // a pipe has no bytes to come back to, a device perhaps no end
        Error failure{ErrorCode::read_failed,
                      fmt::format("{}: this is no regular file", escaped(file.string(), 4096))};
        failure.details.file = file.string();
        return failure;
    }
    ::posix_fadvise(input.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
    transfers::Sha256 hash;
    std::vector<std::byte> chunk(kChunk);
    FileHash result;
    while (true) {
        if (cancelled()) {
            return Error{ErrorCode::cancelled, "the check was cancelled"};
        }
        const auto position = static_cast<off_t>(result.bytes);
        const ssize_t count = ::pread(input.number(), chunk.data(), chunk.size(), position);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return failed(file, errno);
        }
        if (count == 0) {
            break;
        }
        // The drive reads what comes next while this is hashed.
        ::posix_fadvise(input.number(), position + count, 2 * static_cast<off_t>(kChunk),
                        POSIX_FADV_WILLNEED);
        hash.update(std::span(chunk).first(static_cast<std::size_t>(count)));
        result.bytes += static_cast<std::uint64_t>(count);
        if (progress) {
            progress(result.bytes);
        }
    }
    result.sha256 = hash.hex();
    return result;
}

}  // namespace hearth::catalog
