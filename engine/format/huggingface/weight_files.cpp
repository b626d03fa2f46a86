#include "format/huggingface/weight_files.h"

#include "format/file_error.h"
#include "format/huggingface/file_name_rule.h"
#include "format/huggingface/json_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::string_view kIndex = "model.safetensors.index.json";
constexpr std::string_view kSingle = "model.safetensors";
constexpr std::string_view kExtension = ".safetensors";

bool is_there(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
}

/// The names of the files with the tensors that each is said to hold.
using WeightMap = std::map<std::string, std::vector<std::string>, std::less<>>;

Result<WeightMap> read_index(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(const nlohmann::json index, read_json_file(path));
    const auto stored = index.find("weight_map");
    if (stored == index.end() || !stored->is_object() || stored->empty()) {
        return file_error(ErrorCode::header_invalid, path, "weight_map",
                          "weight_map, which says where each tensor is, is missing or no object");
    }
    WeightMap files;
    for (const auto& [tensor, name] : stored->items()) {
        if (!name.is_string()) {
            return file_error(ErrorCode::header_invalid, path, tensor,
                              fmt::format("weight_map has no file name for tensor \"{}\"", escaped(tensor)));
        }
        const auto& text = name.get_ref<const std::string&>();
        if (!is_safe_file_name(text)) {
            return file_error(
                ErrorCode::unsafe_name, path, tensor,
                fmt::format("tensor \"{}\" is said to be in \"{}\", which is no plain name of a "
                            "file in this folder",
                            escaped(tensor), escaped(text)),
                "a plain file name", escaped(text));
        }
        files[text].push_back(tensor);
    }
    return files;
}

Error missing_files(const std::filesystem::path& index, const std::vector<std::string>& missing,
                    std::size_t count) {
    constexpr std::size_t kMostListed = 5;
    std::string names;
    for (std::size_t i = 0; i < std::min(missing.size(), kMostListed); ++i) {
        names += fmt::format("{}{}", i == 0 ? "" : ", ", escaped(missing[i]));
    }
    if (missing.size() > kMostListed) {
        names += fmt::format(" and {} more", missing.size() - kMostListed);
    }
    return file_error(
        ErrorCode::shard_missing, index, missing.front(),
        fmt::format("the model has {} parts, of which {} {} not in this folder: get {} as well", count, names,
                    missing.size() == 1 ? "is" : "are", missing.size() == 1 ? "it" : "them"),
        fmt::format("{} files", count), fmt::format("{} files", count - missing.size()));
}

Result<WeightFile> open_file(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(File file, File::open(path));
    HEARTH_TRY_ASSIGN(SafetensorsHeader header, parse_safetensors(FileSource(file), path.string()));
    return WeightFile{std::move(file), std::move(header)};
}

Result<std::vector<WeightFile>> open_one(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(WeightFile file, open_file(path));
    std::vector<WeightFile> files;
    files.push_back(std::move(file));
    return files;
}

Result<std::vector<WeightFile>> open_indexed(const std::filesystem::path& index, const WeightMap& map) {
    const std::filesystem::path folder = index.parent_path();
    std::vector<std::string> missing;
    for (const auto& [name, tensors] : map) {
        if (!is_there(folder / name)) {
            missing.push_back(name);
        }
    }
    if (!missing.empty()) {
        return missing_files(index, missing, map.size());
    }
    std::vector<WeightFile> files;
    for (const auto& [name, tensors] : map) {
        HEARTH_TRY_ASSIGN(WeightFile file, open_file(folder / name));
        std::set<std::string_view> present;
        for (const TensorInfo& tensor : file.header.tensors) {
            present.insert(tensor.name);
        }
        const auto absent = std::ranges::find_if_not(
            tensors, [&](const std::string& tensor) { return present.contains(tensor); });
        if (absent != tensors.end()) {
            return file_error(ErrorCode::shard_mismatch, folder / name, *absent,
                              fmt::format("tensor \"{}\" is not in the file, although the index says so: the "
                                          "file does not belong to this model",
                                          escaped(*absent)));
        }
        files.push_back(std::move(file));
    }
    return files;
}

/// The only safetensors file of a folder without the usual names.
Result<std::filesystem::path> find_single(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> found;
    bool has_pickle = false;
    std::error_code failure;
    for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
         entry.increment(failure)) {
        const std::string name = entry->path().filename().string();
        if (name.ends_with(kExtension)) {
            found.push_back(entry->path());
        }
        has_pickle |= name.starts_with("pytorch_model") && name.ends_with(".bin");
    }
    if (failure) {
        return file_error(ErrorCode::read_failed, folder, {},
                          fmt::format("cannot list the folder: {}", failure.message()));
    }
    if (found.size() == 1) {
        return found.front();
    }
    if (!found.empty()) {
        std::ranges::sort(found);
        return file_error(
            ErrorCode::shard_missing, folder, std::string(kIndex),
            fmt::format("the folder has {} safetensors files, but no {} that says how they belong "
                        "together: get it as well, or choose one of the files",
                        found.size(), kIndex));
    }
    return file_error(
        has_pickle ? ErrorCode::unsupported_feature : ErrorCode::file_not_found, folder, std::string(kSingle),
        has_pickle ? std::string("the weights are a PyTorch archive (pytorch_model.bin), which can run any "
                                 "program hidden in it and is not read: get the model as safetensors or GGUF")
                   : fmt::format("the folder has no {}: there are no weights here", kSingle));
}

}  // namespace

Result<std::vector<WeightFile>> open_weight_files(const std::filesystem::path& path) {
    std::error_code ignored;
    const bool is_folder = std::filesystem::is_directory(path, ignored);
    const std::filesystem::path folder = is_folder ? path : path.parent_path();
    const std::filesystem::path index = folder / kIndex;
    if (is_there(index)) {
        HEARTH_TRY_ASSIGN(const WeightMap map, read_index(index));
        if (is_folder || map.contains(path.filename().string())) {
            return open_indexed(index, map);
        }
    }
    if (!is_folder) {
        return open_one(path);
    }
    if (is_there(folder / kSingle)) {
        return open_one(folder / kSingle);
    }
    HEARTH_TRY_ASSIGN(const std::filesystem::path single, find_single(folder));
    return open_one(single);
}

}  // namespace hearth
