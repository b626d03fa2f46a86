#include "cli/wanted_model.h"

#include "catalog/catalog_download.h"
#include "cli/arguments.h"
#include "cli/data_folder.h"
#include "cli/transfer_failure.h"
#include "hub/address.h"
#include "hub/download_plan.h"
#include "hub/hub_client.h"

#include <algorithm>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth::cli {
namespace {

using transfers::DownloadSetRequest;

/// Without a list there are no names; a list that was asked for must be there.
Result<catalog::Catalog> read_list() {
    auto list = catalog::read_catalog(curated_list());
    if (!list && list.error().code == ErrorCode::file_not_found && std::getenv("HEARTH_CATALOG") == nullptr) {
        return catalog::Catalog{};
    }
    return list;
}

Error not_found(std::string message, Console& console) {
    console.fail_with(ExitCode::not_found);
    return Error{ErrorCode::file_not_found, std::move(message)};
}

Error does_not_verify(std::string message, Console& console) {
    console.fail_with(ExitCode::does_not_verify);
    return Error{ErrorCode::bad_name, std::move(message)};
}

DownloadSetRequest request_of(const catalog::CatalogModel& model, const WantedModel& wanted) {
    DownloadSetRequest request = catalog::download_of(model, wanted.models_folder);
    // The hub that the person prefers is asked first.
    std::ranges::stable_partition(request.files.front().sources, [&](const transfers::Source& source) {
        return source.url.starts_with(wanted.endpoint.base_url + "/");
    });
    return request;
}

std::string_view problem_text(hub::GroupProblem problem) {
    switch (problem) {
        case hub::GroupProblem::unsupported_type:
            return "Hearth cannot compute with";
        case hub::GroupProblem::parts_missing:
            return "the repository lacks the part";
        case hub::GroupProblem::unsafe_name:
            return "the repository names a file outside of its folder:";
        case hub::GroupProblem::no_hash:
            return "the hub tells no hash, so nobody could check it, of";
        case hub::GroupProblem::settings_missing:
            return "the repository lacks";
    }
    return "";
}

bool same_word(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return std::ranges::equal(a, b, [&](char x, char y) { return lower(x) == lower(y); });
}

std::string quantizations_of(const hub::HubModelPage& page) {
    std::vector<std::string> names;
    for (const hub::FileGroup& group : page.groups) {
        names.push_back(group.quantization.empty() ? group.name : group.quantization);
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

/// The group that has the file, or one made of an extra file alone.
std::optional<hub::FileGroup> group_with(const hub::HubModelPage& page, const std::string& file) {
    for (const hub::FileGroup& group : page.groups) {
        if (std::ranges::find(group.files, file, &hub::HubFile::path) != group.files.end()) {
            return group;
        }
    }
    for (const hub::ExtraFile& extra : page.extras) {
        if (extra.file.path == file) {
            hub::FileGroup group;
            group.name = file;
            group.files = {extra.file};
            group.bytes = extra.file.bytes;
            return group;
        }
    }
    return std::nullopt;
}

Result<hub::FileGroup> choose(const hub::HubModelPage& page, const hub::HubAddress& address,
                              Console& console) {
    if (!address.file.empty()) {
        if (std::optional<hub::FileGroup> group = group_with(page, address.file)) {
            return *std::move(group);
        }
        return not_found(fmt::format("{} has no model file {}", page.model.id, escaped(address.file)),
                         console);
    }
    for (const hub::FileGroup& group : page.groups) {
        if (address.quantization.empty() ? group.recommended
                                         : same_word(group.quantization, address.quantization)) {
            return group;
        }
    }
    if (page.groups.empty()) {
        return not_found(fmt::format("{} has no model file that Hearth knows", page.model.id), console);
    }
    const std::string has = fmt::format("{} has {}", page.model.id, quantizations_of(page));
    return not_found(
        address.quantization.empty()
            ? has + ": nothing that Hearth can run; name one behind a colon to download it anyway"
            : has + ", not " + address.quantization,
        console);
}

Result<FoundModel> ask_hub(const hub::HubAddress& address, const WantedModel& wanted,
                           transfers::Fetcher& fetcher, Console& console, const std::stop_token& stop) {
    const hub::HubClient client(fetcher, address.endpoint, wanted.cache_folder);
    auto page = client.model(address.id, stop, address.revision);
    if (!page) {
        return failed_transfer(page.failure(), console);
    }
    if (!page->renamed_from.empty()) {
        console.note(fmt::format("{} is called {} now", page->renamed_from, page->model.id));
    }
    if (page->freshness.from_cache) {
        console.note("the hub does not answer; this is what it said last");
    }
    HEARTH_TRY_ASSIGN(hub::FileGroup group, choose(*page, address, console));
    if (group.problem) {
        const std::string what =
            fmt::format("{}: {} {}", page->model.id, problem_text(*group.problem), group.problem_detail);
        switch (*group.problem) {
            case hub::GroupProblem::unsupported_type:
                console.note(what);  // the person named it: whether it runs is for its header to say
                break;
            case hub::GroupProblem::unsafe_name:
            case hub::GroupProblem::no_hash:
                return does_not_verify(what, console);
            default:
                return not_found(what, console);
        }
    }
    return FoundModel(HubChoice{address.endpoint, *std::move(page), std::move(group)});
}

Result<DownloadSetRequest> request_of(const HubChoice& choice, const WantedModel& wanted,
                                      transfers::Fetcher& fetcher, Console& console,
                                      const std::stop_token& stop) {
    const hub::HubClient client(fetcher, choice.endpoint, wanted.cache_folder);
    auto hashed = client.with_hashes(choice.group, stop);
    if (!hashed) {
        return failed_transfer(hashed.failure(), console);
    }
    auto request = hub::download_of(choice.page, *hashed, wanted.models_folder);
    if (!request) {
        return failed_transfer(request.failure(), console);
    }
    return *std::move(request);
}

}  // namespace

hub::Endpoint endpoint_of(const std::string& name, const hub::Endpoint& preferred) {
    const std::vector<hub::Endpoint> endpoints = hub::known_endpoints();
    const auto address = hub::parse_address(name, endpoints, preferred);
    return address ? address->endpoint : preferred;
}

Result<FoundModel> find_model(const WantedModel& wanted, transfers::Fetcher& fetcher, Console& console,
                              std::stop_token stop) {
    const std::vector<hub::Endpoint> endpoints = hub::known_endpoints();
    hub::HubAddress address;
    const bool is_plain_name = wanted.name.find('/') == std::string::npos;
    if (is_plain_name) {
        HEARTH_TRY_ASSIGN(const catalog::Catalog list, read_list());
        if (const catalog::CatalogModel* model = list.find(wanted.name)) {
            if (wanted.file && *wanted.file != model->file) {
                throw WrongValue("--file", model->file, *wanted.file);
            }
            return FoundModel(*model);
        }
        const catalog::CatalogSuggestion* suggestion = list.find_suggestion(wanted.name);
        if (suggestion == nullptr) {
            return not_found(
                fmt::format("there is no model {} in the list; a model of a hub is named owner/name",
                            escaped(wanted.name)),
                console);
        }
        address = {.endpoint = wanted.endpoint, .id = suggestion->repository};
    } else {
        auto parsed = hub::parse_address(wanted.name, endpoints, wanted.endpoint);
        if (!parsed) {
            throw WrongValue("NAME", "owner/name or the address of a model on a hub", wanted.name);
        }
        address = *std::move(parsed);
    }
    if (wanted.file) {
        if (!address.file.empty() && address.file != *wanted.file) {
            throw WrongValue("--file", address.file, *wanted.file);
        }
        address.file = *wanted.file;
    }
    return ask_hub(address, wanted, fetcher, console, stop);
}

Result<DownloadSetRequest> download_of(const FoundModel& found, const WantedModel& wanted,
                                       transfers::Fetcher& fetcher, Console& console, std::stop_token stop) {
    if (const auto* choice = std::get_if<HubChoice>(&found)) {
        return request_of(*choice, wanted, fetcher, console, stop);
    }
    return request_of(std::get<catalog::CatalogModel>(found), wanted);
}

}  // namespace hearth::cli
