#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/data_folder.h"
#include "cli/hub_options.h"
#include "cli/interrupt.h"
#include "cli/interrupt_watch.h"
#include "cli/model_library.h"
#include "cli/progress_bar.h"
#include "cli/transfer_failure.h"
#include "cli/wanted_model.h"
#include "transfers/address.h"
#include "transfers/transfers.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace hearth::cli {
namespace {

using namespace std::chrono_literals;
using transfers::DownloadSetRequest;
using transfers::DownloadSetSnapshot;
using transfers::DownloadState;

constexpr auto kLook = 50ms;
constexpr auto kLineInterval = 500ms;
/// A script is told that nobody answers rather than left to wait without end: about a minute of pauses.
constexpr std::uint32_t kRounds = 6;

struct DownloadOptions {
    std::string name;
    std::optional<std::string> file;
    HubOptions hub;
    std::optional<std::string> folder;
};

/// One download in the foreground.
class Download {
 public:
    Download(DownloadSetRequest request, transfers::Transfers& service, Console& console)
        : request_(std::move(request)), service_(service), console_(console), bar_(request_.title) {}

    /// Until it has finished, failed, or the person asked to stop: then it pauses and can go on later.
    Status run() {
        id_ = service_.add(request_);
        while (true) {
            const DownloadSetSnapshot set = snapshot();
            if (set.state == DownloadState::finished) {
                show(set, true);
                return {};
            }
            if (!transfers::is_running(set.state) && set.failure) {
                return failed_transfer(*set.failure, console_);
            }
            if (Interrupt::count() > 0 || !console_.output_works()) {
                return pause();
            }
            if (set.bytes_total > 0) {
                show(set, false);
            }
            std::this_thread::sleep_for(kLook);
        }
    }

    /// Where the bytes of a file came from, or would have come from, without secrets.
    std::string source_of(const transfers::DownloadRequest& file) const {
        const DownloadSetSnapshot set = snapshot();
        const auto found =
            std::ranges::find(set.files, file.target, [](const auto& one) { return one.request.target; });
        const std::string host = found == set.files.end() ? std::string() : found->host;
        const auto source = std::ranges::find_if(file.sources, [&](const transfers::Source& one) {
            const auto address = transfers::parse_address(one.url);
            return address && address->host_and_port == host;
        });
        return transfers::without_secrets(
            (source == file.sources.end() ? file.sources.front() : *source).url);
    }

 private:
    DownloadSetSnapshot snapshot() const {
        const auto sets = service_.sets();
        const auto found = std::ranges::find(sets, id_, &DownloadSetSnapshot::id);
        if (found != sets.end()) {
            return *found;
        }
        DownloadSetSnapshot ordered;  // the service has not taken it in yet
        ordered.state = DownloadState::checking;
        return ordered;
    }

    Status pause() {
        service_.pause(id_);
        const auto end = std::chrono::steady_clock::now() + 5s;
        while (transfers::is_running(snapshot().state) && std::chrono::steady_clock::now() < end) {
            std::this_thread::sleep_for(kLook);
        }
        if (console_.json()) {
            console_.write_json_line(
                {{"error", {{"code", "paused"}, {"message", "paused; the same command goes on from here"}}}});
        }
        return Error{ErrorCode::cancelled, "paused; the same command goes on from here"};
    }

    void show(const DownloadSetSnapshot& set, bool last) {
        if (!console_.json()) {
            bar_.show(set.bytes_done, set.bytes_total);
            return;
        }
        const auto now = std::chrono::steady_clock::now();
        if (!last && (now - line_time_ < kLineInterval || set.bytes_done == line_bytes_)) {
            return;
        }
        line_time_ = now;
        line_bytes_ = set.bytes_done;
        nlohmann::ordered_json line = {{"bytes", set.bytes_done}, {"total", set.bytes_total}};
        line["bytes_per_s"] = set.bytes_per_second ? nlohmann::ordered_json(*set.bytes_per_second) : nullptr;
        line["seconds_left"] = last            ? nlohmann::ordered_json(0)
                               : set.time_left ? nlohmann::ordered_json(set.time_left->count())
                                               : nullptr;
        console_.write_json_line(line);
    }

    DownloadSetRequest request_;
    transfers::Transfers& service_;
    Console& console_;
    ProgressBar bar_;
    transfers::DownloadSetId id_{};
    std::chrono::steady_clock::time_point line_time_{};
    std::optional<std::uint64_t> line_bytes_;
};

std::filesystem::path loadable_path(const DownloadSetRequest& request) {
    return transfers::path_to_load(request.files.front().target, request.files.size());
}

void write_result(const DownloadSetRequest& request, const Download& download, Console& console) {
    if (!console.json()) {
        console.write(loadable_path(request).string() + "\n");
        return;
    }
    nlohmann::ordered_json result = {{"path", loadable_path(request).string()},
                                     {"sha256", request.files.front().sha256},
                                     {"source", download.source_of(request.files.front())}};
    if (request.files.size() > 1) {
        auto files = nlohmann::ordered_json::array();
        for (const transfers::DownloadRequest& file : request.files) {
            files.push_back({{"path", file.target.string()},
                             {"sha256", file.sha256},
                             {"bytes", file.bytes},
                             {"source", download.source_of(file)}});
        }
        result["files"] = std::move(files);
    }
    console.write_json_line(result);
}

/// Notes in the list of models what every file was checked against, so that it can be checked again, and
/// takes what lies in a folder of choice into the list. The files are here whatever comes of it.
Status list_model(const DownloadSetRequest& request, bool own_folder, Console& console) {
    HEARTH_TRY_ASSIGN(catalog::Library library, open_library(console));
    for (const transfers::DownloadRequest& file : request.files) {
        HEARTH_TRY(library.note_download(file));
    }
    if (own_folder) {
        return {};  // the next look through it finds them
    }
    auto added = library.add(loadable_path(request));
    // What belongs to a model and is none, e.g. a projector, is no model of the list.
    return added || added.error().code == ErrorCode::bad_value ? Status() : std::move(added).error();
}

Status download(const DownloadOptions& options, Console& console) {
    const Interrupt interrupt;
    const std::filesystem::path data = std::filesystem::absolute(data_folder());
    const hub::Endpoint endpoint = read_endpoint(options.hub);
    const WantedModel wanted{
        .name = options.name,
        .file = options.file,
        .endpoint = endpoint,
        .models_folder = options.folder ? std::filesystem::absolute(*options.folder) : data / "models",
        .cache_folder = data / "cache" / "hub"};
    const auto token = read_token(endpoint_of(options.name, endpoint));
    transfers::Transfers::Options service_options;
    service_options.log_file = data / "logs" / "requests.log";
    service_options.credentials = token;
    service_options.policy.most_rounds = kRounds;
    transfers::Transfers service(std::move(service_options));
    DownloadSetRequest request;
    {
        transfers::Fetcher fetcher(service.offline_switch(), service.log(), {}, token);
        const InterruptWatch watch;
        HEARTH_TRY_ASSIGN(const FoundModel found, find_model(wanted, fetcher, console, watch.token()));
        HEARTH_TRY_ASSIGN(request, download_of(found, wanted, fetcher, console, watch.token()));
    }
    Download run(request, service, console);
    HEARTH_TRY(run.run());
    if (const Status listed = list_model(request, !options.folder, console); !listed) {
        console.note("hearth-cli: the list of models does not know of it: " + listed.error().message);
    }
    write_result(request, run, console);
    return {};
}

}  // namespace

Run set_up_download(CLI::App& app) {
    const auto options = std::make_shared<DownloadOptions>();
    add_required_text(app, "NAME", options->name,
                      "A name of the list, owner/name of a hub (with :Q4_K_M for that quantization), or the "
                      "address of a model or of its file")
        ->type_name("");
    add_text(app, "--file", options->file, "This file of the repository instead of the one to take");
    add_hub_options(app, options->hub);
    add_file(app, "--folder", options->folder, "Where the models go instead of the data folder's models");
    app.footer(
        "Ctrl-C pauses; the same command goes on. HF_TOKEN in the environment is shown to the hub alone, for "
        "models "
        "that want it. HEARTH_DATA_DIR moves the data folder, HEARTH_CATALOG names another list.\n"
        "Exit code: 0 done, 2 wrong use, 3 not found, 4 network, 5 does not verify, 6 disk, 1 anything "
        "else.");
    return [options](Console& console) { return download(*options, console); };
}

}  // namespace hearth::cli
