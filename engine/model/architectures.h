#pragma once

#include "model/architecture.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

namespace hearth {

// One file each; the list is architectures.cpp.
Result<Model> build_gemma3(const ModelFile& file);
Result<Model> build_llama(const ModelFile& file);
Result<Model> build_qwen2(const ModelFile& file);
Result<Model> build_qwen3(const ModelFile& file);

}  // namespace hearth
