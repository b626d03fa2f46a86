#pragma once

#include "fit/fit.h"
#include "hub/endpoint.h"
#include "hub/hub_model.h"
#include "transfers/failure.h"

#include <hearth/error.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>

namespace hearth {

/// How a group of files would run here; or why its header could not be fetched; or why it cannot run at all.
using FitAnswer = std::variant<fit::Fit, transfers::Failure, Error>;

/// One hub as the Discover view asks it. Every call waits for the network and is made on worker threads,
/// several at a time; a stop asked for ends it soon. Scenes of the demo and tests have one that answers from
/// memory.
class HubSource {
 public:
    HubSource() = default;
    HubSource(const HubSource&) = delete;
    HubSource& operator=(const HubSource&) = delete;
    virtual ~HubSource() = default;

    virtual transfers::Outcome<hub::SearchPage> search(const hub::SearchQuery& query,
                                                       const std::string& cursor, std::stop_token stop) = 0;
    virtual transfers::Outcome<hub::HubModelPage> model(const std::string& id, std::stop_token stop) = 0;
    /// The group with the hash of every file, as a download wants it; asks nothing where all are known.
    virtual transfers::Outcome<hub::FileGroup> withHashes(const hub::FileGroup& group,
                                                          std::stop_token stop) = 0;
    /// Reads the header of the group over the network and plans it. `replacedBytes`: what is given back
    /// first.
    virtual FitAnswer assess(const hub::FileGroup& group, std::uint64_t replacedBytes,
                             std::stop_token stop) = 0;
};

/// Makes the source of an endpoint.
using HubSourceMaker = std::function<std::shared_ptr<HubSource>(const hub::Endpoint& endpoint)>;

}  // namespace hearth
