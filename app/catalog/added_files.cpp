#include "catalog/added_files.h"

#include "catalog/small_file.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace hearth::catalog {

namespace {

constexpr int kListVersion = 1;
constexpr std::size_t kLongestList = std::size_t{1} << 20U;
constexpr std::size_t kMostFiles = 1000;

}  // namespace

std::vector<std::filesystem::path> read_added_files(const std::filesystem::path& list) {
    const auto text = read_small_file(list, kLongestList);
    const nlohmann::json document =
        text ? nlohmann::json::parse(text.value(), nullptr, false) : nlohmann::json();
    std::vector<std::filesystem::path> files;
    if (!document.is_object() || document.value("version", nlohmann::json()) != kListVersion ||
        !document.contains("files") || !document["files"].is_array()) {
        return files;
    }
    for (const nlohmann::json& file : document["files"]) {
        if (file.is_string() && files.size() < kMostFiles) {
            std::filesystem::path path = file.get<std::string>();
            if (path.is_absolute() && std::ranges::find(files, path) == files.end()) {
                files.push_back(std::move(path));
            }
        }
    }
    return files;
}

}  // namespace hearth::catalog
