#include "catalog/catalog_download.h"
#include "catalog/library_state.h"

#include <utility>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

/// What was asked for when the file came; null where it was not downloaded.
const transfers::DownloadRequest* download_of_part(const ModelPart& part, const PartRecord& more,
                                                   const KnownDownloads& downloads) {
    auto found = downloads.find(part.path);
    if (found == downloads.end()) {
        found = downloads.find(more.real_path);
    }
    return found == downloads.end() ? nullptr : &found->second;
}

const CatalogModel* listed_file(const Result<Catalog>& list, const ModelPart& part) {
    return list ? list->find_file(part.path.filename().string(), part.bytes) : nullptr;
}

/// A model cannot do without its weights and settings; what lies beside them may be the person's own.
bool is_needed(FileRole role) {
    return role == FileRole::weights || role == FileRole::settings;
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
    for (std::size_t i = 0; i < model.parts.size(); ++i) {
        const ModelPart& part = model.parts[i];
        transfers::DownloadRequest wanted;
        const auto* download = download_of_part(part, record.parts[i], downloads);
        if (download != nullptr && download->bytes > 0 && !download->sources.empty()) {
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
    return set.files.empty() ? std::nullopt : std::optional(std::move(set));
}

void Library::State::tell_origin(ModelRecord& record, const KnownDownloads& downloads) const {
    LocalModel& model = record.model;
    model.source_known = download_of(record, downloads).has_value();
    if (model.parts.empty()) {
        return;
    }
    const auto* download = download_of_part(model.parts.front(), record.parts.front(), downloads);
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
