#pragma once

#include <filesystem>
#include <string>

namespace hearth::storage {

/// A folder of its own for one test, gone with it.
class TestFolder {
 public:
    TestFolder();
    ~TestFolder();
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    std::filesystem::path file(const std::string& name = "chats.db") const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }
    /// Names in it that contain `part`, sorted.
    std::string names_with(const std::string& part) const;

 private:
    std::filesystem::path path_;
};

}  // namespace hearth::storage
