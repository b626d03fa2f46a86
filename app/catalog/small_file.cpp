#include "catalog/small_file.h"

#include "catalog/descriptor.h"

#include <cerrno>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth::catalog {

namespace {

Error file_error(ErrorCode code, const std::filesystem::path& path, std::string_view what) {
    Error error{code, fmt::format("{}: {}", escaped(path.string(), 4096), what)};
    error.details.file = path.string();
    return error;
}

}  // namespace

Result<std::string> read_small_file(const std::filesystem::path& path, std::size_t most_bytes) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (file.number() < 0) {
        const bool missing = errno == ENOENT || errno == ENOTDIR;
        return file_error(missing ? ErrorCode::file_not_found : ErrorCode::read_failed, path,
                          missing ? "there is no such file" : std::generic_category().message(errno));
    }
    struct stat status {};
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return file_error(ErrorCode::read_failed, path, "this is not a regular file");
    }
    // One byte more than allowed tells a file that is too long, also one that grows meanwhile.
    std::string text(most_bytes + 1, '\0');
    std::size_t done = 0;
    while (done < text.size()) {
        const ssize_t count = ::read(file.number(), text.data() + done, text.size() - done);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return file_error(ErrorCode::read_failed, path, std::generic_category().message(errno));
        }
        if (count == 0) {
            break;
        }
        done += static_cast<std::size_t>(count);
    }
    if (done > most_bytes) {
        return file_error(ErrorCode::read_failed, path, fmt::format("longer than {} bytes", most_bytes));
    }
    text.resize(done);
    return text;
}

Status replace_small_file(const std::filesystem::path& path, std::string_view text) {
    std::filesystem::path temporary = path;
    temporary += ".tmp";
    std::error_code problem;
    std::filesystem::create_directories(path.parent_path(), problem);
    if (!problem) {
        std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
        stream.write(text.data(), static_cast<std::streamsize>(text.size()));
        stream.close();
        problem = stream ? std::error_code() : std::make_error_code(std::errc::io_error);
    }
    if (!problem) {
        std::filesystem::rename(temporary, path, problem);
    }
    if (problem) {
        return file_error(ErrorCode::write_failed, path, problem.message());
    }
    return {};
}

}  // namespace hearth::catalog
