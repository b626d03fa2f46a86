#pragma once

#include "catalog/library_database.h"
#include "catalog/local_models.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace hearth::catalog {

/// What earlier scans saw in headers, so that only files that changed are opened. For one scan, on its
/// thread.
class KnownInspections {
 public:
    /// Reads them all. Throws SQLite::Exception.
    static KnownInspections read(LibraryDatabase& database, std::string engine);

    /// The kept inspection of these very files (names, sizes, times), or a fresh one. What an older version
    /// could not run, and what could not be read, is looked at again.
    Inspection inspect(const LocalModel& model, const Inspector& inspect);

    /// Fresh ones since the last save.
    std::size_t unsaved() const { return fresh_.size(); }
    /// Writes them. Throws SQLite::Exception; inside of a transaction.
    void save(LibraryDatabase& database) const;
    void mark_saved() { fresh_.clear(); }

 private:
    struct Kept {
        std::string print;  ///< sizes and times of the files
        std::string engine;
        std::string result;  ///< JSON
    };
    std::string engine_;
    std::map<std::string, Kept> kept_;
    std::vector<std::string> fresh_;
};

}  // namespace hearth::catalog
