#include "cli/model_options.h"

#include "cli/arguments.h"

#include <hearth/load_plan.h>

namespace hearth::cli {

void add_model(CLI::App& app, std::string& path) {
    add_required_file(app, "--model", path, "The model: a GGUF file or the folder of a checkpoint");
}

void add_kv_options(CLI::App& app, LoadOptions& options) {
    add_number(app, "--context", options.context_tokens, {.least = 2}, "Longest conversation in tokens");
    add_number(app, "--kv-bytes", options.kv_bytes, {.least = 1}, "Memory for the KV cache in bytes");
}

void add_memory_options(CLI::App& app, LoadOptions& options) {
    add_kv_options(app, options);
    add_number(app, "--threads", options.thread_count, {.least = 1, .most = most_threads()},
               "Threads (default: physical cores)");
    app.add_flag_callback(
        "--force", [&options] { options.memory = MemoryPolicy::force; },
        "Load even what does not fit into the free memory");
}

void add_arithmetic_options(CLI::App& app, LoadOptions& options) {
    app.add_flag_callback(
        "--reference", [&options] { options.path = ComputePath::reference; },
        "Compute in scalar float: exact and slow");
    const auto read_bits = [&options](const CLI::results_t& results) {
        if (results.back() != "8" && results.back() != "16") {
            throw WrongValue("--activation-bits", "8 or 16", results.back());
        }
        options.activation_bits = results.back() == "8" ? ActivationBits::eight : ActivationBits::sixteen;
        return true;
    };
    app.add_option("--activation-bits", read_bits,
                   "Precision of the inputs of matrix products: 8 or 16 (default)")
        ->type_name("8|16");
}

}  // namespace hearth::cli
