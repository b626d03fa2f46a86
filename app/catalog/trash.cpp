#include "catalog/trash.h"

#include <array>
#include <cerrno>
#include <ctime>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hearth::catalog {

namespace {

namespace fs = std::filesystem;

/// A trash folder, and what paths in its notes are relative to; empty: absolute.
struct TrashFolder {
    fs::path folder;
    fs::path top;
};

Error failed(const fs::path& path, std::string_view what, std::string_view why) {
    Error error{ErrorCode::write_failed,
                fmt::format("{}: cannot {}: {}", escaped(path.string(), 4096), what, why)};
    error.details.file = path.string();
    return error;
}

std::optional<dev_t> device_of(const fs::path& path) {
    struct stat status {};
    return ::lstat(path.c_str(), &status) == 0 ? std::optional(status.st_dev) : std::nullopt;
}

/// Of the folder, or of the nearest one above it that exists.
std::optional<dev_t> device_that_holds(fs::path folder) {
    while (true) {
        if (const auto device = device_of(folder)) {
            return device;
        }
        if (folder == folder.parent_path()) {
            return std::nullopt;
        }
        folder = folder.parent_path();
    }
}

fs::path top_of_drive(const fs::path& file, dev_t device) {
    fs::path top = file.parent_path();
    while (top != top.parent_path() && device_of(top.parent_path()) == device) {
        top = top.parent_path();
    }
    return top;
}

/// Makes files/ and info/ where they are missing.
bool prepare(const fs::path& folder) {
    for (const fs::path& part : {folder, folder / "files", folder / "info"}) {
        std::error_code error;
        if (part == folder) {
            fs::create_directories(folder.parent_path(), error);
        }
        if (::mkdir(part.c_str(), 0700) != 0 && errno != EEXIST) {
            return false;
        }
    }
    return true;
}

/// $top/.Trash may be anybody's: it counts only as a real folder with the sticky bit.
bool is_shared_trash(const fs::path& folder) {
    struct stat status {};
    return ::lstat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
           (status.st_mode & S_ISVTX) != 0;
}

/// Path as a URI writes it: everything but unreserved characters and '/' as %XX.
std::string percent_encoded(const std::string& path) {
    std::string text;
    for (const char c : path) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                           c == '/' || c == '-' || c == '_' || c == '.' || c == '~';
        text += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return text;
}

std::string note_of(const fs::path& file, const fs::path& top) {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    std::array<char, 32> stamp{};
    std::strftime(stamp.data(), stamp.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    const fs::path named = top.empty() ? file : file.lexically_relative(top);
    return fmt::format("[Trash Info]\nPath={}\nDeletionDate={}\n", percent_encoded(named.string()),
                       stamp.data());
}

Error refused(const fs::path& file, int error_number) {
    Error error = failed(file, "move to the trash", std::generic_category().message(error_number));
    error.details.field = "trash";
    if (error_number == ENOSPC || error_number == EDQUOT) {
        error.details.actual = "full";
    }
    return error;
}

/// The note is written first: its name, taken without race, reserves the file's.
Result<fs::path> put_into(transfers::FileOperations& files, const TrashFolder& trash, const fs::path& file) {
    constexpr int kMostTries = 10'000;
    const fs::path draft = trash.folder / "info" / fmt::format(".hearth-{}", ::getpid());
    if (const int error = transfers::replace_file(files, draft, note_of(file, trash.top)); error != 0) {
        return refused(file, error);
    }
    const std::string stem = file.stem().string();
    const std::string ending = file.extension().string();
    for (int number = 1; number <= kMostTries; ++number) {
        const std::string name =
            number == 1 ? file.filename().string() : fmt::format("{}.{}{}", stem, number, ending);
        fs::path note = trash.folder / "info" / (name + ".trashinfo");
        const fs::path place = trash.folder / "files" / name;
        if (device_of(place)) {
            continue;
        }
        if (const int error = files.rename_new(draft, note); error != 0) {
            if (error == EEXIST) {
                continue;
            }
            static_cast<void>(files.remove(draft));
            return refused(file, error);
        }
        if (const int error = files.rename(file, place); error != 0) {
            static_cast<void>(files.remove(note));
            return refused(file, error);
        }
        return place;
    }
    static_cast<void>(files.remove(draft));
    return refused(file, EEXIST);
}

fs::path note_beside(const fs::path& trashed) {
    return trashed.parent_path().parent_path() / "info" / (trashed.filename().string() + ".trashinfo");
}

}  // namespace

Result<fs::path> Trash::put(const fs::path& path) const {
    // Links above it lead to other drives.
    std::error_code unresolved;
    const fs::path parent = fs::canonical(path.parent_path(), unresolved);
    const fs::path file = unresolved ? path : parent / path.filename();
    const auto device = device_of(file);
    if (!device) {
        Error error{ErrorCode::file_not_found, fmt::format("{}: {}", escaped(file.string(), 4096),
                                                           std::generic_category().message(errno))};
        error.details.file = file.string();
        return error;
    }
    std::optional<Error> first;
    const auto attempt = [&](const TrashFolder& trash) -> std::optional<fs::path> {
        if (!prepare(trash.folder)) {
            return std::nullopt;
        }
        auto placed = put_into(*files_, trash, file);
        if (placed) {
            return *std::move(placed);
        }
        if (!first) {
            first = placed.error();
        }
        return std::nullopt;
    };
    const auto data = environment_("XDG_DATA_HOME");
    const auto home = environment_("HOME");
    if (data || home) {
        const fs::path folder = (data ? fs::path(*data) : fs::path(*home) / ".local/share") / "Trash";
        if (device_that_holds(folder) == device) {
            if (auto placed = attempt({folder, {}})) {
                return *std::move(placed);
            }
        }
    }
    const fs::path top = top_of_drive(file, *device);
    const std::string user = fmt::format("{}", ::getuid());
    if (is_shared_trash(top / ".Trash")) {
        if (auto placed = attempt({top / ".Trash" / user, top})) {
            return *std::move(placed);
        }
    }
    if (auto placed = attempt({top / (".Trash-" + user), top})) {
        return *std::move(placed);
    }
    if (first) {
        return *std::move(first);
    }
    Error error = failed(file, "move to the trash", "this drive has none");
    error.details.field = "trash";
    error.details.actual = "no_trash";
    return error;
}

Status Trash::take_back(const fs::path& trashed, const fs::path& path) {
    if (!device_of(trashed)) {
        Error error{ErrorCode::file_not_found,
                    fmt::format("{}: it is no longer in the trash", escaped(path.string(), 4096))};
        error.details.file = path.string();
        return error;
    }
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    // A link to the file's new name fails where something lies there, which a rename would replace.
    if (::link(trashed.c_str(), path.c_str()) == 0) {
        ::unlink(trashed.c_str());
    } else if (errno == EEXIST) {
        return failed(path, "put back", "another file lies there now");
    } else if (device_of(path) || ::rename(trashed.c_str(), path.c_str()) != 0) {
        return failed(path, "put back", std::generic_category().message(errno));
    }
    ::unlink(note_beside(trashed).c_str());
    return {};
}

}  // namespace hearth::catalog
