#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/metadata_view.h"

#include <hearth/load_plan.h>
#include <hearth/model_file.h>

#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth::cli {
namespace {

struct InspectOptions {
    std::string file;
    LoadOptions load;
};

std::string_view type_name(const TensorInfo& tensor) {
    const GgufTypeInfo* info = gguf_type_info(tensor.gguf_type);
    return info != nullptr ? info->name : "?";
}

nlohmann::ordered_json tensors_json(const ModelFile& file) {
    auto list = nlohmann::ordered_json::array();
    for (const TensorInfo& tensor : file.tensors()) {
        list.push_back({{"name", escaped(tensor.name)},
                        {"type", type_name(tensor)},
                        {"dimensions", tensor.dimensions},
                        {"bytes", tensor.bytes},
                        {"shard", tensor.shard},
                        {"offset", tensor.offset}});
    }
    return list;
}

nlohmann::ordered_json plan_json(const LoadPlan& plan) {
    return {{"context_tokens", plan.context_tokens},
            {"weight_bytes", plan.weight_bytes},
            {"kv_bytes", plan.kv_bytes},
            {"workspace_bytes", plan.workspace_bytes},
            {"total_bytes", plan.total_bytes()},
            {"available_bytes", plan.available_bytes},
            {"fits", plan.total_bytes() <= plan.available_bytes}};
}

nlohmann::ordered_json inspection_json(const ModelFile& file, const Result<LoadPlan>& plan) {
    nlohmann::ordered_json json = {
        {"file", file.path().string()},
        {"gguf_version", file.version()},
        {"file_bytes", file.file_bytes()},
        {"shards", file.shard_count()},
        {"metadata", metadata_json(file.metadata())},
        {"tensors", tensors_json(file)},
    };
    auto warnings = nlohmann::ordered_json::array();
    for (const std::string& warning : file.warnings()) {
        warnings.push_back(warning);
    }
    json["warnings"] = std::move(warnings);
    json["runnable"] = plan.has_value();
    json["reason"] = plan ? nlohmann::ordered_json(nullptr) : error_json(plan.error());
    json["memory"] = plan ? plan_json(*plan) : nlohmann::ordered_json(nullptr);
    return json;
}

std::string mebibytes(std::uint64_t bytes) {
    return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1024.0 * 1024.0));
}

void write_plan(Console& console, const Result<LoadPlan>& plan) {
    if (!plan) {
        console.write("\ncannot run here: " + plan.error().message + "\n");
        return;
    }
    console.write(fmt::format(
        "\nmemory at a context of {} tokens\n"
        "  weights   {:>14}\n  KV cache  {:>14}\n  workspace {:>14}\n  total     {:>14}\n"
        "  available {:>14}{}\n",
        plan->context_tokens, mebibytes(plan->weight_bytes), mebibytes(plan->kv_bytes),
        mebibytes(plan->workspace_bytes), mebibytes(plan->total_bytes()), mebibytes(plan->available_bytes),
        plan->total_bytes() <= plan->available_bytes ? "" : "  (does not fit)"));
}

void write_inspection(Console& console, const ModelFile& file, const Result<LoadPlan>& plan) {
    console.write(fmt::format("{}\nGGUF version {}, {} in {} file{}, {} tensors\n", file.path().string(),
                              file.version(), mebibytes(file.file_bytes()), file.shard_count(),
                              file.shard_count() == 1 ? "" : "s", file.tensors().size()));
    for (const std::string& warning : file.warnings()) {
        console.write("warning: " + warning + "\n");
    }
    console.write("\nmetadata\n");
    for (const auto& [key, value] : file.metadata().entries()) {
        console.write(fmt::format("  {} = {}\n", escaped(key), metadata_text(value)));
    }
    console.write("\ntensors\n");
    for (const TensorInfo& tensor : file.tensors()) {
        console.write(fmt::format("  {:<40} {:<7} [{}] {} bytes\n", escaped(tensor.name), type_name(tensor),
                                  fmt::join(tensor.dimensions, ", "), tensor.bytes));
    }
    write_plan(console, plan);
}

Status inspect(const InspectOptions& options, Console& console) {
    HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(options.file));
    // Numbers are wanted also where they do not fit.
    LoadOptions load = options.load;
    load.memory = MemoryPolicy::force;
    const Result<LoadPlan> plan = plan_load(file, load);
    if (console.json()) {
        console.write_json(inspection_json(file, plan));
    } else {
        write_inspection(console, file, plan);
    }
    return {};
}

}  // namespace

Run set_up_inspect(CLI::App& app) {
    const auto options = std::make_shared<InspectOptions>();
    add_required_text(app, "FILE", options->file, "The model file (GGUF)")->type_name("");
    add_number(app, "--context", options->load.context_tokens, "Longest conversation in tokens");
    add_number(app, "--kv-bytes", options->load.kv_bytes, "Memory for the KV cache in bytes");
    return [options](Console& console) { return inspect(*options, console); };
}

}  // namespace hearth::cli
