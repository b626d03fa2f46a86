#pragma once

#include "hub/hub_client.h"
#include "library/hub_source.h"

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace hearth {

/// What a model is planned with: how the person would load it, and how fast this computer is. Set on the GUI
/// thread, read by workers.
class PlanningInputs {
 public:
    struct Values {
        LoadOptions options{};
        std::optional<fit::DeviceSpeed> device{};
    };

    void set(Values values) {
        const std::lock_guard lock(m_mutex);
        m_values = std::move(values);
    }
    Values get() const {
        const std::lock_guard lock(m_mutex);
        return m_values;
    }

 private:
    mutable std::mutex m_mutex;
    Values m_values;
};

/// A hub over the network.
class NetworkHubSource : public HubSource {
 public:
    /// The fetcher outlives it. `cacheFolder`: where answers are kept for when the hub cannot be reached.
    NetworkHubSource(transfers::Fetcher& fetcher, hub::Endpoint endpoint, std::filesystem::path cacheFolder,
                     std::shared_ptr<const PlanningInputs> planning);

    transfers::Outcome<hub::SearchPage> search(const hub::SearchQuery& query, const std::string& cursor,
                                               std::stop_token stop) override;
    transfers::Outcome<hub::HubModelPage> model(const std::string& id, std::stop_token stop) override;
    transfers::Outcome<hub::FileGroup> withHashes(const hub::FileGroup& group, std::stop_token stop) override;
    FitAnswer assess(const hub::FileGroup& group, std::uint64_t replacedBytes, std::stop_token stop) override;

 private:
    std::shared_ptr<const ModelFile> knownHeader(const hub::FileGroup& group) const;
    void remember(const hub::FileGroup& group, std::shared_ptr<const ModelFile> header);

    transfers::Fetcher& m_fetcher;
    hub::HubClient m_client;
    std::shared_ptr<const PlanningInputs> m_planning;
    mutable std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<const ModelFile>> m_headers;  ///< by address of the first file
};

}  // namespace hearth
