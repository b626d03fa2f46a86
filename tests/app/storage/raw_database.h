#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <SQLiteCpp/Column.h>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

namespace hearth::storage {

/// The file through plain SQLite: for looking at and for spoiling.
class RawDatabase {
 public:
    explicit RawDatabase(const std::filesystem::path& file)
        : database_(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE) {}
    void run(const std::string& sql) { database_.exec(sql); }
    std::string text(const std::string& sql) {
        SQLite::Statement query(database_, sql);
        return query.executeStep() ? query.getColumn(0).getString() : "";
    }

 private:
    SQLite::Database database_;
};

inline std::string bytes_of(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void overwrite(const std::filesystem::path& file, std::size_t offset, const std::string& bytes) {
    std::fstream stream(file, std::ios::binary | std::ios::in | std::ios::out);
    stream.seekp(static_cast<std::streamoff>(offset));
    stream << bytes;
}

}  // namespace hearth::storage
