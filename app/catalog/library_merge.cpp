#include "catalog/library_merge.h"

#include "catalog/local_models.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

namespace hearth::catalog {

namespace {

/// Blobs of Ollama ("sha256-…") and of hub caches (64 digits) are named by what they hold.
std::string hash_in_name(const std::filesystem::path& real) {
    constexpr std::string_view kPrefix = "sha256-";
    if (real.parent_path().filename() != "blobs") {
        return {};
    }
    std::string name = real.filename().string();
    if (name.starts_with(kPrefix)) {
        name.erase(0, kPrefix.size());
    }
    return transfers::is_sha256(name) ? name : std::string();
}

/// Why a file cannot be had: 0 it can, else errno.
int absence(const std::filesystem::path& path) {
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? 0 : errno;
}

bool means_gone(int error) {
    return error == ENOENT || error == ENOTDIR || error == ELOOP;
}

Error absent(const std::filesystem::path& file, ModelState state, const VolumePlace& place, int error) {
    const bool offline = state == ModelState::offline;
    const std::string why = !means_gone(error) ? std::generic_category().message(error)
                            : offline
                                ? fmt::format("the drive {} is not here", escaped(place.mount.string(), 4096))
                                : std::string("there is no such file");
    Error reason{means_gone(error) ? ErrorCode::file_not_found : ErrorCode::read_failed,
                 fmt::format("{}: {}", escaped(file.string(), 4096), why)};
    reason.details.file = file.string();
    reason.details.expected = offline ? place.mount.string() : std::string();
    reason.details.actual = state_name(state);
    return reason;
}

class Merge {
 public:
    Merge(const std::vector<ModelRecord>& known, std::vector<FoundModel> found, const ScanView& view)
        : known_(known), found_(std::move(found)), view_(view), taken_(known.size(), false) {
        for (std::size_t i = 0; i < known_.size(); ++i) {
            by_id_[known_[i].model.id] = i;
            by_path_[known_[i].model.path] = i;
            if (!known_[i].place.volume.empty()) {
                by_place_[{known_[i].place.volume, known_[i].place.path}] = i;
            }
            for (std::size_t part = 0; part < known_[i].parts.size(); ++part) {
                if (known_[i].model.parts[part].role == FileRole::weights) {
                    by_real_[known_[i].parts[part].real_path] = i;
                }
            }
        }
    }

    MergeResult run() {
        // Paths first: a place that is seen under two paths belongs to the record of the path.
        std::vector<std::optional<std::size_t>> matches(found_.size());
        for (std::size_t i = 0; i < found_.size(); ++i) {
            matches[i] = claim(by_path_.find(found_[i].model.path), by_path_.end());
        }
        for (std::size_t i = 0; i < found_.size(); ++i) {
            if (!matches[i]) {
                matches[i] = match_elsewhere(found_[i]);
            }
        }
        for (std::size_t i = 0; i < found_.size(); ++i) {
            note_real_paths(found_[i]);
        }
        for (std::size_t i = 0; i < found_.size(); ++i) {
            take(matches[i], std::move(found_[i]));
        }
        for (std::size_t i = 0; i < known_.size(); ++i) {
            if (!taken_[i]) {
                settle_unfound(known_[i]);
            }
        }
        return std::move(result_);
    }

 private:
    template <class Iterator>
    std::optional<std::size_t> claim(Iterator found, Iterator end) {
        if (found == end || taken_[found->second]) {
            return std::nullopt;
        }
        taken_[found->second] = true;
        return found->second;
    }

    std::optional<std::size_t> match_elsewhere(const FoundModel& found) {
        if (const auto index =
                claim(by_place_.find({found.place.volume, found.place.path}), by_place_.end())) {
            return index;
        }
        for (std::size_t part = 0; part < found.parts.size(); ++part) {
            if (found.model.parts[part].role == FileRole::weights) {
                if (const auto index = claim(by_real_.find(found.parts[part].real_path), by_real_.end())) {
                    return index;
                }
            }
        }
        return std::nullopt;
    }

    void note_real_paths(const FoundModel& found) {
        for (std::size_t part = 0; part < found.parts.size(); ++part) {
            if (found.model.parts[part].role == FileRole::weights) {
                seen_.insert(found.parts[part].real_path);
            }
        }
    }

    void take(const std::optional<std::size_t>& match, FoundModel found) {
        ModelRecord record = match ? known_[*match] : ModelRecord();
        if (match && found.model.state == ModelState::missing) {
            // Only a name is left: what is known of it is kept.
            settle(std::move(record));
            return;
        }
        take_found(record, std::move(found), view_.downloads);
        if (record.hidden == Hidden::removed && record.model.state != ModelState::missing) {
            record.hidden = Hidden::no;
        }
        write(std::move(record));
    }

    void settle_unfound(const ModelRecord& record) {
        if (record.hidden != Hidden::no ||
            (!record.model.added && !view_.roots.contains(record.model.root))) {
            return;
        }
        const bool elsewhere = std::ranges::any_of(
            record.parts, [&](const PartRecord& part) { return seen_.contains(part.real_path); });
        if (elsewhere) {
            result_.deleted.push_back(record.model.id);
            return;
        }
        settle(record);
    }

    /// Says why a model that is known was not found.
    void settle(ModelRecord record) {
        std::filesystem::path file = record.model.path;
        int error = absence(file);
        for (const ModelPart& part : record.model.parts) {
            if (error == 0 && part.role == FileRole::weights) {
                file = part.path;
                error = absence(file);
            }
        }
        if (error == 0) {
            return;  // it is there, only no folder leads to it now
        }
        const bool gone = means_gone(error);
        const bool here = view_.mounts.is_here(record.place);
        if (gone && here && find_again(record)) {
            return;
        }
        record.model.state = gone && here ? ModelState::missing : ModelState::offline;
        record.model.reason = absent(file, record.model.state, record.place, error);
        write(std::move(record));
    }

    /// The drive may be mounted at another place than before.
    bool find_again(ModelRecord& record) {
        for (const std::filesystem::path& path : view_.mounts.paths_of(record.place)) {
            if (path == record.model.path || by_path_.contains(path) || absence(path) != 0) {
                continue;
            }
            if (auto found = view_.look_at(path)) {
                const LocalModel before = record.model;
                take_found(record, *std::move(found), view_.downloads);
                record.model.root = before.root;
                record.model.source = before.source;
                record.model.origin = before.origin;
                record.model.name = before.name;
                write(std::move(record));
                return true;
            }
        }
        return false;
    }

    /// What is as it was need not be written.
    void write(ModelRecord record) {
        const auto before = by_id_.find(record.model.id);
        if (before == by_id_.end() || known_[before->second] != record) {
            result_.written.push_back(std::move(record));
        }
    }

    const std::vector<ModelRecord>& known_;
    std::vector<FoundModel> found_;
    const ScanView& view_;
    std::vector<bool> taken_;
    std::map<std::string, std::size_t> by_id_;
    std::map<std::filesystem::path, std::size_t> by_path_;
    std::map<std::pair<std::string, std::filesystem::path>, std::size_t> by_place_;
    std::map<std::filesystem::path, std::size_t> by_real_;
    std::set<std::filesystem::path> seen_;
    MergeResult result_;
};

}  // namespace

FoundModel located(LocalModel model, const Mounts& mounts) {
    FoundModel found;
    for (const ModelPart& part : model.parts) {
        found.parts.push_back({real_path(part.path), {}});
    }
    const std::filesystem::path real = real_path(model.path);
    found.place = mounts.place_of(real);
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
        if (std::string hash = hash_in_name(found.parts[i].real_path); !hash.empty()) {
            model.parts[i].sha256 = std::move(hash);
            found.parts[i].hash_source = "name";
        }
    }
    found.model = std::move(model);
    return found;
}

void take_found(ModelRecord& record, FoundModel found, const KnownDownloads& downloads) {
    const LocalModel old = std::exchange(record.model, std::move(found.model));
    const std::vector<PartRecord> old_parts = std::exchange(record.parts, std::move(found.parts));
    record.place = std::move(found.place);
    LocalModel& model = record.model;
    model.id = old.id;
    model.added = old.added || model.added;
    model.volume = record.place.mount.string();
    model.verdict = old.verdict;
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
        ModelPart& part = model.parts[i];
        PartRecord& more = record.parts[i];
        auto before = std::ranges::find(old_parts, more.real_path, &PartRecord::real_path);
        if (before == old_parts.end()) {  // the library was moved
            const auto same_path = std::ranges::find(old.parts, part.path, &ModelPart::path);
            before = old_parts.begin() + (same_path - old.parts.begin());
        }
        const auto index = static_cast<std::size_t>(before - old_parts.begin());
        const bool same = before != old_parts.end() && old.parts[index].bytes == part.bytes &&
                          old.parts[index].changed == part.changed;
        if (!same) {
            model.verdict = Verdict::none;
        }
        if (!more.hash_source.empty()) {
            continue;
        }
        auto download = downloads.find(part.path);
        if (download == downloads.end()) {
            download = downloads.find(more.real_path);
        }
        if (download != downloads.end()) {
            part.sha256 = download->second.sha256;
            more.hash_source = "download";
        } else if (same) {
            part.sha256 = old.parts[index].sha256;
            more.hash_source = before->hash_source;
        }
    }
    if (model.parts.size() != old.parts.size()) {
        model.verdict = Verdict::none;
    }
}

MergeResult merge(const std::vector<ModelRecord>& known, std::vector<FoundModel> found,
                  const ScanView& view) {
    return Merge(known, std::move(found), view).run();
}

}  // namespace hearth::catalog
