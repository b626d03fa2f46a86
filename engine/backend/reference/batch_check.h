#pragma once

#include "backend/backend.h"
#include "backend/graph.h"

#include <hearth/result.h>

#include <cstddef>

namespace hearth::reference {

/// Whether a step can be computed: sizes within the options, rows covered by the sequences in order, output
/// rows ascending, every position a token sees inside its block table, block and token ids in range, room for
/// the logits. A token id outside the vocabulary is invalid_request, all else backend_failed.
Status check_batch(const Graph& graph, const ExecutorOptions& options, const Batch& batch,
                   std::size_t logit_count);

}  // namespace hearth::reference
