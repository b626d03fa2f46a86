#include "catalog/catalog_download.h"

#include <utility>

namespace hearth::catalog {

transfers::DownloadSetRequest download_of(const CatalogModel& model,
                                          const std::filesystem::path& models_folder) {
    transfers::DownloadRequest file;
    file.title = model.title;
    file.target = models_folder / model.file;
    file.bytes = model.bytes;
    file.sha256 = model.sha256;
    file.first_bytes = "GGUF";
    for (const std::string& url : model.urls) {
        file.sources.push_back({url});
    }
    return {.title = model.title, .folder = models_folder, .files = {std::move(file)}};
}

}  // namespace hearth::catalog
