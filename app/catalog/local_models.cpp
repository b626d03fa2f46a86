#include "catalog/local_models.h"

#include "catalog/scanners.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <tuple>

namespace hearth::catalog {

namespace {

std::filesystem::path real_path(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path real = std::filesystem::canonical(path, error);
    return error ? path.lexically_normal() : real;
}

}  // namespace

ScanReport find_local_models(const ModelFolders& folders, const Inspector& inspect,
                             const CancelCheck& cancelled) {
    ScanReport report;
    const ScanContext context{inspect, cancelled, report};
    scan_folder(folders.hearth, ModelSource::hearth, context);
    for (const auto& folder : folders.added) {
        scan_folder(folder, ModelSource::added_folder, context);
    }
    add_models(folders.files, ModelSource::added_file, "", context);
    for (const auto& folder : folders.ollama) {
        scan_ollama(folder, context);
    }
    for (const auto& folder : folders.lm_studio) {
        scan_folder(folder, ModelSource::lm_studio, context);
    }
    for (const auto& folder : folders.hugging_face) {
        scan_hugging_face(folder, context);
    }
    std::set<std::filesystem::path> seen;
    std::erase_if(report.models,
                  [&](const LocalModel& model) { return !seen.insert(real_path(model.path)).second; });
    std::ranges::stable_sort(report.models, [](const LocalModel& a, const LocalModel& b) {
        return std::tie(a.source, a.name) < std::tie(b.source, b.name);
    });
    return report;
}

}  // namespace hearth::catalog
