#pragma once

#include "catalog/library.h"

#include <hearth/result.h>

#include <atomic>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace hearth {

/// The library of models as LocalModels uses it from its worker threads: opened at the first use, which may
/// take a moment, and shared by them. Thread-safe.
class LocalModelsWorker {
 public:
    LocalModelsWorker(std::filesystem::path file, catalog::LibraryOptions options)
        : m_file(std::move(file)), m_options(std::move(options)) {}

    /// What the list shows.
    struct View {
        catalog::ScanReport report;
        catalog::DiskUse use;
        catalog::LibraryReport kept;
        std::filesystem::path place;  ///< where Hearth's folder really lies
        std::optional<catalog::UnfinishedMove> unfinished;
    };

    Result<catalog::Library*> library();
    /// What is known, without a scan.
    Result<View> view();
    /// Adds files, keeps the choice of folders and looks through them.
    Result<View> scan(const std::vector<std::filesystem::path>& chosen, bool otherPrograms,
                      const std::vector<std::filesystem::path>& newFiles);

    /// Where the models go when a person picks `chosen`: there where it is empty, or its own name for a move
    /// that was cut off, else to a folder of their own in it.
    static std::filesystem::path folderFor(const catalog::Library& library,
                                           const std::filesystem::path& chosen);

    /// The program ends: everything that takes time gives up.
    void stop() { m_stopping = true; }
    bool stopping() const { return m_stopping; }

 private:
    std::filesystem::path m_file;
    catalog::LibraryOptions m_options;
    std::mutex m_mutex;  ///< guards the opening
    std::optional<catalog::Library> m_library;
    std::atomic<bool> m_stopping{false};
};

}  // namespace hearth
