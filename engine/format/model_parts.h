#pragma once

#include "format/byte_source.h"
#include "format/gguf_header.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <filesystem>
#include <memory>
#include <vector>

namespace hearth {

/// One file of a model: what its header says and where its bytes come from.
struct ModelPart {
    std::filesystem::path path;  ///< names it in errors
    GgufHeader header;
    std::unique_ptr<const ByteSource> bytes;  ///< absent: only the header is at hand
    std::uint64_t file_bytes = 0;
};

/// Makes ModelFiles of parts, for whoever has bytes that lie in no file.
class ModelAssembly {
 public:
    /// Joins the parts in order. Errors: bad_name where two of them have a tensor of the same name.
    static Result<ModelFile> join(std::vector<ModelPart> parts);
};

}  // namespace hearth
