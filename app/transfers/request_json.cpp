#include "transfers/request_json.h"

#include "transfers/address.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <utility>

namespace hearth::transfers {

nlohmann::ordered_json request_fields(const DownloadRequest& request) {
    nlohmann::ordered_json json{{"title", request.title},
                                {"bytes", request.bytes},
                                {"sha256", request.sha256},
                                {"first_bytes", request.first_bytes},
                                {"sources", nlohmann::json::array()}};
    for (const Source& source : request.sources) {
        json["sources"].push_back(source.url);
    }
    if (request.replaces) {
        json["replaces"] = true;
    }
    return json;
}

DownloadRequest read_request(const nlohmann::json& json, std::filesystem::path target) {
    DownloadRequest request;
    request.title = json.at("title").get<std::string>();
    request.target = std::move(target);
    request.bytes = json.at("bytes").get_ref<const nlohmann::json::number_unsigned_t&>();
    request.sha256 = json.at("sha256").get<std::string>();
    request.first_bytes = json.at("first_bytes").get<std::string>();
    for (const nlohmann::json& url : json.at("sources")) {
        request.sources.push_back({url.get<std::string>()});
    }
    request.replaces = json.value("replaces", false);
    return request;
}

bool is_sound_request(const DownloadRequest& request) {
    return request.bytes > 0 && is_sha256(request.sha256) &&
           std::ranges::all_of(request.sources,
                               [](const Source& source) { return parse_address(source.url).has_value(); });
}

}  // namespace hearth::transfers
