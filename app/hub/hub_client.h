#pragma once

#include "hub/answer_cache.h"
#include "hub/endpoint.h"
#include "hub/hub_model.h"
#include "hub/listing.h"
#include "transfers/failure.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>

namespace hearth::transfers {
class Fetcher;
}

namespace hearth::hub {

template <class T>
struct Fresh;

/// Asks one hub. Every call waits for the network: call from a worker thread; several threads may share a
/// client. The last answers are kept in the cache folder (at most 32 MiB, oldest out first) and given again,
/// with their age, while offline or when the hub cannot be reached.
///
/// Failures: those of the way there; token_needed, token_refused, licence_not_accepted, no_such_repository
/// and http_status (429 with retry_after_seconds, 5xx) of the hub; bad_request for what is no model id,
/// revision or cursor of this hub; web_page or error_text for an answer that is not what the API promises;
/// stopped.
class HubClient {
 public:
    /// The fetcher outlives the client; its credentials are set by whom it belongs to (token_hosts()).
    /// Without a cache folder nothing is kept.
    HubClient(transfers::Fetcher& fetcher, Endpoint endpoint, const std::filesystem::path& cache_folder);

    const Endpoint& endpoint() const { return endpoint_; }

    /// `cursor`: SearchPage::next of the page before, or empty for the first.
    transfers::Outcome<SearchPage> search(const SearchQuery& query, const std::string& cursor,
                                          std::stop_token stop) const;

    /// `revision`: branch, tag or commit; empty: the default branch. A model that has another name by now
    /// comes under its new one.
    transfers::Outcome<HubModelPage> model(const std::string& id, std::stop_token stop,
                                           const std::string& revision = {}) const;

    /// The group with the SHA-256 of every file, as download_of() wants it. Hugging Face names none for small
    /// files that lie in git itself (settings of a safetensors model), only git's object id: those are
    /// fetched here, at most 64 MiB each, checked against it and hashed. Asks nothing where all are known, as
    /// of GGUF models. Failures besides those above: wrong_content, wrong_size.
    transfers::Outcome<FileGroup> with_hashes(FileGroup group, std::stop_token stop) const;

 private:
    transfers::Outcome<SearchPage> search_hugging_face(const SearchQuery& query, const std::string& cursor,
                                                       std::stop_token stop) const;
    transfers::Outcome<SearchPage> search_model_scope(const SearchQuery& query, const std::string& cursor,
                                                      std::stop_token stop) const;
    transfers::Outcome<Fresh<Listing>> list_hugging_face(const std::string& id, const std::string& revision,
                                                         std::stop_token stop) const;
    transfers::Outcome<Fresh<Listing>> list_model_scope(const std::string& id, const std::string& revision,
                                                        std::stop_token stop) const;
    std::string file_url(const Listing& listing, const std::string& path) const;
    /// The text of a small file of the repository; nothing where it cannot be had: it only adds to what is
    /// known.
    std::optional<std::string> small_file(const Listing& listing, const std::string& path,
                                          std::stop_token stop) const;
    void read_checkpoint(Listing& listing, std::stop_token stop) const;

    transfers::Fetcher& fetcher_;
    Endpoint endpoint_;
    std::string host_;  ///< for messages
    AnswerCache cache_;
};

}  // namespace hearth::hub
