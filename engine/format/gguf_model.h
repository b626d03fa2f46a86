#pragma once

#include "format/gguf_header.h"
#include "format/opened_model.h"

#include <hearth/result.h>

#include <filesystem>
#include <vector>

namespace hearth {

/// One file of a GGUF model: what names it in errors, and what its header says.
struct GgufPart {
    std::filesystem::path path;
    GgufHeader header;
};

/// Opens the GGUF file at `path` and, where its name is that of a shard, all shards of its model.
Result<OpenedModel> open_gguf(const std::filesystem::path& path);

/// That the parts are all of one model, in order. Errors: shard_mismatch, bad_value; invalid_request where
/// there is none.
Status check_gguf_parts(const std::vector<GgufPart>& parts);

/// What the parts, at least one, make together, in order: a model without files.
OpenedModel join_gguf(std::vector<GgufPart> parts);

}  // namespace hearth
