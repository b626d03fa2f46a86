#pragma once

#include "catalog/local_model.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace hearth::catalog {

/// What looking into a model found.
struct Inspection {
    ModelState state = ModelState::ready;
    std::optional<Error> reason{};
    ModelFacts facts{};
    std::uint64_t bytes = 0;  ///< all shards together; 0 where the header could not be read
};

/// Looks into the model that a file, or a checkpoint's folder, holds.
using Inspector = std::function<Inspection(const std::filesystem::path& path)>;

/// Reads the header and asks the engine whether it can run the model (architecture, tensors, tokenizer);
/// weights are not read. Some milliseconds to some hundred, by the size of the vocabulary. Thread-safe.
Inspection inspect_model(const std::filesystem::path& path);

/// Whether an error means that bytes or parts are missing rather than that the model cannot run.
bool means_incomplete(const Error& error);

}  // namespace hearth::catalog
