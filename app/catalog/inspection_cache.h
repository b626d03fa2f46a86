#pragma once

#include "catalog/model_inspection.h"

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

namespace hearth::catalog {

/// Inspections of files that did not change since, by path, size and time of last change. Kept in one JSON
/// file of the data folder between runs. Used by one thread at a time.
class InspectionCache {
 public:
    /// `engine`: version of the program; what an older one could not run is looked at again.
    explicit InspectionCache(std::string engine) : engine_(std::move(engine)) {}

    /// A missing or damaged file is an empty cache.
    void load(const std::filesystem::path& file);
    /// Atomically; only where something changed. Entries that no scan asked for since load are left out.
    /// Errors: write_failed.
    Status save(const std::filesystem::path& file);

    /// The kept inspection, or a fresh one by `inspect`. Results of files that cannot be looked at are not
    /// kept.
    Inspection inspect(const std::filesystem::path& path, const Inspector& inspect);

 private:
    struct Key {
        std::uint64_t bytes = 0;
        std::int64_t changed = 0;  ///< nanoseconds of the file clock

        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Entry {
        Key key;
        Inspection inspection;
        bool asked = false;
    };

    std::string engine_;
    std::map<std::string, Entry> entries_;
    bool changed_ = false;
};

}  // namespace hearth::catalog
