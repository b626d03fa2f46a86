#pragma once

#include "hub/hub_model.h"
#include "hub/listing.h"
#include "transfers/failure.h"

#include <string>
#include <string_view>

namespace hearth::hub::hugging_face {

/// The addresses and answers of Hugging Face and its mirrors. Pure functions; no network.
///
/// Where the facts come from: src/huggingface_hub of github.com/huggingface/huggingface_hub.
///   hf_api.py  list_models(): GET /api/models with search, filter (repeated: library, "license:…",
///   language),
///              pipeline_tag, num_parameters ("min:6B,max:128B"), sort (downloads, likes, lastModified,
///              trendingScore), limit, expand (repeated); without `expand` most fields are left out
///   hf_api.py  model_info(): GET /api/models/{id} or /api/models/{id}/revision/{revision} with blobs=true
///   hf_api.py  ModelInfo, RepoSibling, BlobLfsInfo: names and types of the fields; siblings carry rfilename,
///   size,
///              blobId (git's object id) and lfs.{sha256,size} for big files; gated is false, "auto" or
///              "manual"
///   utils/_pagination.py: the next page stands in the Link header, rel="next", with all parameters in it
///   utils/_http.py hf_raise_for_status(): X-Error-Code is GatedRepo, RepoNotFound, RevisionNotFound or
///              EntryNotFound; 401 without it is said of repositories that are not there as well
///   constants.py HUGGINGFACE_CO_URL_TEMPLATE: {endpoint}/{id}/resolve/{revision}/{file}
/// A repository that was renamed answers with a redirect to its new address; the answer's `id` is the new
/// one. The list of files and the page of a gated repository are open to everyone, its files are not.

/// `cursor` as in SearchPage::next: the query of the next page. Empty: the first page.
std::string search_url(std::string_view base_url, const SearchQuery& query, std::string_view cursor);
std::string model_url(std::string_view base_url, std::string_view id, std::string_view revision);
std::string file_url(std::string_view base_url, std::string_view id, std::string_view revision,
                     std::string_view path);
std::string page_url(std::string_view base_url, std::string_view id);

/// Whether the text can be a cursor that next_cursor() gave.
bool is_cursor(std::string_view cursor);

/// The query of the address that the Link header calls "next"; empty where there is none, or where it leads
/// to another host than the endpoint's or than Hugging Face itself (mirrors pass its header on). Only the
/// query is ever used, and at the endpoint: a hub cannot send us elsewhere.
std::string next_cursor(std::string_view link, std::string_view base_url);

/// Models without a usable id or that the hub has disabled are left out.
transfers::Outcome<std::vector<HubModel>> parse_search(std::string_view body, std::string_view host);
/// Fills in no addresses. Failures: error_text and web_page.
transfers::Outcome<Listing> parse_model(std::string_view body, std::string_view host);

}  // namespace hearth::hub::hugging_face
