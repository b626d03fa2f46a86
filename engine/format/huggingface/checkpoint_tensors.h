#pragma once

#include "format/huggingface/config.h"
#include "format/opened_model.h"

#include <hearth/result.h>

#include <vector>

namespace hearth {

/// Turns the tensors of a checkpoint (`stored`, in `model.files`) into those of GGUF, in model.tensors and
/// model.derived: renamed, heads interleaved, norms plus one, groups of quants as matrices. A tensor that the
/// architecture does not know keeps its name, so that whoever builds the model refuses it. Errors:
/// missing_tensor, and those of grouped_matrix.
Status translate_tensors(const CheckpointConfig& config, std::vector<TensorInfo> stored, OpenedModel& model);

}  // namespace hearth
