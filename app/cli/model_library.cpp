#include "cli/model_library.h"

#include "cli/data_folder.h"

#include <filesystem>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

std::string reason_of(const catalog::LibraryReport& report) {
    return report.cause ? report.cause->message : std::string("the list of models cannot be written");
}

}  // namespace

Result<catalog::Library> open_library(Console& console) {
    // Paths in the list are absolute: every program must find the same files by them.
    const std::filesystem::path data = std::filesystem::absolute(data_folder());
    catalog::LibraryOptions options;
    options.models_folder = data / "models";
    options.program_version = HEARTH_VERSION;
    options.old_added_files = data / "added-models.json";
    options.old_cache = data / "models.json";
    options.curated_list = curated_list();
    HEARTH_TRY_ASSIGN(catalog::Library library,
                      catalog::Library::open(data / "library.db", std::move(options)));
    const catalog::LibraryReport report = library.report();
    if (!report.lasting()) {
        console.note("hearth-cli: what is changed here is not kept: " + reason_of(report));
    } else if (report.outcome == catalog::LibraryReport::Outcome::rebuilt) {
        console.note(fmt::format(
            "hearth-cli: the list of models was damaged and is made anew; the damaged one is kept as {}",
            report.set_aside.string()));
    }
    return library;
}

Status lasting(const catalog::Library& library) {
    const catalog::LibraryReport report = library.report();
    if (report.lasting()) {
        return {};
    }
    return report.cause ? *report.cause : Error{ErrorCode::write_failed, reason_of(report)};
}

}  // namespace hearth::cli
