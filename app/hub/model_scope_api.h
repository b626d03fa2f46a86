#pragma once

#include "hub/hub_model.h"
#include "hub/listing.h"
#include "transfers/failure.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::hub::model_scope {

/// The addresses and answers of ModelScope. Pure functions; no network.
///
/// Where the facts come from: src/modelscope_hub of github.com/modelscope/modelscope_hub.
///   _openapi.py list_models(): GET /openapi/v1/models with search, sort, page_number, page_size (their
///   product at
///               most 3000) and filter.task, filter.library, filter.license; get_model(): GET
///               /openapi/v1/models/{owner}/{name}; both answer {"success": true, "data": …}
///   api.py      _extract_paged(): data.models, data.total_count; items carry id "owner/name" and private;
///   clients
///               of that API read downloads, likes, params, license, tags ("library:gguf", "task:…",
///               "license:…", "model_type:…"), tasks, description, last_modified and gated from them
///   _legacy_api.py list_repo_files(): GET /api/v1/models/{id}/repo/files with Revision and Recursive,
///   answers
///               {"Code": 200, "Data": {"Files": […]}}; get_download_url(): GET /api/v1/models/{id}/repo with
///               Revision and FilePath
///   _download.py: files carry Path, Type ("tree" is a folder), Size and Sha256, small ones too
/// The default branch is "master". Files are asked for by branch: the listing names no commit for the whole,
/// and the hash of each file decides anyway. A refusal may come with status 200 and a Code of its own.

/// `cursor`: the number of the page as text; empty: 1.
std::string search_url(std::string_view base_url, const SearchQuery& query, std::string_view cursor);
std::string model_url(std::string_view base_url, std::string_view id);
std::string files_url(std::string_view base_url, std::string_view id, std::string_view revision);
std::string file_url(std::string_view base_url, std::string_view id, std::string_view revision,
                     std::string_view path);
std::string page_url(std::string_view base_url, std::string_view id);

bool is_cursor(std::string_view cursor);

struct Search {
    std::vector<HubModel> models;
    std::string next;  ///< empty: this was the last page
};
transfers::Outcome<Search> parse_search(std::string_view body, std::string_view host,
                                        const SearchQuery& query, std::string_view cursor);
/// The model's own facts; no files. `description` as well.
transfers::Outcome<Listing> parse_model(std::string_view body, std::string_view host);
transfers::Outcome<std::vector<HubFile>> parse_files(std::string_view body, std::string_view host);

/// The Code of an answer that says no although its status is 200; nothing where it says yes.
std::optional<std::uint32_t> refusal_in(std::string_view body);

}  // namespace hearth::hub::model_scope
