#pragma once

#include "backend/graph.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace hearth {

/// A model ready for a backend: the graph and the numbers the engine needs around it.
struct Model {
    Graph graph;
    std::uint32_t context_tokens = 0;  ///< the length the model was trained for
};

/// One row of the list of what we can run.
struct Architecture {
    std::string_view name;  ///< general.architecture
    Result<Model> (*build)(const ModelFile& file);
};

/// Sorted by name; see architectures.cpp.
std::span<const Architecture> architectures();

/// Reads general.architecture and builds the model. Checks every hyper-parameter's range and every tensor's
/// presence and shape: unsupported_architecture, missing_key, bad_value, missing_tensor, bad_shape,
/// unsupported_feature.
Result<Model> build_model(const ModelFile& file);

}  // namespace hearth
