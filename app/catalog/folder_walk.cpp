#include "catalog/folder_walk.h"

#include <algorithm>
#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>

namespace hearth::catalog {

namespace {

class Walk {
 public:
    Walk(const WalkLimits& limits, const CancelCheck& cancelled, std::vector<ScanProblem>& problems,
         const std::function<void(const std::filesystem::path&)>& visit)
        : limits_(limits), cancelled_(cancelled), problems_(problems), visit_(visit) {}

    void folder(const std::filesystem::path& folder, std::size_t depth) {
        struct stat status {};
        if (::stat(folder.c_str(), &status) != 0) {
            if (errno != ENOENT) {
                problem(folder, std::generic_category().message(errno));
            }
            return;
        }
        // By identity: links may lead back up.
        if (!S_ISDIR(status.st_mode) || !visited_.insert({status.st_dev, status.st_ino}).second) {
            return;
        }
        for (const std::filesystem::path& entry : names(folder)) {
            if (cancelled_() || stopped_) {
                return;
            }
            look_at(entry, depth);
        }
    }

 private:
    std::vector<std::filesystem::path> names(const std::filesystem::path& folder) {
        std::vector<std::filesystem::path> names;
        std::error_code error;
        for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
             entry.increment(error)) {
            if (++entries_ > limits_.entries) {
                stopped_ = true;
                problem(folder,
                        fmt::format("more than {} entries: the rest was not looked at", limits_.entries));
                break;
            }
            names.push_back(entry->path());
        }
        if (error) {
            problem(folder, error.message());
        }
        std::ranges::sort(names);
        return names;
    }

    void look_at(const std::filesystem::path& entry, std::size_t depth) {
        struct stat status {};
        if (::stat(entry.c_str(), &status) != 0) {
            // A link to nothing may be a model whose drive is gone: the one who visits decides by the name.
            if (errno == ENOENT || errno == ELOOP) {
                visit_(entry);
            }
            return;
        }
        if (S_ISREG(status.st_mode)) {
            visit_(entry);
        } else if (S_ISDIR(status.st_mode)) {
            if (depth < limits_.depth) {
                folder(entry, depth + 1);
            } else {
                problem(entry, fmt::format("deeper than {} folders: not looked at", limits_.depth));
            }
        }
    }

    void problem(const std::filesystem::path& path, std::string reason) {
        constexpr std::size_t kMost = 100;
        if (problems_.size() < kMost) {
            problems_.push_back({path, std::move(reason)});
        }
    }

    const WalkLimits& limits_;
    const CancelCheck& cancelled_;
    std::vector<ScanProblem>& problems_;
    const std::function<void(const std::filesystem::path&)>& visit_;
    std::set<std::pair<dev_t, ino_t>> visited_;
    std::size_t entries_ = 0;
    bool stopped_ = false;
};

}  // namespace

void walk_files(const std::filesystem::path& folder, const WalkLimits& limits, const CancelCheck& cancelled,
                std::vector<ScanProblem>& problems,
                const std::function<void(const std::filesystem::path&)>& visit) {
    Walk(limits, cancelled, problems, visit).folder(folder, 0);
}

}  // namespace hearth::catalog
