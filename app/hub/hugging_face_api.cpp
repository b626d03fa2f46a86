#include "hub/hugging_face_api.h"

#include "hub/answer_failure.h"
#include "hub/json_reader.h"
#include "hub/language_tags.h"
#include "hub/parameter_limit.h"
#include "hub/safe_name.h"
#include "hub/url_text.h"
#include "transfers/address.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace hearth::hub::hugging_face {

namespace {

using nlohmann::json;

constexpr std::size_t kMostModels = 1000;
constexpr std::size_t kMostFiles = 20'000;
constexpr std::size_t kLongestCursor = 4000;

std::string_view sort_name(SearchSort sort) {
    switch (sort) {
        case SearchSort::trending:
            return "trendingScore";
        case SearchSort::downloads:
            return "downloads";
        case SearchSort::likes:
            return "likes";
        case SearchSort::newest:
            return "lastModified";
    }
    return "trendingScore";
}

bool is_git_oid(std::string_view text) {
    return text.size() == 40 &&
           std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// false, true, "auto" or "manual".
bool is_gated(const json& model) {
    return flag_of(model, "gated") || !text_of(model, "gated").empty();
}

void read_tags(HubModel& model) {
    constexpr std::string_view kLicence = "license:";
    for (const std::string& tag : model.tags) {
        if (tag.starts_with(kLicence) && model.licence.empty()) {
            model.licence = tag.substr(kLicence.size());
        }
        if (is_language_code(tag)) {
            model.languages.push_back(tag);
        }
    }
}

/// Nothing where the id cannot be one.
std::optional<HubModel> read_model(const json& value) {
    HubModel model;
    model.id = text_of(value, "id");
    if (model.id.empty()) {
        model.id = text_of(value, "modelId");
    }
    if (!is_model_id(model.id) || flag_of(value, "disabled")) {
        return std::nullopt;
    }
    const std::size_t slash = model.id.find('/');
    model.author = model.id.substr(0, slash);
    model.name = model.id.substr(slash + 1);
    model.downloads = number_of(value, "downloads").value_or(0);
    model.likes = number_of(value, "likes").value_or(0);
    if (const auto time = unix_time_of(text_of(value, "lastModified"))) {
        model.last_modified = std::chrono::sys_seconds{std::chrono::seconds{*time}};
    }
    model.tags = texts_of(value, "tags");
    model.task = text_of(value, "pipeline_tag");
    model.gated = is_gated(value);
    read_tags(model);
    const json& gguf = object_of(value, "gguf");
    model.parameters = number_of(gguf, "total");
    if (!model.parameters) {
        model.parameters = number_of(object_of(value, "safetensors"), "total");
    }
    model.architecture = text_of(gguf, "architecture", 60);
    if (model.architecture.empty()) {
        model.architecture = text_of(object_of(value, "config"), "model_type", 60);
    }
    const auto context = number_of(gguf, "context_length");
    if (context && *context > 0 && *context <= UINT32_MAX) {
        model.context_tokens = static_cast<std::uint32_t>(*context);
    }
    return model;
}

/// The card's own words weigh more than the tags that the hub made of them.
void read_card(const json& card, HubModel& model) {
    const std::vector<std::string> licences = texts_of(card, "license");
    if (!licences.empty() && !licences.front().empty()) {
        model.licence = licences.front();
    }
    const std::string own_name = text_of(card, "license_name");
    if (model.licence == "other" && !own_name.empty()) {
        model.licence = own_name;
    }
    std::vector<std::string> languages = texts_of(card, "language");
    if (!languages.empty()) {
        model.languages = std::move(languages);
    }
}

std::optional<HubFile> read_file(const json& sibling) {
    HubFile file;
    // Whole and as it is: what is wrong with a name is for the check of names to say.
    const auto name = sibling.is_object() ? sibling.find("rfilename") : sibling.end();
    if (!sibling.is_object() || name == sibling.end() || !name->is_string()) {
        return std::nullopt;
    }
    file.path = name->get<std::string>();
    const json& lfs = object_of(sibling, "lfs");
    if (lfs.empty()) {
        file.bytes = number_of(sibling, "size").value_or(0);
        const std::string oid = text_of(sibling, "blobId");
        file.git_oid = is_git_oid(oid) ? oid : std::string();
    } else {
        file.bytes = number_of(lfs, "size").value_or(0);
        file.sha256 = sha256_of_digest(text_of(lfs, "sha256")).value_or("");
    }
    return file;
}

/// The type of most weights.
std::string weight_type(const json& model) {
    const json& counts = object_of(object_of(model, "safetensors"), "parameters");
    std::string most;
    std::uint64_t most_count = 0;
    for (const auto& [type, ignored] : counts.items()) {
        const std::uint64_t count = number_of(counts, type.c_str()).value_or(0);
        if (count > most_count) {
            most = type.substr(0, 20);
            most_count = count;
        }
    }
    return most;
}

}  // namespace

std::string search_url(std::string_view base_url, const SearchQuery& query, std::string_view cursor) {
    std::string url = std::string(base_url) + "/api/models";
    if (!cursor.empty()) {
        return url + "?" + std::string(cursor);
    }
    if (!query.text.empty()) {
        add_parameter(url, "search", query.text);
    }
    add_parameter(url, "filter", query.format == ModelFormat::gguf ? "gguf" : "safetensors");
    if (!query.language.empty()) {
        add_parameter(url, "filter", query.language);
    }
    if (!query.licence.empty()) {
        add_parameter(url, "filter", "license:" + query.licence);
    }
    if (!query.task.empty() && query.task != kTextGeneration) {
        add_parameter(url, "pipeline_tag", query.task);
    }
    if (query.most_bytes) {
        // The hub takes whole billions; what is more than asked for is left out of its answer.
        constexpr std::uint64_t kBillion = 1'000'000'000;
        const std::uint64_t billions = (most_parameters(*query.most_bytes) + kBillion - 1) / kBillion;
        add_parameter(url, "num_parameters", "max:" + std::to_string(billions) + "B");
    }
    add_parameter(url, "sort", sort_name(query.sort));
    add_parameter(url, "limit", std::to_string(query.limit));
    for (const std::string_view field : {"downloads", "likes", "lastModified", "tags", "pipeline_tag",
                                         "gated", "disabled", "gguf", "safetensors"}) {
        add_parameter(url, "expand", field);
    }
    return url;
}

std::string model_url(std::string_view base_url, std::string_view id, std::string_view revision) {
    std::string url = std::string(base_url) + "/api/models/" + std::string(id);
    if (!revision.empty()) {
        url += "/revision/" + percent_encoded(revision);
    }
    return url + "?blobs=true";
}

std::string file_url(std::string_view base_url, std::string_view id, std::string_view revision,
                     std::string_view path) {
    return std::string(base_url) + "/" + std::string(id) + "/resolve/" + percent_encoded(revision) + "/" +
           percent_encoded(path, true);
}

std::string page_url(std::string_view base_url, std::string_view id) {
    return std::string(base_url) + "/" + std::string(id);
}

bool is_cursor(std::string_view cursor) {
    return cursor.size() <= kLongestCursor && std::ranges::all_of(cursor, [](char c) {
               return c > 0x20 && c < 0x7f &&
                      std::string_view("\"#<>\\^`{|}").find(c) == std::string_view::npos;
           });
}

std::string next_cursor(std::string_view link, std::string_view base_url) {
    const auto own = transfers::parse_address(base_url);
    while (own) {
        const std::size_t begin = link.find('<');
        const std::size_t end = link.find('>', begin == std::string_view::npos ? 0 : begin);
        if (begin == std::string_view::npos || end == std::string_view::npos) {
            break;
        }
        const std::string_view url = link.substr(begin + 1, end - begin - 1);
        const std::size_t following = link.find('<', end);
        const std::string_view parameters =
            link.substr(end, following == std::string_view::npos ? following : following - end);
        link = following == std::string_view::npos ? std::string_view() : link.substr(following);
        if (parameters.find("rel=\"next\"") == std::string_view::npos &&
            parameters.find("rel=next") == std::string_view::npos) {
            continue;
        }
        const auto address = transfers::parse_address(url);
        const std::size_t query = url.find('?');
        if (!address || query == std::string_view::npos ||
            (address->host_and_port != own->host_and_port && address->host_and_port != "huggingface.co") ||
            !is_cursor(url.substr(query + 1))) {
            break;
        }
        return std::string(url.substr(query + 1));
    }
    return {};
}

transfers::Outcome<std::vector<HubModel>> parse_search(std::string_view body, std::string_view host) {
    const std::optional<json> list = parse_json(body);
    if (!list || !list->is_array()) {
        return unexpected_answer(host, body, "a list of models");
    }
    std::vector<HubModel> models;
    for (const json& value : *list) {
        if (models.size() == kMostModels) {
            break;
        }
        if (std::optional<HubModel> model = read_model(value)) {
            models.push_back(*std::move(model));
        }
    }
    return models;
}

transfers::Outcome<Listing> parse_model(std::string_view body, std::string_view host) {
    const std::optional<json> value = parse_json(body);
    std::optional<HubModel> model = value ? read_model(*value) : std::nullopt;
    const json* siblings = value ? list_of(*value, "siblings") : nullptr;
    Listing listing;
    listing.revision = value ? text_of(*value, "sha") : std::string();
    if (!model || siblings == nullptr || siblings->size() > kMostFiles || !is_git_oid(listing.revision)) {
        return unexpected_answer(host, body, "the page of a model");
    }
    listing.model = *std::move(model);
    read_card(object_of(*value, "cardData"), listing.model);
    const json& quantization = object_of(object_of(*value, "config"), "quantization_config");
    listing.quantization_method = text_of(quantization, "quant_method", 40);
    if (const auto bits = number_of(quantization, "bits"); bits && *bits <= 64) {
        listing.quantized_bits = static_cast<unsigned>(*bits);
    }
    listing.weight_type = weight_type(*value);
    for (const json& sibling : *siblings) {
        if (std::optional<HubFile> file = read_file(sibling)) {
            listing.files.push_back(*std::move(file));
        }
    }
    return listing;
}

}  // namespace hearth::hub::hugging_face
