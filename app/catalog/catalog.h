#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::catalog {

/// One model of the curated list: one file of known size and hash.
struct CatalogModel {
    std::string name;   ///< for programs, e.g. "smollm2-135m-instruct"
    std::string title;  ///< for people
    bool starter = false;
    std::string file;  ///< a plain file name
    std::uint64_t bytes = 0;
    std::string sha256;
    std::string quantization;
    std::string licence;
    std::string licence_url;
    std::optional<std::uint64_t> parameters;
    std::optional<std::uint32_t> context_tokens;
    std::vector<std::string> languages;  ///< BCP 47 tags
    std::map<std::string, std::string>
        description;                ///< language ("en", "zh_CN") → what it can do, one sentence
    std::vector<std::string> urls;  ///< sources that are plain files, in order

    /// In `language`, in English where there is none.
    const std::string& description_in(const std::string& language) const;
};

/// A model that is worth a look, by the name of its repository: which file to take, its size and its hash are
/// asked of the hub when a person wants it.
struct CatalogSuggestion {
    std::string name;        ///< for programs, e.g. "qwen3-8b"; no model has the same
    std::string title;       ///< for people
    std::string size;        ///< as its makers call it, e.g. "8B"
    std::string repository;  ///< "owner/name" at Hugging Face and its mirrors
    std::string licence;
    std::string licence_url;
    std::vector<std::string> languages;              ///< BCP 47 tags
    std::map<std::string, std::string> description;  ///< language → what it can do, one sentence

    /// In `language`, in English where there is none.
    const std::string& description_in(const std::string& language) const;
};

struct Catalog {
    std::vector<CatalogModel> models;
    std::vector<CatalogSuggestion> suggestions;

    /// The model that first run offers.
    const CatalogModel* starter() const;
    const CatalogModel* find(std::string_view name) const;
    /// The model whose file has this name and size, wherever it lies.
    const CatalogModel* find_file(std::string_view file, std::uint64_t bytes) const;
    const CatalogSuggestion* find_suggestion(std::string_view name) const;
};

/// Errors: file_not_found, read_failed; missing_key and bad_value with the field in the details, e.g.
/// "models[0].sources[1].endpoint". Sources of kinds meant for scripts (python-package) are read over.
Result<Catalog> read_catalog(const std::filesystem::path& path);
Result<Catalog> parse_catalog(std::string_view text, const std::string& file);

/// The file that HEARTH_CATALOG names, else `installed`.
std::filesystem::path catalog_path(const std::filesystem::path& installed);

}  // namespace hearth::catalog
