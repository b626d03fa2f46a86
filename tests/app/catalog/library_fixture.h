#pragma once

#include "catalog/library.h"
#include "support/temporary_folder.h"

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace hearth::test {

/// A home of its own with a library in it; drives are folders that can be plugged in and out.
class LibraryTest : public ::testing::Test {
 protected:
    LibraryTest();

    std::filesystem::path path(const std::filesystem::path& name) const { return folder_.path() / name; }
    /// Writes a file below the home; its folders are made.
    std::filesystem::path put(const std::filesystem::path& name, std::string_view bytes = "GGUF....") const;
    std::filesystem::path models() const { return path("data/models"); }
    std::filesystem::path database() const { return path("data/library.db"); }

    catalog::LibraryOptions options();
    catalog::Library open();
    /// Scans Hearth's folder, what was chosen and the other programs'.
    static catalog::ScanReport scan(catalog::Library& library);
    static std::vector<catalog::LocalModel> list(const catalog::Library& library);
    static catalog::LocalModel find(const catalog::Library& library, std::string_view name);
    /// "NAME STATE" of every model.
    static std::vector<std::string> states(const catalog::Library& library);

    /// A folder that is a drive from now on.
    void plug_in(const std::filesystem::path& point, const std::string& volume);
    /// The drive is gone, its folder empty; what it holds is kept elsewhere.
    void pull_out(const std::filesystem::path& point);
    /// It comes back, perhaps at another place.
    void plug_in_again(const std::filesystem::path& old_point, const std::filesystem::path& point);

    test::TemporaryFolder folder_;
    std::atomic<int> inspections_{0};
    std::vector<catalog::Mount> mounts_;
    std::vector<catalog::Mount> unplugged_;
};

/// Everything below a folder with sizes, times and inode numbers, to see that nothing was touched.
std::vector<std::string> picture_of(const std::filesystem::path& folder);
/// Everything below a folder with contents.
std::vector<std::string> contents_of(const std::filesystem::path& folder);

/// The value, or a failed test.
template <class T>
T value_of(Result<T> result) {
    if (!result) {
        throw std::runtime_error(result.error().message);
    }
    return *std::move(result);
}

/// Takes away the trash that a test has made at the top of a drive, unless something lies in it.
void remove_empty_trash(const std::filesystem::path& top);

/// What library_program returned; −9 where it was killed.
int run_library_program(const std::vector<std::string>& arguments);

}  // namespace hearth::test
