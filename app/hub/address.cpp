#include "hub/address.h"

#include "hub/answer_failure.h"
#include "hub/safe_name.h"
#include "hub/url_text.h"
#include "transfers/address.h"
#include "transfers/header_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace hearth::hub {

namespace {

using transfers::Failure;
using transfers::FailureKind;
using transfers::lower;
using transfers::Outcome;
using transfers::trimmed;

constexpr std::size_t kLongest = 4000;

Failure no_address(std::string_view text) {
    Failure failure = bad_request("model (owner/name) or address of one", text);
    failure.kind = FailureKind::bad_address;
    return failure;
}

/// Parts between slashes, decoded; nothing where one cannot be. Empty parts at the end are left out.
std::optional<std::vector<std::string>> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    while (path.starts_with('/')) {
        path.remove_prefix(1);
    }
    while (!path.empty()) {
        const std::size_t slash = path.find('/');
        std::optional<std::string> part = percent_decoded(path.substr(0, slash));
        if (!part) {
            return std::nullopt;
        }
        parts.push_back(*std::move(part));
        path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    }
    return parts;
}

std::string joined(const std::vector<std::string>& parts, std::size_t begin) {
    std::string path;
    for (std::size_t i = begin; i < parts.size(); ++i) {
        path += (i == begin ? "" : "/") + parts[i];
    }
    return path;
}

std::optional<std::string> query_value(std::string_view query, std::string_view key) {
    while (!query.empty()) {
        const std::size_t end = query.find('&');
        const std::string_view pair = query.substr(0, end);
        if (pair.starts_with(key) && pair.substr(key.size()).starts_with('=')) {
            return percent_decoded(pair.substr(key.size() + 1));
        }
        query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
    }
    return std::nullopt;
}

/// Host with port and the path before the API of an endpoint, without scheme: "huggingface.co",
/// "hub.example/hf".
std::string place_of(const Endpoint& endpoint) {
    const std::size_t scheme = endpoint.base_url.find("://");
    return scheme == std::string::npos ? endpoint.base_url : endpoint.base_url.substr(scheme + 3);
}

/// The names under which people know the endpoint.
std::vector<std::string> places_of(const Endpoint& endpoint) {
    std::vector<std::string> places{lower(place_of(endpoint))};
    if (endpoint.id == "huggingface") {
        places.insert(places.end(), {"hf.co", "www.huggingface.co"});
    } else if (endpoint.id == "modelscope") {
        places.emplace_back("www.modelscope.cn");
    }
    return places;
}

struct Located {
    const Endpoint* endpoint;
    std::string_view rest;  ///< path and query
};

std::optional<Located> locate(std::string_view text, std::span<const Endpoint> endpoints,
                              const Endpoint& preferred) {
    std::vector<const Endpoint*> all{&preferred};
    for (const Endpoint& endpoint : endpoints) {
        all.push_back(&endpoint);
    }
    const std::string folded = lower(text);
    for (const Endpoint* endpoint : all) {
        for (const std::string& place : places_of(*endpoint)) {
            if (folded.starts_with(place) && text.substr(place.size()).starts_with('/')) {
                return Located{endpoint, text.substr(place.size() + 1)};
            }
        }
    }
    return std::nullopt;
}

/// First parts of Hugging Face's addresses that name no owner of models.
bool is_reserved(std::string_view part) {
    constexpr std::array<std::string_view, 18> kReserved{
        "api",    "blog",  "chat",    "collections", "datasets", "docs",
        "join",   "learn", "login",   "models",      "new",      "organizations",
        "papers", "posts", "pricing", "settings",    "spaces",   "tasks"};
    return std::ranges::find(kReserved, part) != kReserved.end();
}

/// The name and what stands behind a colon.
void split_quantization(std::string& name, HubAddress& address) {
    const std::size_t colon = name.rfind(':');
    if (colon != std::string::npos) {
        address.quantization = name.substr(colon + 1);
        name.resize(colon);
    }
}

Outcome<HubAddress> checked(HubAddress address, std::string_view text) {
    const bool quantization = std::ranges::all_of(address.quantization, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-' || c == '.';
    });
    if (!is_model_id(address.id) || !quantization ||
        (!address.revision.empty() && !is_revision(address.revision))) {
        return no_address(text);
    }
    if (!address.file.empty() && !is_safe_path(address.file)) {
        return bad_request("safe name of a file", address.file);
    }
    return address;
}

Outcome<HubAddress> on_hugging_face(HubAddress address, std::vector<std::string> parts,
                                    std::string_view text) {
    if (parts.size() < 2 || is_reserved(parts[0])) {
        return no_address(text);
    }
    split_quantization(parts[1], address);
    address.id = parts[0] + "/" + parts[1];
    const std::string kind = parts.size() > 3 ? parts[2] : std::string();
    if (kind == "blob" || kind == "resolve" || kind == "raw") {
        address.revision = parts[3];
        address.file = joined(parts, 4);
        if (address.file.empty()) {
            return no_address(text);
        }
    } else if (kind == "tree") {
        address.revision = parts[3];
    }
    return checked(std::move(address), text);
}

Outcome<HubAddress> on_model_scope(HubAddress address, std::vector<std::string> parts, std::string_view query,
                                   std::string_view text) {
    // api/v1/models/owner/name/repo?Revision=…&FilePath=…
    if (parts.size() == 6 && parts[0] == "api" && parts[2] == "models" && parts[5] == "repo") {
        address.id = parts[3] + "/" + parts[4];
        address.revision = query_value(query, "Revision").value_or("");
        address.file = query_value(query, "FilePath").value_or("");
        return address.file.empty() ? Outcome<HubAddress>(no_address(text))
                                    : checked(std::move(address), text);
    }
    if (!parts.empty() && parts[0] == "models") {
        parts.erase(parts.begin());
    }
    if (parts.size() < 2 || is_reserved(parts[0])) {
        return no_address(text);
    }
    split_quantization(parts[1], address);
    address.id = parts[0] + "/" + parts[1];
    if (parts.size() > 4 && parts[2] == "resolve") {
        address.revision = parts[3];
        address.file = joined(parts, 4);
    } else if (parts.size() > 5 && parts[2] == "file" && parts[3] == "view") {
        address.revision = parts[4];
        address.file = joined(parts, 5);
    }
    return checked(std::move(address), text);
}

}  // namespace

Outcome<HubAddress> parse_address(std::string_view pasted, std::span<const Endpoint> endpoints,
                                  const Endpoint& preferred) {
    const std::string_view text = trimmed(pasted);
    std::string_view rest = text;
    const std::size_t scheme = rest.find("://");
    if (scheme != std::string_view::npos) {
        rest = rest.substr(scheme + 3);
    }
    const std::optional<Located> place = locate(rest, endpoints, preferred);
    if (text.empty() || text.size() > kLongest ||
        (scheme != std::string_view::npos && (!place || scheme > 5))) {
        return no_address(text);
    }
    if (scheme != std::string_view::npos && !transfers::parse_address(text)) {
        return no_address(text);
    }
    HubAddress address;
    address.endpoint = place ? *place->endpoint : preferred;
    rest = place ? place->rest : rest;
    const std::string_view path = rest.substr(0, rest.find_first_of("?#"));
    const std::size_t question = rest.find('?');
    const std::string_view query =
        question == std::string_view::npos ? std::string_view() : rest.substr(question + 1);
    std::optional<std::vector<std::string>> parts = parts_of(path);
    // Without a host it is a name and nothing else.
    if (!parts || (!place && (parts->size() != 2 || path.size() != rest.size() || path.starts_with('/')))) {
        return no_address(text);
    }
    return address.endpoint.kind == EndpointKind::model_scope
               ? on_model_scope(std::move(address), *std::move(parts), query, text)
               : on_hugging_face(std::move(address), *std::move(parts), text);
}

}  // namespace hearth::hub
