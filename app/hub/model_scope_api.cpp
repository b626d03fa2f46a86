#include "hub/model_scope_api.h"

#include "hub/answer_failure.h"
#include "hub/json_reader.h"
#include "hub/safe_name.h"
#include "hub/url_text.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace hearth::hub::model_scope {

namespace {

using nlohmann::json;

constexpr std::size_t kMostModels = 1000;
constexpr std::size_t kMostFiles = 20'000;
constexpr std::uint64_t kLastModel = 3000;  ///< page number times page size
constexpr std::size_t kLongestDescription = 2000;

std::uint64_t page_number(std::string_view cursor) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(cursor.data(), cursor.data() + cursor.size(), number);
    return error == std::errc() && end == cursor.data() + cursor.size() ? number : 0;
}

/// "license:apache-2.0" → "apache-2.0" for the prefix "license:".
std::vector<std::string> tagged(const std::vector<std::string>& tags, std::string_view prefix) {
    std::vector<std::string> values;
    for (const std::string& tag : tags) {
        if (tag.starts_with(prefix) && tag.size() > prefix.size()) {
            values.push_back(tag.substr(prefix.size()));
        }
    }
    return values;
}

std::string first_of(std::vector<std::string> values) {
    return values.empty() ? std::string() : std::move(values.front());
}

std::string first_filled(std::string first, std::string second) {
    return first.empty() ? std::move(second) : std::move(first);
}

std::optional<HubModel> read_model(const json& value) {
    HubModel model;
    model.id = text_of(value, "id");
    if (!is_model_id(model.id) || flag_of(value, "private")) {
        return std::nullopt;
    }
    const std::size_t slash = model.id.find('/');
    model.author = model.id.substr(0, slash);
    model.name = model.id.substr(slash + 1);
    model.downloads = number_of(value, "downloads").value_or(0);
    model.likes = number_of(value, "likes").value_or(0);
    if (const auto time = unix_time_of(text_of(value, "last_modified"))) {
        model.last_modified = std::chrono::sys_seconds{std::chrono::seconds{*time}};
    }
    model.tags = texts_of(value, "tags");
    model.licence = first_filled(text_of(value, "license"), first_of(tagged(model.tags, "license:")));
    model.languages = tagged(model.tags, "language:");
    model.task = first_filled(first_of(texts_of(value, "tasks")), first_of(tagged(model.tags, "task:")));
    model.architecture = first_of(tagged(model.tags, "model_type:"));
    model.gated = flag_of(value, "gated");
    const auto parameters = number_of(value, "params");
    if (parameters && *parameters > 0) {
        model.parameters = parameters;
    }
    return model;
}

std::optional<HubFile> read_file(const json& value) {
    const auto path = value.is_object() ? value.find("Path") : value.end();
    if (!value.is_object() || path == value.end() || !path->is_string() || text_of(value, "Type") == "tree") {
        return std::nullopt;
    }
    HubFile file;
    file.path = path->get<std::string>();
    file.bytes = number_of(value, "Size").value_or(0);
    file.sha256 = sha256_of_digest(text_of(value, "Sha256")).value_or("");
    return file;
}

}  // namespace

std::string search_url(std::string_view base_url, const SearchQuery& query, std::string_view cursor) {
    std::string url = std::string(base_url) + "/openapi/v1/models";
    if (!query.text.empty()) {
        add_parameter(url, "search", query.text);
    }
    add_parameter(url, "filter.library", query.format == ModelFormat::gguf ? "gguf" : "safetensors");
    if (!query.task.empty() && query.task != kTextGeneration) {
        add_parameter(url, "filter.task", query.task);
    }
    if (!query.licence.empty()) {
        add_parameter(url, "filter.license", query.licence);
    }
    // "downloads" is the only order that its clients use; without one the hub has an order of its own.
    if (query.sort == SearchSort::downloads) {
        add_parameter(url, "sort", "downloads");
    }
    add_parameter(url, "page_number", cursor.empty() ? std::string_view("1") : cursor);
    add_parameter(url, "page_size", std::to_string(query.limit));
    return url;
}

std::string model_url(std::string_view base_url, std::string_view id) {
    return std::string(base_url) + "/openapi/v1/models/" + std::string(id);
}

std::string files_url(std::string_view base_url, std::string_view id, std::string_view revision) {
    std::string url = std::string(base_url) + "/api/v1/models/" + std::string(id) + "/repo/files";
    add_parameter(url, "Revision", revision);
    add_parameter(url, "Recursive", "True");
    return url;
}

std::string file_url(std::string_view base_url, std::string_view id, std::string_view revision,
                     std::string_view path) {
    std::string url = std::string(base_url) + "/api/v1/models/" + std::string(id) + "/repo";
    add_parameter(url, "Revision", revision);
    add_parameter(url, "FilePath", path);
    return url;
}

std::string page_url(std::string_view base_url, std::string_view id) {
    return std::string(base_url) + "/models/" + std::string(id);
}

bool is_cursor(std::string_view cursor) {
    const std::uint64_t number = page_number(cursor);
    return number >= 1 && number <= kLastModel;
}

transfers::Outcome<Search> parse_search(std::string_view body, std::string_view host,
                                        const SearchQuery& query, std::string_view cursor) {
    const std::optional<json> answer = parse_json(body);
    const json* list = answer ? list_of(object_of(*answer, "data"), "models") : nullptr;
    if (list == nullptr) {
        return unexpected_answer(host, body, "a list of models");
    }
    Search search;
    for (const json& value : *list) {
        if (search.models.size() == kMostModels) {
            break;
        }
        if (std::optional<HubModel> model = read_model(value)) {
            search.models.push_back(*std::move(model));
        }
    }
    const std::uint64_t page = cursor.empty() ? 1 : page_number(cursor);
    const std::uint64_t total = number_of(object_of(*answer, "data"), "total_count").value_or(0);
    if (!list->empty() && page * query.limit < total && (page + 1) * query.limit <= kLastModel) {
        search.next = std::to_string(page + 1);
    }
    return search;
}

transfers::Outcome<Listing> parse_model(std::string_view body, std::string_view host) {
    const std::optional<json> answer = parse_json(body);
    std::optional<HubModel> model = answer ? read_model(object_of(*answer, "data")) : std::nullopt;
    if (!model) {
        return unexpected_answer(host, body, "the page of a model");
    }
    Listing listing;
    listing.model = *std::move(model);
    listing.description = text_of(object_of(*answer, "data"), "description", kLongestDescription);
    return listing;
}

transfers::Outcome<std::vector<HubFile>> parse_files(std::string_view body, std::string_view host) {
    const std::optional<json> answer = parse_json(body);
    const json* list = answer ? list_of(object_of(*answer, "Data"), "Files") : nullptr;
    if (list == nullptr || list->size() > kMostFiles) {
        return unexpected_answer(host, body, "a list of files");
    }
    std::vector<HubFile> files;
    for (const json& value : *list) {
        if (std::optional<HubFile> file = read_file(value)) {
            files.push_back(*std::move(file));
        }
    }
    return files;
}

std::optional<std::uint32_t> refusal_in(std::string_view body) {
    constexpr std::uint64_t kFine = 200;
    const std::optional<json> answer = parse_json(body);
    if (!answer) {
        return std::nullopt;
    }
    const auto code = number_of(*answer, "Code");
    if (!code || *code == kFine) {
        return std::nullopt;
    }
    // Other numbers than those of HTTP are its own; they all mean that there is no such thing to be had.
    return *code >= 400 && *code < 600 ? static_cast<std::uint32_t>(*code) : 404U;
}

}  // namespace hearth::hub::model_scope
