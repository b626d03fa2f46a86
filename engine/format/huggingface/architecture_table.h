#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hearth {

/// A module of a checkpoint and what GGUF calls it.
struct ModuleName {
    std::string_view checkpoint;  ///< below "model.layers.N."
    std::string_view gguf;        ///< below "blk.N."
};

/// How checkpoints of one architecture differ from GGUF files of it.
struct CheckpointArchitecture {
    std::string_view class_name;  ///< `architectures` of config.json
    std::string_view gguf;        ///< general.architecture
    std::span<const ModuleName> modules;
    std::string_view activation;      ///< the only one the architecture runs with
    std::string_view activation_key;  ///< where config.json states it
    bool interleaves_heads = false;  ///< GGUF has the rows of Q and K so that neighbours are rotated together
    bool adds_one_to_norms = false;  ///< checkpoints have w of norms that multiply by 1 + w
    bool ties_embeddings = false;    ///< where config.json does not say
    std::optional<std::uint32_t> head_dim{};  ///< where config.json does not say; else hidden_size / heads
    double rope_theta = 10000;                ///< where config.json does not say
};

/// Null for an architecture that is not in the table.
const CheckpointArchitecture* find_checkpoint_architecture(std::string_view class_name);

/// The names of all architectures in the table, for errors.
std::string checkpoint_architecture_names();

/// What GGUF calls a module of the checkpoint (a tensor's name without its last part); nothing where the
/// architecture has no such module.
std::optional<std::string> gguf_module(const CheckpointArchitecture& architecture, std::string_view module);

}  // namespace hearth
