#include "library/network_hub_source.h"

#include "fit/remote_header.h"

#include <utility>
#include <vector>

namespace hearth {

namespace {
/// Headers are some megabytes each; free memory changes more often than a person opens another model.
constexpr std::size_t kMostHeaders = 8;
}  // namespace

NetworkHubSource::NetworkHubSource(transfers::Fetcher& fetcher, hub::Endpoint endpoint,
                                   std::filesystem::path cacheFolder,
                                   std::shared_ptr<const PlanningInputs> planning)
    : m_fetcher(fetcher),
      m_client(fetcher, std::move(endpoint), std::move(cacheFolder)),
      m_planning(std::move(planning)) {}

transfers::Outcome<hub::SearchPage> NetworkHubSource::search(const hub::SearchQuery& query,
                                                             const std::string& cursor,
                                                             std::stop_token stop) {
    return m_client.search(query, cursor, std::move(stop));
}

transfers::Outcome<hub::HubModelPage> NetworkHubSource::model(const std::string& id, std::stop_token stop) {
    return m_client.model(id, std::move(stop));
}

transfers::Outcome<hub::FileGroup> NetworkHubSource::withHashes(const hub::FileGroup& group,
                                                                std::stop_token stop) {
    return m_client.with_hashes(group, std::move(stop));
}

FitAnswer NetworkHubSource::assess(const hub::FileGroup& group, std::uint64_t replacedBytes,
                                   std::stop_token stop) {
    std::shared_ptr<const ModelFile> model = knownHeader(group);
    if (!model) {
        std::vector<fit::RemoteFile> files;
        for (const hub::HubFile& file : group.files) {
            files.push_back({.name = file.path, .url = file.url, .bytes = file.bytes});
        }
        fit::RemoteHeader header = fit::read_remote_header(m_fetcher, files, std::move(stop));
        if (auto* failure = std::get_if<transfers::Failure>(&header)) {
            return std::move(*failure);
        }
        if (auto* error = std::get_if<Error>(&header)) {
            return std::move(*error);
        }
        model = std::make_shared<const ModelFile>(std::get<ModelFile>(std::move(header)));
        remember(group, model);
    }
    const PlanningInputs::Values planning = m_planning->get();
    Result<fit::Fit> fit = fit::assess(*model, planning.options, planning.device, replacedBytes);
    if (!fit) {
        return fit.error();
    }
    return *fit;
}

std::shared_ptr<const ModelFile> NetworkHubSource::knownHeader(const hub::FileGroup& group) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_headers.find(group.files.front().url);
    return found == m_headers.end() ? nullptr : found->second;
}

void NetworkHubSource::remember(const hub::FileGroup& group, std::shared_ptr<const ModelFile> header) {
    const std::lock_guard lock(m_mutex);
    if (m_headers.size() >= kMostHeaders) {
        m_headers.clear();
    }
    m_headers.insert_or_assign(group.files.front().url, std::move(header));
}

}  // namespace hearth
