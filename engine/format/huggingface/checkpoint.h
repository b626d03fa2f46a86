#pragma once

#include "format/opened_model.h"

#include <hearth/result.h>

#include <filesystem>

namespace hearth {

/// Whether `path` is a checkpoint or a file of one, rather than a GGUF file: a folder, a file named
/// *.safetensors, or one without either name that has the form of safetensors.
bool is_checkpoint(const std::filesystem::path& path);

/// Opens the checkpoint that `path`, a folder or safetensors file, means; see ModelFile.
Result<OpenedModel> open_checkpoint(const std::filesystem::path& path);

}  // namespace hearth
