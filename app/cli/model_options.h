#pragma once

#include <hearth/load.h>

#include <string>

#include <CLI/CLI.hpp>

namespace hearth::cli {

/// --model.
void add_model(CLI::App& app, std::string& path);
/// --context and --kv-bytes.
void add_kv_options(CLI::App& app, LoadOptions& options);
/// These, --threads and --force.
void add_memory_options(CLI::App& app, LoadOptions& options);
/// --reference and --activation-bits.
void add_arithmetic_options(CLI::App& app, LoadOptions& options);

}  // namespace hearth::cli
