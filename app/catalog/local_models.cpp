#include "catalog/local_models.h"

#include "catalog/scanners.h"
#include "catalog/shard_set.h"

#include <algorithm>
#include <set>
#include <system_error>
#include <tuple>

namespace hearth::catalog {

namespace {

/// The files beside `file` that may belong to its model, and itself where it is not there.
std::vector<std::filesystem::path> with_siblings(const std::filesystem::path& file) {
    const std::string stem = join_shards({file}).front().stem;
    std::vector<std::filesystem::path> files{file};
    std::error_code error;
    for (std::filesystem::directory_iterator entry(file.parent_path(), error), end; !error && entry != end;
         entry.increment(error)) {
        const std::filesystem::path& path = entry->path();
        const std::string name = path.filename().string();
        const bool shard = (is_model_file_name(name) || is_cut_file_name(name)) &&
                           join_shards({path}).front().stem == stem &&
                           join_shards({path}).front().count == join_shards({file}).front().count;
        if (path != file && (shard || is_projector_name(name))) {
            files.push_back(path);
        }
    }
    std::ranges::sort(files);
    return files;
}

bool holds(const LocalModel& model, const std::filesystem::path& file) {
    return std::ranges::any_of(model.parts, [&](const ModelPart& part) {
        return part.role == FileRole::weights && part.path == file;
    });
}

void drop_repeated(ScanReport& report) {
    std::set<std::filesystem::path> seen;
    std::erase_if(report.models,
                  [&](const LocalModel& model) { return !seen.insert(real_path(model.path)).second; });
    std::ranges::stable_sort(report.models, [](const LocalModel& a, const LocalModel& b) {
        return std::tie(a.source, a.name) < std::tie(b.source, b.name);
    });
}

/// Single files, each with its siblings; one whose drive is gone stands alone.
void scan_added_files(const std::vector<std::filesystem::path>& files, const ScanContext& context) {
    for (const std::filesystem::path& file : files) {
        if (context.cancelled()) {
            return;
        }
        const std::size_t before = context.report.models.size();
        std::error_code error;
        if (std::filesystem::is_directory(file, error)) {
            scan_folder({ModelSource::added_file, file}, context);
            for (std::size_t i = before; i < context.report.models.size(); ++i) {
                context.report.models[i].root.clear();
            }
            continue;
        }
        add_models(with_siblings(file), {ModelSource::added_file, {}}, "", context);
        // Projectors beside it may stand alone, and files of the same name with another ending.
        const auto first = context.report.models.begin() + static_cast<std::ptrdiff_t>(before);
        context.report.models.erase(
            std::remove_if(first, context.report.models.end(),
                           [&](const LocalModel& model) { return !holds(model, file); }),
            context.report.models.end());
    }
}

}  // namespace

std::filesystem::path real_path(const std::filesystem::path& path) {
    std::error_code error;
    std::filesystem::path real = std::filesystem::weakly_canonical(path, error);
    return error ? path.lexically_normal() : real;
}

ScanReport find_local_models(const ModelFolders& folders, const ModelInspector& inspect,
                             const CancelCheck& cancelled, const std::function<void()>& found) {
    ScanReport report;
    const ScanContext context{inspect, cancelled, found, report};
    scan_folder({ModelSource::hearth, folders.hearth}, context);
    for (const auto& folder : folders.added) {
        scan_folder({ModelSource::added_folder, folder}, context);
    }
    scan_added_files(folders.files, context);
    for (const auto& folder : folders.ollama) {
        scan_ollama(folder, context);
    }
    for (const auto& folder : folders.lm_studio) {
        scan_folder({ModelSource::lm_studio, folder}, context);
    }
    for (const auto& folder : folders.hugging_face) {
        scan_hugging_face(folder, context);
    }
    for (const auto& folder : folders.jan) {
        scan_folder({ModelSource::jan, folder}, context);
    }
    for (const auto& folder : folders.gpt4all) {
        scan_folder({ModelSource::gpt4all, folder}, context);
    }
    drop_repeated(report);
    return report;
}

ScanReport find_models_at(const std::filesystem::path& path, const ModelInspector& inspect,
                          const CancelCheck& cancelled) {
    ScanReport report;
    const std::function<void()> found = [] {};
    scan_added_files({path}, {inspect, cancelled, found, report});
    drop_repeated(report);
    return report;
}

}  // namespace hearth::catalog
