#include "catalog/catalog_download.h"
#include "catalog/library_state.h"
#include "catalog/shard_set.h"
#include "transfers/shard_name.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

/// A file of a model, here or not.
struct WantedFile {
    ModelPart part;
    std::filesystem::path real_path;
};

/// What was asked for when the file came; null where it was not downloaded.
const transfers::DownloadRequest* download_of_file(const WantedFile& file, const KnownDownloads& downloads) {
    auto found = downloads.find(file.part.path);
    if (found == downloads.end()) {
        found = downloads.find(file.real_path);
    }
    return found == downloads.end() ? nullptr : &found->second;
}

/// The same where it says enough to fetch the file once more.
const transfers::DownloadRequest* source_of_file(const WantedFile& file, const KnownDownloads& downloads) {
    const auto* download = download_of_file(file, downloads);
    return download != nullptr && download->bytes > 0 && !download->sources.empty() ? download : nullptr;
}

const CatalogModel* listed_file(const Result<Catalog>& list, const ModelPart& part) {
    return list ? list->find_file(part.path.filename().string(), part.bytes) : nullptr;
}

/// A model cannot do without its weights and settings; what lies beside them may be the person's own.
bool is_needed(FileRole role) {
    return role == FileRole::weights || role == FileRole::settings;
}

std::optional<transfers::ShardName> shard_of(const ModelPart& part) {
    return part.role == FileRole::weights
               ? transfers::shard_name_of(part.path.string(), part.path.extension().string())
               : std::nullopt;
}

bool are_of_one_set(const std::optional<transfers::ShardName>& a,
                    const std::optional<transfers::ShardName>& b) {
    return a && b && a->prefix == b->prefix && a->count == b->count;
}

/// The files of a model, and in their places the shards that are gone, which it has no record of. Nothing
/// where nobody knows where one of these came from.
std::optional<std::vector<WantedFile>> files_with_shards(const ModelRecord& record,
                                                         const KnownDownloads& downloads) {
    std::vector<WantedFile> files;
    const auto add_gone = [&](const WantedFile& beside, std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t number = from; number <= to; ++number) {
            const std::string name = transfers::sibling_of(beside.part.path.filename().string(),
                                                           beside.part.path.extension().string(), number);
            WantedFile gone{{beside.part.path.parent_path() / name, FileRole::weights},
                            beside.real_path.parent_path() / name};
            if (source_of_file(gone, downloads) == nullptr) {
                return false;
            }
            files.push_back(std::move(gone));
        }
        return true;
    };
    const std::vector<ModelPart>& parts = record.model.parts;
    std::optional<transfers::ShardName> last;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const WantedFile here{parts[i], record.parts[i].real_path};
        const auto shard = shard_of(parts[i]);
        if (shard && !add_gone(here, are_of_one_set(last, shard) ? last->number + 1 : 1, shard->number - 1)) {
            return std::nullopt;
        }
        files.push_back(here);
        const auto next = i + 1 < parts.size() ? shard_of(parts[i + 1]) : std::nullopt;
        if (shard && !are_of_one_set(shard, next) && !add_gone(here, shard->number + 1, shard->count)) {
            return std::nullopt;
        }
        last = shard;
    }
    return files;
}

/// What came into a checkpoint's folder beside the weights and is not among its files. Where one cannot be
/// fetched the others may do.
std::vector<WantedFile> gone_settings(const LocalModel& model, const KnownDownloads& downloads) {
    std::vector<WantedFile> gone;
    for (auto known = downloads.lower_bound(model.path / ""); known != downloads.end(); ++known) {
        const std::filesystem::path& path = known->first;
        const auto [rest, below] = std::ranges::mismatch(model.path, path);
        if (rest != model.path.end()) {
            break;
        }
        const std::string name = path.filename().string();
        const bool is_weights = is_checkpoint_weights_name(name) || is_model_file_name(name);
        if (path.parent_path() == model.path && !is_weights &&
            std::ranges::find(model.parts, path, &ModelPart::path) == model.parts.end()) {
            gone.push_back({{path, FileRole::chat_template}, path});
        }
    }
    return gone;
}

/// Whether the set has what a model cannot be opened without.
bool has_what_lacks(const LocalModel& model, const transfers::DownloadSetRequest& set) {
    return model.state != ModelState::incomplete || !model.reason ||
           model.reason->code != ErrorCode::file_not_found ||
           std::ranges::find(set.files, std::filesystem::path(model.reason->details.file),
                             &transfers::DownloadRequest::target) != set.files.end();
}

}  // namespace

const Result<Catalog>& Library::State::curated() const {
    const std::scoped_lock lock(curated_mutex);
    if (!curated_read) {
        curated_read = options.curated_list.empty() ? Catalog{} : read_catalog(options.curated_list);
        if (!*curated_read && curated_read->error().code == ErrorCode::file_not_found) {
            curated_read = Catalog{};
        }
    }
    return *curated_read;
}

std::optional<transfers::DownloadSetRequest> Library::State::download_of(
    const ModelRecord& record, const KnownDownloads& downloads) const {
    const LocalModel& model = record.model;
    if (model.source != ModelSource::hearth || model.parts.empty()) {
        return std::nullopt;
    }
    const bool is_folder = model.parts.front().path.parent_path() == model.path;
    transfers::DownloadSetRequest set{.title = model.shown_name(),
                                      .folder = is_folder ? model.path : model.path.parent_path(),
                                      .files = {}};
    auto files = files_with_shards(record, downloads);
    if (!files) {
        return std::nullopt;
    }
    if (is_folder && model.state == ModelState::incomplete) {
        std::ranges::move(gone_settings(model, downloads), std::back_inserter(*files));
    }
    for (const WantedFile& one : *files) {
        const ModelPart& part = one.part;
        transfers::DownloadRequest wanted;
        if (const auto* download = source_of_file(one, downloads)) {
            wanted = *download;
        } else if (const auto* listed = listed_file(curated(), part)) {
            wanted = catalog::download_of(*listed, set.folder).files.front();
        } else if (is_needed(part.role)) {
            return std::nullopt;
        } else {
            continue;
        }
        wanted.target = part.path;
        wanted.replaces = true;
        if (part.path.extension() == ".gguf") {
            wanted.first_bytes = "GGUF";
        }
        if (part.path == model.parts.front().path && !wanted.title.empty()) {
            set.title = wanted.title;
        }
        set.files.push_back(std::move(wanted));
    }
    return set.files.empty() || !has_what_lacks(model, set) ? std::nullopt : std::optional(std::move(set));
}

void Library::State::tell_origin(ModelRecord& record, const KnownDownloads& downloads) const {
    LocalModel& model = record.model;
    model.source_known = download_of(record, downloads).has_value();
    if (model.parts.empty()) {
        return;
    }
    const auto* download = download_of_file({model.parts.front(), record.parts.front().real_path}, downloads);
    const auto* listed = listed_file(curated(), model.parts.front());
    model.title = download != nullptr && !download->title.empty() ? download->title
                  : listed != nullptr                             ? listed->title
                                                                  : std::string();
}

Result<transfers::DownloadSetRequest> Library::download_again(const std::string& id) const {
    KnownDownloads downloads;
    HEARTH_TRY_ASSIGN(const std::optional<ModelRecord> record,
                      state_->read("read the list of models", [&](LibraryDatabase& database) {
                          downloads = read_downloads(database);
                          return read_model(database, id);
                      }));
    if (!record || record->hidden != Hidden::no) {
        return no_such_model(id);
    }
    if (const Result<Catalog>& list = state_->curated(); !list) {
        return list.error();
    }
    if (auto set = state_->download_of(*record, downloads)) {
        return *std::move(set);
    }
    Error unknown{ErrorCode::bad_value, fmt::format("{}: nobody knows where it came from",
                                                    escaped(record->model.path.string(), 4096))};
    unknown.details.file = record->model.path.string();
    unknown.details.field = "source";
    return unknown;
}

Status Library::note_download(const transfers::DownloadRequest& request) {
    return state_->write("note a download",
                         [&](LibraryDatabase& database) { write_download(database, request); });
}

}  // namespace hearth::catalog
