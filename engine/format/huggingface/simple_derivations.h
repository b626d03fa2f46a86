#pragma once

#include "format/derived_tensor.h"
#include "format/huggingface/head_order.h"

#include <hearth/model_file.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace hearth {

/// The rows of a stored tensor in GGUF's order; a vector has rows of one value.
std::unique_ptr<const DerivedTensor> reordered_rows(const TensorInfo& stored, std::uint64_t row_bytes,
                                                    HeadOrder order);

/// A stored vector of type f32, f16 or bf16 plus one, in f32: what GGUF has for the norms of Gemma.
std::unique_ptr<const DerivedTensor> plus_one(const TensorInfo& stored);

/// Values that the checkpoint does not hold but implies, in f32.
std::unique_ptr<const DerivedTensor> constant_values(std::vector<float> values);

}  // namespace hearth
