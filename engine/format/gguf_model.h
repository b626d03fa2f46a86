#pragma once

#include "format/opened_model.h"

#include <hearth/result.h>

#include <filesystem>

namespace hearth {

/// Opens the GGUF file at `path` and, where its name is that of a shard, all shards of its model.
Result<OpenedModel> open_gguf(const std::filesystem::path& path);

}  // namespace hearth
