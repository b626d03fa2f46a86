#pragma once

#include "hub/endpoint.h"
#include "hub/hub_model.h"
#include "transfers/failure.h"

#include <filesystem>
#include <stop_token>
#include <string>

namespace hearth::transfers {
class Fetcher;
}

namespace hearth::hub {

/// Asks one hub. Every call waits for the network: call from a worker thread; several threads may share a
/// client. The last answers are kept in the cache folder (at most 32 MiB, oldest out first) and given again,
/// with their age, while offline or when the hub cannot be reached.
///
/// Failures: those of the way there; http_status with the status, where problem_of() of hub/hub_problem.h
/// tells what it means; bad_request for what is no model id or no cursor of this hub; web_page or error_text
/// for an answer that is not what the API promises.
class HubClient {
 public:
    /// The fetcher outlives the client. Without a cache folder nothing is kept.
    HubClient(transfers::Fetcher& fetcher, Endpoint endpoint, std::filesystem::path cache_folder);

    const Endpoint& endpoint() const { return endpoint_; }

    /// `cursor`: SearchPage::next of the page before, or empty for the first.
    transfers::Outcome<SearchPage> search(const SearchQuery& query, const std::string& cursor,
                                          std::stop_token stop) const;

    /// `revision`: branch, tag or commit; empty: the default branch.
    transfers::Outcome<HubModelPage> model(const std::string& id, std::stop_token stop,
                                           const std::string& revision = {}) const;

 private:
    transfers::Fetcher& fetcher_;
    Endpoint endpoint_;
    std::filesystem::path cache_folder_;
};

}  // namespace hearth::hub
