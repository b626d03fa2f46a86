#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/metadata_view.h"
#include "cli/model_options.h"
#include "cli/size_text.h"

#include <hearth/load_plan.h>
#include <hearth/model_file.h>
#include <hearth/prompt.h>

#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth::cli {
namespace {

constexpr std::size_t kLongestPath = 4096;

struct InspectOptions {
    std::string file;
    LoadOptions load;
};

nlohmann::ordered_json tensors_json(const ModelFile& file) {
    auto list = nlohmann::ordered_json::array();
    for (const TensorInfo& tensor : file.tensors()) {
        list.push_back({{"name", escaped(tensor.name)},
                        {"type", tensor.type_name},
                        {"dimensions", tensor.dimensions},
                        {"bytes", tensor.bytes},
                        {"shard", tensor.shard},
                        {"offset", tensor.offset}});
    }
    return list;
}

/// What a look into a file shows besides what stands in it.
struct Inspection {
    Result<ChatTemplate> chat_template;
    Result<std::shared_ptr<const Tokenizer>> tokenizer;
    Result<LoadPlan> plan;         ///< with the memory asked for
    std::optional<Error> why_not;  ///< this model cannot run, whatever the memory
};

Inspection look_into(const ModelFile& file, const LoadOptions& options) {
    // Numbers are wanted also where they do not fit.
    LoadOptions load = options;
    load.memory = MemoryPolicy::force;
    Inspection inspection{read_chat_template(file.metadata()), Tokenizer::create(file.metadata()),
                          plan_load(file, load), std::nullopt};
    if (!inspection.plan) {
        load.context_tokens.reset();
        load.kv_bytes.reset();
        const auto without_wishes = plan_load(file, load);
        if (!without_wishes) {
            inspection.why_not = without_wishes.error();
        }
    }
    return inspection;
}

std::string_view template_state(const Result<ChatTemplate>& chat) {
    if (chat) {
        return "ok";
    }
    switch (chat.error().code) {
        case ErrorCode::no_chat_template:
            return chat.error().details.actual == "empty" ? "empty" : "absent";
        case ErrorCode::bad_value:
            return "wrong_type";
        default:
            return "invalid";
    }
}

bool fits(const LoadPlan& plan) {
    return plan.total_bytes() <= plan.available_bytes;
}

nlohmann::ordered_json memory_json(const Inspection& inspection) {
    if (inspection.why_not) {
        return nullptr;
    }
    if (!inspection.plan) {
        return {{"fits", false}, {"reason", error_json(inspection.plan.error())}};
    }
    const LoadPlan& plan = *inspection.plan;
    return {{"context_tokens", plan.context_tokens},
            {"weight_bytes", plan.weight_bytes},
            {"kv_bytes", plan.kv_bytes},
            {"workspace_bytes", plan.workspace_bytes},
            {"total_bytes", plan.total_bytes()},
            {"available_bytes", plan.available_bytes},
            {"fits", fits(plan)}};
}

template <class T>
nlohmann::ordered_json reason_json(const Result<T>& result) {
    return result ? nlohmann::ordered_json(nullptr) : error_json(result.error());
}

nlohmann::ordered_json sentences_json(std::span<const std::string> sentences) {
    auto list = nlohmann::ordered_json::array();
    for (const std::string& sentence : sentences) {
        list.push_back(sentence);
    }
    return list;
}

nlohmann::ordered_json inspection_json(const ModelFile& file, const Inspection& inspection) {
    const auto& tokenizer = inspection.tokenizer;
    return {
        {"file", file.path().string()},
        {"format", file.format() == ModelFormat::gguf ? "gguf" : "safetensors"},
        {"gguf_version", file.format() == ModelFormat::gguf ? nlohmann::ordered_json(file.version())
                                                            : nlohmann::ordered_json(nullptr)},
        {"file_bytes", file.file_bytes()},
        {"shards", file.shard_count()},
        {"metadata", metadata_json(file.metadata())},
        {"tensors", tensors_json(file)},
        {"warnings", sentences_json(file.warnings())},
        {"tokenizer",
         {{"ok", tokenizer.has_value()},
          {"reason", reason_json(tokenizer)},
          {"warnings",
           sentences_json(tokenizer ? (*tokenizer)->warnings() : std::span<const std::string>())}}},
        {"chat_template",
         {{"state", template_state(inspection.chat_template)},
          {"reason", reason_json(inspection.chat_template)}}},
        {"runnable", !inspection.why_not},
        {"reason", inspection.why_not ? error_json(*inspection.why_not) : nlohmann::ordered_json(nullptr)},
        {"memory", memory_json(inspection)},
    };
}

void write_memory(Console& console, const Inspection& inspection) {
    if (inspection.why_not) {
        console.write("\ncannot run here: " + inspection.why_not->message + "\n");
        return;
    }
    if (!inspection.plan) {
        console.write("\nruns, but not with the memory asked for: " + inspection.plan.error().message + "\n");
        return;
    }
    const LoadPlan& plan = *inspection.plan;
    console.write(
        fmt::format("\nmemory at a context of {} tokens\n"
                    "  weights   {:>14}\n  KV cache  {:>14}\n  workspace {:>14}\n  total     {:>14}\n"
                    "  available {:>14}{}\n",
                    plan.context_tokens, size_text(plan.weight_bytes), size_text(plan.kv_bytes),
                    size_text(plan.workspace_bytes), size_text(plan.total_bytes()),
                    size_text(plan.available_bytes), fits(plan) ? "" : "  (does not fit)"));
}

void write_inspection(Console& console, const ModelFile& file, const Inspection& inspection) {
    const std::string format = file.format() == ModelFormat::gguf
                                   ? fmt::format("GGUF version {}", file.version())
                                   : std::string("Hugging Face checkpoint (safetensors)");
    console.write(fmt::format("{}\n{}, {} in {} file{}, {} tensors\n",
                              escaped(file.path().string(), kLongestPath), format,
                              size_text(file.file_bytes()), file.shard_count(),
                              file.shard_count() == 1 ? "" : "s", file.tensors().size()));
    for (const std::string& warning : file.warnings()) {
        console.write("warning: " + warning + "\n");
    }
    if (inspection.tokenizer) {
        for (const std::string& warning : (*inspection.tokenizer)->warnings()) {
            console.write("warning: " + warning + "\n");
        }
    } else {
        console.write("tokenizer: " + inspection.tokenizer.error().message + "\n");
    }
    console.write(fmt::format("chat template: {}\n", inspection.chat_template
                                                         ? "can be used"
                                                         : inspection.chat_template.error().message));
    console.write("\nmetadata\n");
    for (const auto& [key, value] : file.metadata().entries()) {
        console.write(fmt::format("  {} = {}\n", escaped(key), metadata_text(value)));
    }
    console.write("\ntensors\n");
    for (const TensorInfo& tensor : file.tensors()) {
        console.write(fmt::format("  {:<40} {:<7} [{}] {} bytes\n", escaped(tensor.name), tensor.type_name,
                                  fmt::join(tensor.dimensions, ", "), tensor.bytes));
    }
    write_memory(console, inspection);
}

Status inspect(const InspectOptions& options, Console& console) {
    HEARTH_TRY_ASSIGN(const ModelFile file, ModelFile::open(options.file));
    const Inspection inspection = look_into(file, options.load);
    if (console.json()) {
        console.write_json(inspection_json(file, inspection));
    } else {
        write_inspection(console, file, inspection);
    }
    return {};
}

}  // namespace

Run set_up_inspect(CLI::App& app) {
    const auto options = std::make_shared<InspectOptions>();
    add_required_file(app, "FILE", options->file, "The model: a GGUF file or the folder of a checkpoint")
        ->type_name("");
    add_kv_options(app, options->load);
    return [options](Console& console) { return inspect(*options, console); };
}

}  // namespace hearth::cli
