#pragma once

#include "storage/records.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace hearth::storage {

struct OpenOptions {
    std::chrono::milliseconds busy_timeout{5000};  ///< how long to wait for another process
    std::function<UtcTime()> clock;                ///< the system's when empty
    std::string vfs;                               ///< SQLite file layer; the system's when empty
};

/// How a store came to be open. Anything but created and opened deserves a sentence to the person.
enum class OpenOutcome : std::uint8_t {
    created,
    opened,
    migrated,       ///< from an older version; OpenReport::backup is the old file
    newer_version,  ///< read-only
    read_only,      ///< as asked for
    salvaged,       ///< the file was damaged; OpenReport::kept_aside is where it is now
    in_memory,
};

/// What could be read of a damaged file.
struct Salvage {
    std::uint64_t conversations = 0;
    std::uint64_t messages = 0;
    std::uint64_t other_rows = 0;  ///< folders, drafts, presets, attachments
    bool complete = false;         ///< no row was unreadable
    std::string cause;             ///< what was wrong with the file
};

struct OpenReport {
    OpenOutcome outcome = OpenOutcome::opened;
    std::filesystem::path file;
    std::uint32_t file_version = 0;         ///< of the schema as found
    std::uint64_t interrupted_answers = 0;  ///< found streaming with nobody writing them
    std::filesystem::path backup;
    std::filesystem::path kept_aside;
    std::optional<Salvage> salvage;
};

}  // namespace hearth::storage
