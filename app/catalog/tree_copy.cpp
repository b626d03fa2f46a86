#include "catalog/tree_copy.h"

#include "catalog/descriptor.h"
#include "catalog/file_hash.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <cerrno>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth::catalog {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunk = std::size_t{4} << 20U;
constexpr const char* kUnfinished = ".hearth-moving";  ///< one at a time in a folder
/// Times of FAT are even seconds.
constexpr std::int64_t kSameTime = 2'000'000'000;

Error failure(ErrorCode code, const fs::path& path, int error) {
    Error result{code,
                 fmt::format("{}: {}", escaped(path.string(), 4096), std::generic_category().message(error))};
    result.details.file = path.string();
    if (error == ENOSPC || error == EDQUOT) {
        result.details.field = "space";
    }
    return result;
}

Error cancelled_error() {
    return Error{ErrorCode::cancelled, "the move was cancelled"};
}

std::optional<TreeEntry> entry_at(const fs::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        return std::nullopt;
    }
    TreeEntry entry;
    if (S_ISDIR(status.st_mode)) {
        entry.kind = TreeEntry::Kind::folder;
    } else if (S_ISLNK(status.st_mode)) {
        entry.kind = TreeEntry::Kind::link;
    } else if (!S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    entry.bytes = entry.kind == TreeEntry::Kind::file ? static_cast<std::uint64_t>(status.st_size) : 0;
    entry.changed = std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
    return entry;
}

Status list_into(std::vector<TreeEntry>& entries, const fs::path& folder, const fs::path& relative) {
    std::vector<fs::path> names;
    std::error_code error;
    for (fs::directory_iterator entry(folder / relative, error), end; !error && entry != end;
         entry.increment(error)) {
        names.push_back(entry->path().filename());
    }
    if (error) {
        return failure(ErrorCode::read_failed, folder / relative, error.value());
    }
    std::ranges::sort(names);
    for (const fs::path& name : names) {
        auto entry = entry_at(folder / relative / name);
        if (!entry || name == kUnfinished) {
            continue;
        }
        entry->relative = relative / name;
        const bool is_folder = entry->kind == TreeEntry::Kind::folder;
        entries.push_back(*std::move(entry));
        if (is_folder) {
            HEARTH_TRY(list_into(entries, folder, relative / name));
        }
    }
    return {};
}

Status write_all(int descriptor, std::span<const std::byte> bytes, const fs::path& path) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count <= 0) {
            return failure(ErrorCode::write_failed, path, count == 0 ? EIO : errno);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

/// Copies and returns the hash of what was read.
Result<std::string> copy_bytes(const fs::path& from, const fs::path& to, const CancelCheck& cancelled,
                               const std::function<void(std::uint64_t)>& progress) {
    const Descriptor input(::open(from.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    struct stat status {};
    if (input.number() < 0 || ::fstat(input.number(), &status) != 0) {
        return failure(ErrorCode::read_failed, from, errno);
    }
    Descriptor output(
        ::open(to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, status.st_mode & 0777));
    if (output.number() < 0) {
        return failure(ErrorCode::write_failed, to, errno);
    }
    ::posix_fadvise(input.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
    transfers::Sha256 hash;
    std::vector<std::byte> chunk(kChunk);
    while (true) {
        if (cancelled()) {
            return cancelled_error();
        }
        const ssize_t count = ::read(input.number(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return failure(ErrorCode::read_failed, from, errno);
        }
        if (count == 0) {
            break;
        }
        const auto bytes = std::span(chunk).first(static_cast<std::size_t>(count));
        hash.update(bytes);
        HEARTH_TRY(write_all(output.number(), bytes, to));
        progress(static_cast<std::uint64_t>(count));
    }
    const timespec times[2] = {status.st_atim, status.st_mtim};
    if (::fsync(output.number()) != 0 || ::futimens(output.number(), times) != 0) {
        return failure(ErrorCode::write_failed, to, errno);
    }
    // So that the reading back asks the drive, not the memory that was just written from.
    ::posix_fadvise(output.number(), 0, 0, POSIX_FADV_DONTNEED);
    if (output.close() != 0) {
        return failure(ErrorCode::write_failed, to, errno);
    }
    return hash.hex();
}

Status copy_file(const fs::path& from, const fs::path& to, const CancelCheck& cancelled,
                 const std::function<void(std::uint64_t)>& progress) {
    const fs::path unfinished = to.parent_path() / kUnfinished;
    HEARTH_TRY_ASSIGN(const std::string hash, copy_bytes(from, unfinished, cancelled, progress));
    std::uint64_t before = 0;
    HEARTH_TRY_ASSIGN(const FileHash copy, hash_file(unfinished, cancelled, [&](std::uint64_t bytes) {
                          progress(bytes - std::exchange(before, bytes));
                      }));
    if (copy.sha256 != hash) {
        Error error{ErrorCode::write_failed,
                    fmt::format("{}: the drive reads back something else than was written",
                                escaped(to.string(), 4096))};
        error.details.file = to.string();
        error.details.field = "content";
        return error;
    }
    if (cancelled()) {
        return cancelled_error();
    }
    if (::rename(unfinished.c_str(), to.c_str()) != 0) {
        return failure(ErrorCode::write_failed, to, errno);
    }
    return {};
}

bool on_one_drive(const fs::path& a, const fs::path& b) {
    struct stat first {};
    struct stat second {};
    return ::lstat(a.c_str(), &first) == 0 && ::lstat(b.c_str(), &second) == 0 &&
           first.st_dev == second.st_dev;
}

}  // namespace

Result<std::vector<TreeEntry>> list_tree(const fs::path& folder) {
    std::vector<TreeEntry> entries;
    HEARTH_TRY(list_into(entries, folder, {}));
    return entries;
}

bool is_copied(const TreeEntry& entry, const fs::path& folder) {
    const auto there = entry_at(folder / entry.relative);
    if (!there || there->kind != entry.kind) {
        return false;
    }
    const std::int64_t apart = there->changed - entry.changed;
    return entry.kind != TreeEntry::Kind::file ||
           (there->bytes == entry.bytes && apart <= kSameTime && apart >= -kSameTime);
}

bool is_superseded(const TreeEntry& entry, const fs::path& folder) {
    const auto there = entry_at(folder / entry.relative);
    return there && (there->kind != TreeEntry::Kind::file || there->changed >= entry.changed - kSameTime);
}

Status copy_entry(const TreeEntry& entry, const fs::path& from, const fs::path& to,
                  const CancelCheck& cancelled, const std::function<void(std::uint64_t)>& progress) {
    const fs::path source = from / entry.relative;
    const fs::path target = to / entry.relative;
    switch (entry.kind) {
        case TreeEntry::Kind::folder:
            return ::mkdir(target.c_str(), 0755) == 0 || errno == EEXIST
                       ? Status()
                       : failure(ErrorCode::write_failed, target, errno);
        case TreeEntry::Kind::link: {
            std::error_code error;
            fs::remove(target, error);
            error.clear();
            fs::copy_symlink(source, target, error);
            return error ? Status(failure(ErrorCode::write_failed, target, error.value())) : Status();
        }
        case TreeEntry::Kind::file:
            break;
    }
    if (on_one_drive(source, target.parent_path())) {
        ::unlink(target.c_str());
        if (::link(source.c_str(), target.c_str()) == 0) {
            progress(2 * entry.bytes);
            return {};
        }
    }
    return copy_file(source, target, cancelled, progress);
}

Status delete_tree(const std::vector<TreeEntry>& entries, const fs::path& folder) {
    Status first;
    const auto note = [&](const fs::path& path, int error) {
        if (first && error != ENOENT) {
            first = failure(ErrorCode::write_failed, path, error);
        }
    };
    std::vector<fs::path> folders{folder};
    for (const TreeEntry& entry : entries) {
        const fs::path path = folder / entry.relative;
        if (entry.kind == TreeEntry::Kind::folder) {
            folders.push_back(path);
        } else if (::unlink(path.c_str()) != 0) {
            note(path, errno);
        }
    }
    for (auto path = folders.rbegin(); path != folders.rend(); ++path) {
        ::unlink((*path / kUnfinished).c_str());
        if (::rmdir(path->c_str()) != 0 && errno != ENOTEMPTY && errno != EEXIST && errno != EBUSY) {
            note(*path, errno);
        }
    }
    return first;
}

void sync_folder(const fs::path& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.number() >= 0) {
        ::fsync(descriptor.number());  // file systems without it write names at once or not at all
    }
}

}  // namespace hearth::catalog
