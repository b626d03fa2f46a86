#pragma once

#include "format/opened_model.h"
#include "format/safetensors_header.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <filesystem>
#include <string>
#include <vector>

namespace hearth {

/// Whether `path` is a checkpoint or a file of one, rather than a GGUF file: a folder, a file named
/// *.safetensors, or one without either name that has the form of safetensors.
bool is_checkpoint(const std::filesystem::path& path);

/// Opens the checkpoint that `path`, a folder or safetensors file, means; see ModelFile.
Result<OpenedModel> open_checkpoint(const std::filesystem::path& path);

/// A checkpoint that is elsewhere, of which only descriptions and the headers of its files, in order, are at
/// hand: a model without files and tokenizer, for plans. `name` stands for it in errors.
Result<OpenedModel> describe_checkpoint(const std::string& name, const CheckpointTexts& texts,
                                        std::vector<SafetensorsHeader> headers);

}  // namespace hearth
