#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::catalog {

/// Files of one model: one, or all shards of it that are here.
struct ModelFiles {
    std::vector<std::filesystem::path> files;  ///< those that are here, in order of their numbers
    std::string stem;                          ///< name without ending and shard number, for people
    std::uint32_t count = 1;                   ///< as the names say
    std::vector<std::string> missing{};        ///< names of shards that are not here; at most some
    bool cut = false;  ///< a file cut into pieces by other means than shards: nothing can open it

    const std::filesystem::path& first() const { return files.front(); }
};

/// Joins `NAME-00001-of-00003.gguf` (or .safetensors) and its siblings of one folder, and the pieces
/// `NAME.gguf.part1of2`; other files stay alone. In order of names.
std::vector<ModelFiles> join_shards(const std::vector<std::filesystem::path>& files);

/// Whether the name ends in ".gguf", in any case, and is not hidden.
bool is_model_file_name(std::string_view name);
/// Whether it is a piece of such a file: "x.gguf.part1of2".
bool is_cut_file_name(std::string_view name);
/// Whether it is a projector, which belongs to a model: "mmproj-model-f16.gguf".
bool is_projector_name(std::string_view name);
/// Whether a projector beside a model file can be its own: one that names a model
/// ("mmproj-gemma-3-12b-it-f16.gguf") fits those whose names begin like that, one that names none
/// ("mmproj-model-f16.gguf") every one.
bool projector_fits(std::string_view projector, std::string_view model);
/// Whether it is a weights file of a checkpoint: ends in ".safetensors", is not hidden and no adapter.
bool is_checkpoint_weights_name(std::string_view name);

}  // namespace hearth::catalog
