#include "chat_template/filters.h"

#include "chat_template/filter_functions.h"

#include <algorithm>
#include <array>

namespace hearth::jinja {

namespace {

constexpr std::array<Filter, 47> kFilters = {{
    {"abs", filters::abs},
    {"attr", filters::attr},
    {"batch", filters::batch},
    {"capitalize", filters::capitalize},
    {"center", filters::center},
    {"count", filters::length},
    {"d", filters::default_value},
    {"default", filters::default_value},
    {"dictsort", filters::dictsort},
    {"e", filters::escape},
    {"escape", filters::escape},
    {"first", filters::first},
    {"float", filters::to_float},
    {"forceescape", filters::forceescape},
    {"format", filters::format},
    {"groupby", filters::groupby},
    {"indent", filters::indent},
    {"int", filters::to_integer},
    {"items", filters::items},
    {"join", filters::join},
    {"last", filters::last},
    {"length", filters::length},
    {"list", filters::list},
    {"lower", filters::lower},
    {"map", filters::map},
    {"max", filters::max},
    {"min", filters::min},
    {"reject", filters::reject},
    {"rejectattr", filters::rejectattr},
    {"replace", filters::replace},
    {"reverse", filters::reverse},
    {"round", filters::round},
    {"safe", filters::safe},
    {"select", filters::select},
    {"selectattr", filters::selectattr},
    {"slice", filters::slice},
    {"sort", filters::sort},
    {"string", filters::string},
    {"sum", filters::sum},
    {"title", filters::title},
    {"tojson", filters::tojson},
    {"trim", filters::trim},
    {"truncate", filters::truncate},
    {"unique", filters::unique},
    {"upper", filters::upper},
    {"urlencode", filters::urlencode},
    {"wordcount", filters::wordcount},
}};

static_assert(std::is_sorted(kFilters.begin(), kFilters.end(),
                             [](const Filter& a, const Filter& b) { return a.name < b.name; }));

}  // namespace

const Filter* find_filter(std::string_view name) {
    const auto* const found =
        std::lower_bound(kFilters.begin(), kFilters.end(), name,
                         [](const Filter& filter, std::string_view key) { return filter.name < key; });
    return found != kFilters.end() && found->name == name ? found : nullptr;
}

}  // namespace hearth::jinja
