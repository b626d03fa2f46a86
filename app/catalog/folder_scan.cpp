#include "catalog/scanners.h"
#include "catalog/shard_set.h"

#include <map>
#include <utility>

#include <fmt/format.h>

namespace hearth::catalog {

namespace {

Error shards_missing(const ModelFiles& files) {
    Error error{ErrorCode::shard_missing,
                fmt::format("{}: {} of {} parts are here", escaped(files.first.string(), 4096), files.present,
                            files.count)};
    error.details.file = files.first.string();
    error.details.expected = fmt::format("{}", files.count);
    error.details.actual = fmt::format("{}", files.present);
    return error;
}

}  // namespace

void add_models(const std::vector<std::filesystem::path>& files, ModelSource source,
                const std::string& origin, const ScanContext& context) {
    for (const ModelFiles& found : join_shards(files)) {
        if (context.cancelled()) {
            return;
        }
        LocalModel model;
        model.path = found.first;
        model.name = escaped(found.stem);
        model.origin = escaped(origin);
        model.bytes = found.bytes;
        model.source = source;
        if (found.present < found.count) {
            model.state = ModelState::incomplete;
            model.reason = shards_missing(found);
        } else {
            Inspection inspection = context.inspect(found.first);
            model.state = inspection.state;
            model.reason = std::move(inspection.reason);
            model.facts = std::move(inspection.facts);
        }
        context.report.models.push_back(std::move(model));
    }
}

void scan_folder(const std::filesystem::path& folder, ModelSource source, const ScanContext& context) {
    std::map<std::filesystem::path, std::vector<std::filesystem::path>> by_folder;
    walk_files(folder, {}, context.cancelled, context.report.problems,
               [&](const std::filesystem::path& file) {
                   if (is_model_file_name(file.filename().string())) {
                       by_folder[file.parent_path()].push_back(file);
                   }
               });
    for (const auto& [parent, files] : by_folder) {
        const std::filesystem::path below = parent.lexically_relative(folder);
        add_models(files, source, below == "." ? "" : below.generic_string(), context);
    }
}

}  // namespace hearth::catalog
