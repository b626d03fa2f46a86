#include "library/local_models_worker.h"

#include <system_error>
#include <utility>

namespace hearth {

Result<catalog::Library*> LocalModelsWorker::library() {
    const std::scoped_lock lock(m_mutex);
    if (!m_library) {
        auto opened = catalog::Library::open(m_file, m_options);
        if (!opened) {
            return std::move(opened).error();
        }
        m_library.emplace(*std::move(opened));
    }
    return &*m_library;
}

Result<LocalModelsWorker::View> LocalModelsWorker::view() {
    HEARTH_TRY_ASSIGN(catalog::Library * library, this->library());
    View view;
    HEARTH_TRY_ASSIGN(view.report.models, library->list());
    HEARTH_TRY_ASSIGN(view.use, library->disk_use());
    view.kept = library->report();
    view.place = library->place();
    view.unfinished = library->unfinished_move();
    return view;
}

Result<LocalModelsWorker::View> LocalModelsWorker::scan(const std::vector<std::filesystem::path>& chosen,
                                                        bool otherPrograms,
                                                        const std::vector<std::filesystem::path>& newFiles) {
    HEARTH_TRY_ASSIGN(catalog::Library * library, this->library());
    std::vector<catalog::ScanProblem> problems;
    if (const Status kept = library->choose_folders(chosen, otherPrograms); !kept) {
        problems.push_back({m_file, kept.error().message});
    }
    for (const std::filesystem::path& file : newFiles) {
        if (const auto added = library->add(file); !added) {
            problems.push_back({file, added.error().message});
        }
    }
    HEARTH_TRY_ASSIGN(catalog::ScanReport report,
                      library->scan(library->folders(), [this] { return stopping(); }, {}));
    HEARTH_TRY_ASSIGN(View view, this->view());
    view.report.problems = std::move(report.problems);
    view.report.problems.insert(view.report.problems.end(), problems.begin(), problems.end());
    return view;
}

std::filesystem::path LocalModelsWorker::folderFor(const catalog::Library& library,
                                                   const std::filesystem::path& chosen) {
    const auto unfinished = library.unfinished_move();
    std::error_code error;
    const bool used =
        std::filesystem::is_directory(chosen, error) && !std::filesystem::is_empty(chosen, error);
    const bool known = (unfinished && unfinished->to == chosen) || library.is_own_folder(chosen);
    return used && !known ? chosen / "Hearth models" : chosen;
}

}  // namespace hearth
