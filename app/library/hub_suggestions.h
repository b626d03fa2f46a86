#pragma once

#include "catalog/catalog.h"
#include "hub/endpoint.h"
#include "hub/hub_model.h"

#include <vector>

namespace hearth {

/// The models of the curated list that an answer of this hub begins with: known without asking anybody, so
/// they are there before the first answer and without a connection. None for hubs other than Hugging Face and
/// its known mirrors: the list names repositories of those. In the order of the list. Pure.
std::vector<const catalog::CatalogSuggestion*> matchingSuggestions(
    const std::vector<catalog::CatalogSuggestion>& suggestions, const hub::SearchQuery& query,
    const hub::Endpoint& endpoint);

/// What the list tells, as a hub would; its name is the one for people.
hub::HubModel hubModelOf(const catalog::CatalogSuggestion& suggestion);

}  // namespace hearth
