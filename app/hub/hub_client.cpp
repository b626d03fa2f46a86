#include "hub/hub_client.h"

#include "hub/answer_failure.h"
#include "hub/card_text.h"
#include "hub/file_groups.h"
#include "hub/git_blob.h"
#include "hub/hub_requests.h"
#include "hub/hugging_face_api.h"
#include "hub/model_scope_api.h"
#include "hub/parameter_limit.h"
#include "hub/safe_name.h"
#include "hub/safetensors_settings.h"
#include "transfers/address.h"
#include "transfers/fetcher.h"
#include "transfers/header_text.h"
#include "transfers/sha256.h"

#include <hearth/error.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace hearth::hub {

namespace {

using transfers::Failure;
using transfers::FailureKind;
using transfers::lower;
using transfers::Outcome;
using transfers::RequestPurpose;

constexpr std::size_t kMostPageBytes = std::size_t{16} << 20U;
constexpr std::size_t kMostSettingsBytes = std::size_t{8} << 20U;
constexpr std::uint64_t kMostHashedBytes = std::uint64_t{64} << 20U;
constexpr std::uint32_t kMostLimit = 100;
constexpr std::size_t kLongestText = 300;
constexpr std::string_view kModelScopeBranch = "master";
constexpr std::string_view kIndex = "model.safetensors.index.json";
constexpr std::string_view kCard = "README.md";

bool writes_text(std::string_view task) {
    constexpr std::array<std::string_view, 7> kTasks{
        "",          kTextGeneration, "text2text-generation", "conversational", "chat", "image-text-to-text",
        "any-to-any"};
    return std::ranges::find(kTasks, task) != kTasks.end();
}

/// What the hub was not asked to leave out. What it does not tell of a model leaves nothing out.
bool is_wanted(const HubModel& model, const SearchQuery& query) {
    if (query.most_bytes && model.parameters && *model.parameters > most_parameters(*query.most_bytes)) {
        return false;
    }
    if (query.task == kTextGeneration && !writes_text(model.task)) {
        return false;
    }
    return query.language.empty() || model.languages.empty() ||
           std::ranges::find(model.languages, query.language) != model.languages.end();
}

SearchPage page_of(std::vector<HubModel> models, std::string next, const SearchQuery& query,
                   Freshness freshness) {
    std::erase_if(models, [&](const HubModel& model) { return !is_wanted(model, query); });
    return {std::move(models), std::move(next), freshness};
}

bool has_file(const Listing& listing, std::string_view path) {
    return std::ranges::find(listing.files, path, &HubFile::path) != listing.files.end();
}

/// What a network that wants people to sign in sends in place of anything. A card may well begin with another
/// tag.
bool is_web_page(std::string_view body) {
    constexpr std::size_t kLooked = 200;
    std::string begin = lower(body.substr(0, kLooked));
    begin.erase(0, begin.find_first_not_of(" \t\r\n"));
    return begin.starts_with("<!doctype") || begin.starts_with("<html");
}

Freshness older(const Freshness& first, const Freshness& second) {
    return {first.from_cache || second.from_cache, std::max(first.age, second.age)};
}

}  // namespace

HubClient::HubClient(transfers::Fetcher& fetcher, Endpoint endpoint,
                     const std::filesystem::path& cache_folder)
    : fetcher_(fetcher), endpoint_(std::move(endpoint)), cache_(cache_folder) {
    const auto address = transfers::parse_address(endpoint_.base_url);
    host_ = address ? address->host_and_port : endpoint_.name;
}

Outcome<SearchPage> HubClient::search(const SearchQuery& query, const std::string& cursor,
                                      std::stop_token stop) const {
    if (query.limit == 0 || query.limit > kMostLimit) {
        return bad_request("number of models from 1 to 100", std::to_string(query.limit));
    }
    for (const std::string* text : {&query.text, &query.language, &query.task, &query.licence}) {
        if (text->size() > kLongestText) {
            return bad_request("text of at most 300 bytes", *text);
        }
    }
    const bool model_scope = endpoint_.kind == EndpointKind::model_scope;
    if (!cursor.empty() &&
        !(model_scope ? model_scope::is_cursor(cursor) : hugging_face::is_cursor(cursor))) {
        return bad_request("place in the answers of this hub", cursor);
    }
    return model_scope ? search_model_scope(query, cursor, std::move(stop))
                       : search_hugging_face(query, cursor, std::move(stop));
}

Outcome<SearchPage> HubClient::search_hugging_face(const SearchQuery& query, const std::string& cursor,
                                                   std::stop_token stop) const {
    const HubRequest<SearchPage> request{
        .url = hugging_face::search_url(endpoint_.base_url, query, cursor),
        .purpose = RequestPurpose::search,
        .read = [&](const HubAnswer& answer) -> Outcome<SearchPage> {
            auto models = hugging_face::parse_search(answer.body, host_);
            if (!models) {
                return std::move(models).failure();
            }
            return page_of(*std::move(models), hugging_face::next_cursor(answer.link, endpoint_.base_url),
                           query, answer.freshness);
        }};
    auto page = ask(fetcher_, cache_, request, std::move(stop));
    if (!page) {
        return std::move(page).failure();
    }
    return std::move(page->value);
}

Outcome<SearchPage> HubClient::search_model_scope(const SearchQuery& query, const std::string& cursor,
                                                  std::stop_token stop) const {
    const HubRequest<SearchPage> request{
        .url = model_scope::search_url(endpoint_.base_url, query, cursor),
        .purpose = RequestPurpose::search,
        .read = [&](const HubAnswer& answer) -> Outcome<SearchPage> {
            auto search = model_scope::parse_search(answer.body, host_, query, cursor);
            if (!search) {
                return std::move(search).failure();
            }
            return page_of(std::move(search->models), std::move(search->next), query, answer.freshness);
        }};
    auto page = ask(fetcher_, cache_, request, std::move(stop));
    if (!page) {
        return std::move(page).failure();
    }
    return std::move(page->value);
}

Outcome<HubModelPage> HubClient::model(const std::string& id, std::stop_token stop,
                                       const std::string& revision) const {
    if (!is_model_id(id)) {
        return bad_request("name of a model (owner/name)", id);
    }
    if (!revision.empty() && !is_revision(revision)) {
        return bad_request("revision", revision);
    }
    const bool model_scope = endpoint_.kind == EndpointKind::model_scope;
    auto listing = model_scope ? list_model_scope(id, revision, stop) : list_hugging_face(id, revision, stop);
    if (!listing) {
        return std::move(listing).failure();
    }
    Listing& found = listing->value;
    for (HubFile& file : found.files) {
        file.url = file_url(found, file.path);
    }
    read_checkpoint(found, stop);
    Grouping grouping = group_files(found);
    for (FileGroup& group : grouping.groups) {
        const bool indexed = std::ranges::find(group.files, kIndex, &HubFile::path) != group.files.end();
        if (const auto index = indexed ? small_file(found, std::string(kIndex), stop) : std::nullopt) {
            check_against_index(group, *index, host_);
            group.recommended = group.recommended && !group.problem;
        }
    }
    if (found.description.empty() && has_file(found, kCard)) {
        found.description = first_paragraph(small_file(found, std::string(kCard), stop).value_or(""));
    }
    if (stop.stop_requested()) {
        return Failure{.kind = FailureKind::stopped, .message = "stopped"};
    }
    HubModelPage page;
    page.endpoint = endpoint_.id;
    page.page_url = model_scope ? model_scope::page_url(endpoint_.base_url, found.model.id)
                                : hugging_face::page_url(endpoint_.base_url, found.model.id);
    page.renamed_from = found.model.id == id ? std::string() : id;
    page.model = std::move(found.model);
    page.revision = std::move(found.revision);
    page.description = std::move(found.description);
    page.groups = std::move(grouping.groups);
    page.extras = std::move(grouping.extras);
    page.refused = std::move(grouping.refused);
    page.freshness = listing->freshness;
    return page;
}

Outcome<FileGroup> HubClient::with_hashes(FileGroup group, std::stop_token stop) const {
    for (HubFile& file : group.files) {
        if (!file.sha256.empty() || file.git_oid.empty()) {
            continue;
        }
        if (file.bytes > kMostHashedBytes) {
            return bad_request("file of known SHA-256", file.path);
        }
        const auto answer = ask_hub(fetcher_,
                                    {.url = file.url,
                                     .most_bytes = static_cast<std::size_t>(file.bytes),
                                     .purpose = RequestPurpose::model_page,
                                     .subject = group.name},
                                    stop);
        if (!answer) {
            return answer.failure();
        }
        const auto bytes = std::as_bytes(std::span(answer->body));
        if (bytes.size() != file.bytes || git_blob_oid(bytes) != file.git_oid) {
            return Failure{.kind = FailureKind::wrong_content,
                           .message = host_ + " sent another " + escaped(file.path) + " than it lists",
                           .host = host_,
                           .file = file.path};
        }
        transfers::Sha256 hash;
        hash.update(bytes);
        file.sha256 = hash.hex();
    }
    return group;
}

Outcome<Fresh<Listing>> HubClient::list_hugging_face(const std::string& id, const std::string& revision,
                                                     std::stop_token stop) const {
    const HubRequest<Listing> request{
        .url = hugging_face::model_url(endpoint_.base_url, id, revision),
        .most_bytes = kMostPageBytes,
        .subject = id,
        .read = [&](const HubAnswer& answer) { return hugging_face::parse_model(answer.body, host_); }};
    return ask(fetcher_, cache_, request, std::move(stop));
}

Outcome<Fresh<Listing>> HubClient::list_model_scope(const std::string& id, const std::string& revision,
                                                    std::stop_token stop) const {
    const auto checked = [&](const HubAnswer& answer, auto parse) -> decltype(parse()) {
        if (const auto code = model_scope::refusal_in(answer.body)) {
            return Failure{.kind = *code == 404 ? FailureKind::no_such_repository : FailureKind::http_status,
                           .message = host_ + " has no such model",
                           .host = host_,
                           .http_status = code};
        }
        return parse();
    };
    const HubRequest<Listing> facts{
        .url = model_scope::model_url(endpoint_.base_url, id),
        .most_bytes = kMostPageBytes,
        .subject = id,
        .read = [&](const HubAnswer& answer) {
            return checked(answer, [&] { return model_scope::parse_model(answer.body, host_); });
        }};
    auto listing = ask(fetcher_, cache_, facts, stop);
    if (!listing) {
        return std::move(listing).failure();
    }
    listing->value.revision = revision.empty() ? std::string(kModelScopeBranch) : revision;
    const HubRequest<std::vector<HubFile>> list{
        .url = model_scope::files_url(endpoint_.base_url, listing->value.model.id, listing->value.revision),
        .most_bytes = kMostPageBytes,
        .subject = id,
        .read = [&](const HubAnswer& answer) {
            return checked(answer, [&] { return model_scope::parse_files(answer.body, host_); });
        }};
    auto files = ask(fetcher_, cache_, list, std::move(stop));
    if (!files) {
        return std::move(files).failure();
    }
    listing->value.files = std::move(files->value);
    listing->freshness = older(listing->freshness, files->freshness);
    return listing;
}

std::string HubClient::file_url(const Listing& listing, const std::string& path) const {
    return endpoint_.kind == EndpointKind::model_scope
               ? model_scope::file_url(endpoint_.base_url, listing.model.id, listing.revision, path)
               : hugging_face::file_url(endpoint_.base_url, listing.model.id, listing.revision, path);
}

std::optional<std::string> HubClient::small_file(const Listing& listing, const std::string& path,
                                                 std::stop_token stop) const {
    const HubRequest<std::string> request{.url = file_url(listing, path),
                                          .most_bytes = kMostSettingsBytes,
                                          .subject = listing.model.id,
                                          .accept = {},
                                          .read = [&](const HubAnswer& answer) -> Outcome<std::string> {
                                              if (is_web_page(answer.body)) {
                                                  return unexpected_answer(host_, answer.body, path);
                                              }
                                              return answer.body;
                                          }};
    auto text = ask(fetcher_, cache_, request, std::move(stop));
    return text ? std::optional(std::move(text->value)) : std::nullopt;
}

void HubClient::read_checkpoint(Listing& listing, std::stop_token stop) const {
    const auto is_weights = [](const HubFile& file) {
        return file.path.starts_with("model") && file.path.ends_with(".safetensors");
    };
    if (!std::ranges::any_of(listing.files, is_weights) || !has_file(listing, kConfig)) {
        return;
    }
    const std::optional<std::string> text = small_file(listing, std::string(kConfig), std::move(stop));
    const auto config = text ? read_checkpoint_config(*text, host_) : Outcome<CheckpointConfig>(Failure{});
    if (!config) {
        return;
    }
    listing.quantization_method = config->quantization_method;
    listing.quantized_bits = config->quantized_bits;
    if (listing.weight_type.empty()) {
        listing.weight_type = config->weight_type;
    }
    if (listing.model.architecture.empty()) {
        listing.model.architecture = config->architecture;
    }
    if (!listing.model.context_tokens) {
        listing.model.context_tokens = config->context_tokens;
    }
}

}  // namespace hearth::hub
