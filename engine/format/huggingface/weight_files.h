#pragma once

#include "base/file.h"
#include "format/safetensors_header.h"

#include <hearth/result.h>

#include <filesystem>
#include <vector>

namespace hearth {

/// One safetensors file of a checkpoint, opened and parsed.
struct WeightFile {
    File file;
    SafetensorsHeader header;
};

/// Finds and opens the weights that `path` means. A folder: the files that model.safetensors.index.json
/// names, else model.safetensors, else its only safetensors file. A file: all files of the index that names
/// it, else the file alone. Names of the index are checked before a path is made of them (unsafe_name); parts
/// that are not there are shard_missing, a part that lacks a tensor of the index is shard_mismatch.
Result<std::vector<WeightFile>> open_weight_files(const std::filesystem::path& path);

}  // namespace hearth
