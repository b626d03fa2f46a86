#include "library/hub_suggestions.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>

namespace hearth {

namespace {

using catalog::CatalogSuggestion;

/// Of a download of about 4.5 bits a weight, as SearchQuery::most_bytes means it.
constexpr double kBytesPerWeight = 4.5 / 8;

std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// "0.6B", "270M"; nothing for what is neither.
std::optional<std::uint64_t> parametersOf(std::string_view size) {
    double count = 0;
    const auto [end, error] = std::from_chars(size.data(), size.data() + size.size(), count);
    const std::string_view unit = size.substr(static_cast<std::size_t>(end - size.data()));
    if (error != std::errc() || count <= 0 || (unit != "B" && unit != "M")) {
        return std::nullopt;
    }
    return static_cast<std::uint64_t>(count * (unit == "B" ? 1e9 : 1e6));
}

bool hasAllWords(const CatalogSuggestion& suggestion, const std::string& words) {
    std::string about = suggestion.title + ' ' + suggestion.repository;
    for (const auto& [language, sentence] : suggestion.description) {
        about += ' ' + sentence;
    }
    about = lower(std::move(about));
    std::istringstream each(lower(words));
    for (std::string word; each >> word;) {
        if (about.find(word) == std::string::npos) {
            return false;
        }
    }
    return true;
}

bool isSmallEnough(const CatalogSuggestion& suggestion, std::uint64_t most) {
    const auto parameters = parametersOf(suggestion.size);
    return parameters && static_cast<double>(*parameters) * kBytesPerWeight <= static_cast<double>(most);
}

bool matches(const CatalogSuggestion& suggestion, const hub::SearchQuery& query) {
    const bool writes = query.task.empty() || query.task == hub::kTextGeneration;
    const bool speaks = query.language.empty() ||
                        std::ranges::find(suggestion.languages, query.language) != suggestion.languages.end();
    const bool licensed = query.licence.empty() || lower(suggestion.licence) == query.licence;
    return query.format == hub::ModelFormat::gguf && writes && speaks && licensed &&
           (!query.most_bytes || isSmallEnough(suggestion, *query.most_bytes)) &&
           hasAllWords(suggestion, query.text);
}

bool hasTheirRepositories(const hub::Endpoint& endpoint) {
    return endpoint.kind == hub::EndpointKind::hugging_face && endpoint.id != "custom";
}

}  // namespace

std::vector<const CatalogSuggestion*> matchingSuggestions(const std::vector<CatalogSuggestion>& suggestions,
                                                          const hub::SearchQuery& query,
                                                          const hub::Endpoint& endpoint) {
    std::vector<const CatalogSuggestion*> found;
    if (hasTheirRepositories(endpoint)) {
        for (const CatalogSuggestion& suggestion : suggestions) {
            if (matches(suggestion, query)) {
                found.push_back(&suggestion);
            }
        }
    }
    return found;
}

hub::HubModel hubModelOf(const CatalogSuggestion& suggestion) {
    hub::HubModel model;
    model.id = suggestion.repository;
    model.name = suggestion.title;
    model.author = suggestion.repository.substr(0, suggestion.repository.find('/'));
    model.licence = lower(suggestion.licence);
    model.languages = suggestion.languages;
    model.task = hub::kTextGeneration;
    model.parameters = parametersOf(suggestion.size);
    return model;
}

}  // namespace hearth
