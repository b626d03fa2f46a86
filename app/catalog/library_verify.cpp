#include "catalog/file_hash.h"
#include "catalog/library_state.h"
#include "catalog/local_models.h"
#include "catalog/scanners.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

#include <sys/statvfs.h>

namespace hearth::catalog {

namespace {

constexpr const char* kVerify = "verify a model";

Verdict verdict_of(const std::vector<VerifiedFile>& files) {
    if (std::ranges::any_of(files, &VerifiedFile::differs)) {
        return Verdict::differs;
    }
    const bool compared =
        std::ranges::none_of(files, [](const VerifiedFile& file) { return file.expected.empty(); });
    return compared ? Verdict::matches : Verdict::remembered;
}

/// Keeps what was found: which files were looked at, so that the next scan knows them again and the verdict
/// stands, the hashes of those that had none to compare with, and what the curated list has told.
void keep_hashes(ModelRecord& record, const std::vector<ModelPart>& seen, const Verification& verification) {
    for (std::size_t i = 0; i < seen.size(); ++i) {
        for (std::size_t part = 0; part < record.parts.size(); ++part) {
            ModelPart& kept = record.model.parts[part];
            if (kept.path != seen[i].path) {
                continue;
            }
            kept.bytes = seen[i].bytes;
            kept.changed = seen[i].changed;
            if (verification.files[i].expected.empty()) {
                kept.sha256 = verification.files[i].sha256;
                record.parts[part].hash_source = "verify";
            } else if (kept.sha256 != verification.files[i].expected) {
                kept.sha256 = verification.files[i].expected;
                record.parts[part].hash_source = "list";
            }
        }
    }
    record.model.verdict = verification.verdict;
}

}  // namespace

/// What a download or the name of the file promised; else what the curated list says of such a file; else
/// what was there at an earlier check, which holds for that file, not for one put in its place since.
Result<std::string> Library::State::expected_hash(const ModelRecord& record, std::size_t part,
                                                  const ModelPart& seen) const {
    const ModelPart& known = record.model.parts[part];
    const std::string& source = record.parts[part].hash_source;
    if (source == "download" || source == "name") {
        return known.sha256;
    }
    if (const Result<Catalog>& list = curated(); !list) {
        return list.error();
    } else if (const auto* model = list->find_file(seen.path.filename().string(), seen.bytes)) {
        return model->sha256;
    }
    const bool same = known.bytes == seen.bytes && known.changed == seen.changed;
    return same ? known.sha256 : std::string();
}

Result<Verification> Library::verify(const std::string& id, const CancelCheck& cancelled,
                                     const ProgressSink& progress) {
    HEARTH_TRY_ASSIGN(
        const std::optional<ModelRecord> record,
        state_->read(kVerify, [&](LibraryDatabase& database) { return read_model(database, id); }));
    if (!record || record->hidden != Hidden::no) {
        return no_such_model(id);
    }
    std::vector<ModelPart> seen;
    Progress shown;
    for (const ModelPart& part : record->model.parts) {
        seen.push_back(part_of(part.path, part.role));
        shown.total += seen.back().bytes;
    }
    Verification verification;
    for (std::size_t i = 0; i < seen.size(); ++i) {
        HEARTH_TRY_ASSIGN(std::string expected, state_->expected_hash(*record, i, seen[i]));
        const std::uint64_t before = shown.done;
        HEARTH_TRY_ASSIGN(FileHash hash, hash_file(seen[i].path, cancelled, [&](std::uint64_t bytes) {
                              shown.done = before + bytes;
                              if (progress) {
                                  progress(shown);
                              }
                          }));
        verification.files.push_back({seen[i].path, hash.bytes, std::move(hash.sha256), std::move(expected)});
    }
    verification.verdict = verdict_of(verification.files);
    HEARTH_TRY(state_->write(kVerify, [&](LibraryDatabase& database) {
        if (auto now = read_model(database, id)) {
            keep_hashes(*now, seen, verification);
            now->stamp = next_stamp(database);  // a scan that began before must not write over it
            write_model(database, *now);
        }
    }));
    return verification;
}

Result<DiskUse> Library::disk_use() const {
    HEARTH_TRY_ASSIGN(const std::vector<ModelRecord> records,
                      state_->read("read the list of models",
                                   [](LibraryDatabase& database) { return read_models(database); }));
    std::set<std::filesystem::path> roots;
    {
        const std::scoped_lock lock(state_->mutex);
        roots = state_->roots;
    }
    DiskUse use;
    std::set<std::filesystem::path> counted;
    std::map<std::filesystem::path, VolumeDiskUse> volumes;
    for (const ModelRecord& record : records) {
        const bool here =
            record.model.state != ModelState::offline && record.model.state != ModelState::missing;
        if (!here || !is_listed(record, roots)) {
            continue;
        }
        ModelDiskUse model{record.model.id, 0};
        for (std::size_t i = 0; i < record.parts.size(); ++i) {
            if (counted.insert(record.parts[i].real_path).second) {
                model.bytes += record.model.parts[i].bytes;
            }
        }
        use.bytes += model.bytes;
        use.own_bytes += state_->owns(record.model.path) ? model.bytes : 0;
        VolumeDiskUse& volume = volumes[record.place.mount];
        volume.mount = record.place.mount;
        volume.model_bytes += model.bytes;
        use.models.push_back(std::move(model));
    }
    for (auto& [mount, volume] : volumes) {
        struct statvfs status {};
        if (::statvfs(mount.c_str(), &status) == 0) {
            volume.free_bytes = std::uint64_t{status.f_bavail} * status.f_frsize;
            volume.total_bytes = std::uint64_t{status.f_blocks} * status.f_frsize;
        }
        use.volumes.push_back(volume);
    }
    return use;
}

}  // namespace hearth::catalog
