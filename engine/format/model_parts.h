#pragma once

#include "format/byte_source.h"
#include "format/gguf_model.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace hearth {

/// One part of a model whose bytes lie in no file of this computer.
struct ModelPart {
    GgufPart gguf;
    std::unique_ptr<const ByteSource> bytes;  ///< absent: only the header is at hand
    std::uint64_t file_bytes = 0;
};

/// Makes ModelFiles of parts.
class ModelAssembly {
 public:
    /// Joins the parts, at least one, in order. Errors: bad_name where two of them have a tensor of the same
    /// name.
    static Result<ModelFile> join(std::vector<ModelPart> parts);
};

}  // namespace hearth
