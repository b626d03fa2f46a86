#pragma once

#include "base/file.h"
#include "format/derived_tensor.h"

#include <hearth/metadata.h>
#include <hearth/model_file.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hearth {

/// What a ModelFile is made of, whatever the format of its files: what the readers of formats hand over.
struct OpenedModel {
    ModelFormat format = ModelFormat::gguf;
    std::uint32_t version = 0;  ///< of GGUF
    std::vector<File> files;    ///< at least one; TensorInfo::shard counts them
    Metadata metadata;
    std::vector<TensorInfo> tensors;
    std::vector<std::unique_ptr<const DerivedTensor>> derived;  ///< TensorInfo::derivation counts them
    std::vector<std::string> warnings;
};

}  // namespace hearth
