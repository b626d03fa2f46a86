#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/hub_options.h"
#include "cli/interrupt_watch.h"
#include "cli/model_options.h"
#include "cli/progress_bar.h"
#include "cli/size_text.h"
#include "cli/transfer_failure.h"
#include "cli/wanted_model.h"
#include "fit/fit.h"
#include "fit/remote_header.h"
#include "hub/address.h"
#include "transfers/fetcher.h"

#include <hearth/load_plan.h>
#include <hearth/probe.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <system_error>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace hearth::cli {
namespace {

struct FitOptions {
    std::string model;  ///< a file, or the address of one
    HubOptions hub;
    bool probe = false;
    LoadOptions load;
};

bool is_address(std::string_view text) {
    return text.starts_with("http://") || text.starts_with("https://");
}

Error failed(Error error, Console& console) {
    if (error.code == ErrorCode::file_not_found) {
        console.fail_with(ExitCode::not_found);
    } else if (error.code == ErrorCode::read_failed) {
        console.fail_with(ExitCode::disk);
    }
    return error;
}

std::vector<fit::RemoteFile> files_of(const FoundModel& found, const hub::Endpoint& preferred) {
    std::vector<fit::RemoteFile> files;
    if (const auto* choice = std::get_if<HubChoice>(&found)) {
        for (const hub::HubFile& file : choice->group.files) {
            files.push_back({.name = file.path, .url = file.url, .bytes = file.bytes});
        }
        return files;
    }
    const auto& model = std::get<catalog::CatalogModel>(found);
    const auto of_preferred = std::ranges::find_if(
        model.urls, [&](const std::string& url) { return url.starts_with(preferred.base_url + "/"); });
    files.push_back({.name = model.file,
                     .url = of_preferred == model.urls.end() ? model.urls.front() : *of_preferred,
                     .bytes = model.bytes});
    return files;
}

/// The files behind an address: of a hub's model, or what the address of a single file stands for.
Result<std::vector<fit::RemoteFile>> find_files(const std::string& name, const hub::Endpoint& endpoint,
                                                transfers::Fetcher& fetcher, Console& console,
                                                std::stop_token stop) {
    if (is_address(name) && !hub::parse_address(name, hub::known_endpoints(), endpoint)) {
        return fit::shards_of(name);
    }
    const std::filesystem::path data = std::filesystem::absolute(data_folder());
    const WantedModel wanted{.name = name,
                             .file = std::nullopt,
                             .endpoint = endpoint,
                             .models_folder = data / "models",
                             .cache_folder = data / "cache" / "hub"};
    HEARTH_TRY_ASSIGN(const FoundModel found, find_model(wanted, fetcher, console, stop));
    return files_of(found, endpoint);
}

Result<ModelFile> read_elsewhere(const FitOptions& options, Console& console) {
    const hub::Endpoint endpoint = read_endpoint(options.hub);
    const transfers::OfflineSwitch offline;
    transfers::RequestLog log(data_folder() / "logs" / "requests.log");
    transfers::Fetcher fetcher(offline, log, {}, read_token(endpoint_of(options.model, endpoint)));
    const InterruptWatch watch;
    HEARTH_TRY_ASSIGN(const std::vector<fit::RemoteFile> files,
                      find_files(options.model, endpoint, fetcher, console, watch.token()));
    fit::RemoteHeader header = fit::read_remote_header(fetcher, files, watch.token());
    if (auto* model = std::get_if<ModelFile>(&header)) {
        return std::move(*model);
    }
    if (const auto* failure = std::get_if<transfers::Failure>(&header)) {
        return failed_transfer(*failure, console);
    }
    return failed(std::get<Error>(std::move(header)), console);
}

/// Whether the text can only be a file here: no path of this computer is ever told to a hub.
bool is_file(const std::string& text) {
    std::error_code ignored;
    return !is_address(text) && (std::filesystem::exists(text, ignored) || text.ends_with(".gguf") ||
                                 text.starts_with('/') || text.starts_with('.'));
}

Result<ModelFile> read_header(const FitOptions& options, Console& console) {
    if (!is_file(options.model)) {
        return read_elsewhere(options, console);
    }
    auto model = ModelFile::open(options.model);
    if (!model) {
        return failed(std::move(model).error(), console);
    }
    return model;
}

/// The speed of this device as it is known, measured first where the person asks for that.
Result<std::optional<fit::DeviceSpeed>> device_speed(const FitOptions& options, Console& console) {
    fit::DeviceSpeeds speeds(fit::DeviceSpeeds::default_file(data_folder()));
    HEARTH_TRY_ASSIGN(const fit::DeviceKey key, fit::device_key(options.load));
    if (!options.probe) {
        return speeds.find(key);
    }
    ProgressBar bar("measuring this computer");
    const auto progress = [&](double done) {
        constexpr std::uint64_t kParts = 1000;
        bar.show(static_cast<std::uint64_t>(done * kParts), kParts);
        return Interrupt::count() > 0 ? LoadControl::stop : LoadControl::go_on;
    };
    HEARTH_TRY_ASSIGN(const DeviceProbe probe, probe_device({.thread_count = options.load.thread_count,
                                                             .activation_bits = options.load.activation_bits},
                                                            progress));
    if (probe.processor_share < kUndisturbedShare) {
        console.note(
            "Other programs were busy meanwhile, so the speeds are too low: measure again when this "
            "computer has nothing else to do.");
    }
    if (Status stored = speeds.store(key, probe); !stored) {
        console.note_failure(stored.error());
        console.fail_with(ExitCode::disk);
        return std::optional(fit::DeviceSpeed{.probe = probe});
    }
    return speeds.find(key);
}

template <class T>
nlohmann::ordered_json or_null(const std::optional<T>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

void write_fit(Console& console, const FitOptions& options, const fit::Fit& fit) {
    console.write(
        fmt::format("{}\n\nmemory for conversations of up to {} tokens\n"
                    "  weights       {:>10}\n  conversation  {:>10}\n  working space {:>10}\n"
                    "  together      {:>10}\n  free now      {:>10}\n",
                    fit.fits ? "This model fits into the memory of this computer."
                             : "This model does not fit into the memory that is free now.",
                    fit.context_tokens, size_text(fit.weights_bytes), size_text(fit.kv_bytes),
                    size_text(fit.workspace_bytes), size_text(fit.total_bytes()), size_text(fit.free_bytes)));
    if (!fit.fits && !options.load.context_tokens) {
        console.write("A shorter conversation (--context) takes less.\n");
    }
    if (fit.decode_tokens_per_s && fit.prefill_tokens_per_s) {
        console.write(
            fmt::format("\nexpected speed\n  writing {:>10.1f} tokens/s\n  reading {:>10.1f} tokens/s\n",
                        *fit.decode_tokens_per_s, *fit.prefill_tokens_per_s));
    }
}

Status tell_fit(const FitOptions& options, Console& console) {
    const Interrupt interrupt;
    HEARTH_TRY_ASSIGN(const ModelFile header, read_header(options, console));
    HEARTH_TRY_ASSIGN(const std::optional<fit::DeviceSpeed> device, device_speed(options, console));
    HEARTH_TRY_ASSIGN(const fit::Fit fit, fit::assess(header, options.load, device, 0));
    if (console.json()) {
        console.write_json({{"context_tokens", fit.context_tokens},
                            {"weights_bytes", fit.weights_bytes},
                            {"kv_bytes", fit.kv_bytes},
                            {"workspace_bytes", fit.workspace_bytes},
                            {"free_bytes", fit.free_bytes},
                            {"fits", fit.fits},
                            {"predicted_decode_tokens_per_s", or_null(fit.decode_tokens_per_s)},
                            {"predicted_prefill_tokens_per_s", or_null(fit.prefill_tokens_per_s)}});
    } else {
        write_fit(console, options, fit);
    }
    if (!device) {
        console.note(
            "How fast it will be is not known yet: run again with --probe to measure this computer, "
            "which takes 10 seconds.");
    }
    return {};
}

}  // namespace

Run set_up_fit(CLI::App& app) {
    const auto options = std::make_shared<FitOptions>();
    add_required_file(app, "FILE|ADDRESS", options->model,
                      "A model file or the folder of a checkpoint, the address of a model, owner/name of a "
                      "hub, or a name of the list")
        ->type_name("");
    add_hub_options(app, options->hub);
    add_kv_options(app, options->load);
    add_number(app, "--threads", options->load.thread_count, {.least = 1, .most = most_threads()},
               "Threads (default: physical cores)");
    app.add_flag("--probe", options->probe,
                 "Measure this computer first: 10 seconds, kept for the next time");
    app.footer(
        "Of a model that is elsewhere its headers alone are read. HF_TOKEN in the environment is shown to "
        "the "
        "hub alone, for models that want it.");
    return [options](Console& console) { return tell_fit(*options, console); };
}

}  // namespace hearth::cli
