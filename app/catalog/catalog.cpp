#include "catalog/catalog.h"

#include "catalog/small_file.h"
#include "transfers/address.h"
#include "transfers/safe_path.h"
#include "transfers/sha256.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace hearth::catalog {

namespace {

using nlohmann::json;

constexpr int kVersion = 1;
constexpr std::size_t kMostBytes = std::size_t{4} << 20U;
constexpr std::size_t kMostModels = 1000;
constexpr std::size_t kMostText = 2000;
constexpr std::size_t kMostItems = 100;
constexpr std::uint64_t kMostFileBytes = std::uint64_t{1} << 44U;

/// Reads fields of one JSON value; the first wrong one is kept as the error, after that everything reads as
/// empty.
class FieldReader {
 public:
    FieldReader(const json& value, std::string path, const std::string& file, std::optional<Error>& error)
        : value_(value), path_(std::move(path)), file_(file), error_(error) {}

    bool has(const char* key) const { return value_.is_object() && value_.contains(key); }

    std::string text(const char* key, std::size_t most = kMostText) const {
        const json* field = require(key, "text", [](const json& v) { return v.is_string(); });
        if (field == nullptr) {
            return {};
        }
        auto result = field->get<std::string>();
        const bool control = std::ranges::any_of(
            result, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
        if (result.empty() || result.size() > most || control) {
            fail(key, ErrorCode::bad_value, fmt::format("1 to {} characters", most), escaped(result, 60));
        }
        return result;
    }

    std::uint64_t number(const char* key, std::uint64_t most) const {
        const json* field =
            require(key, "a whole number", [](const json& v) { return v.is_number_unsigned(); });
        if (field == nullptr) {
            return 0;
        }
        const auto result = field->get<std::uint64_t>();
        if (result == 0 || result > most) {
            fail(key, ErrorCode::bad_value, fmt::format("1 to {}", most), fmt::format("{}", result));
        }
        return result;
    }

    bool flag(const char* key) const {
        if (!has(key)) {
            return false;
        }
        const json* field = require(key, "true or false", [](const json& v) { return v.is_boolean(); });
        return field != nullptr && field->get<bool>();
    }

    std::vector<FieldReader> list(const char* key, std::size_t most) const {
        std::vector<FieldReader> items;
        const json* field = require(key, "a list", [](const json& v) { return v.is_array(); });
        if (field == nullptr) {
            return items;
        }
        if (field->size() > most) {
            fail(key, ErrorCode::bad_value, fmt::format("at most {} items", most),
                 fmt::format("{}", field->size()));
            return items;
        }
        for (std::size_t i = 0; i < field->size(); ++i) {
            items.emplace_back((*field)[i], fmt::format("{}[{}]", name(key), i), file_, error_);
        }
        return items;
    }

    std::map<std::string, std::string> texts(const char* key) const {
        std::map<std::string, std::string> result;
        const json* field = require(key, "an object", [](const json& v) { return v.is_object(); });
        if (field == nullptr) {
            return result;
        }
        const FieldReader inner(*field, name(key), file_, error_);
        for (const auto& item : field->items()) {
            if (result.size() == kMostItems) {
                fail(key, ErrorCode::bad_value, fmt::format("at most {} items", kMostItems), "more");
                break;
            }
            result[item.key()] = inner.text(item.key().c_str());
        }
        return result;
    }

    /// This value itself, as text.
    std::string own_text() const {
        if (!value_.is_string() || value_.get_ref<const std::string&>().size() > kMostText) {
            fail_here(ErrorCode::bad_value, "text", value_.type_name());
            return {};
        }
        return value_.get<std::string>();
    }

    void fail(const char* key, ErrorCode code, std::string expected, std::string actual) const {
        set_error(name(key), code, std::move(expected), std::move(actual));
    }

 private:
    std::string name(const char* key) const { return path_.empty() ? key : path_ + "." + key; }

    void fail_here(ErrorCode code, std::string expected, std::string actual) const {
        set_error(path_, code, std::move(expected), std::move(actual));
    }

    void set_error(const std::string& field, ErrorCode code, std::string expected, std::string actual) const {
        if (error_) {
            return;
        }
        Error error{code, code == ErrorCode::missing_key
                              ? fmt::format("{}: {} is missing", escaped(file_, 4096), escaped(field))
                              : fmt::format("{}: {} is {}, expected {}", escaped(file_, 4096), escaped(field),
                                            escaped(actual), expected)};
        error.details.file = file_;
        error.details.field = field;
        error.details.expected = std::move(expected);
        error.details.actual = std::move(actual);
        error_ = std::move(error);
    }

    template <class Check>
    const json* require(const char* key, const char* expected, Check check) const {
        if (!has(key)) {
            fail(key, ErrorCode::missing_key, expected, "");
            return nullptr;
        }
        const json& field = value_.at(key);
        if (!check(field)) {
            fail(key, ErrorCode::bad_value, expected, field.type_name());
            return nullptr;
        }
        return &field;
    }

    const json& value_;
    std::string path_;
    const std::string& file_;
    std::optional<Error>& error_;
};

/// https, or http to this computer: a local mirror or a test.
bool is_endpoint(std::string_view url) {
    const auto plain = [](char c) {
        return static_cast<unsigned char>(c) > 0x20 && c != '?' && c != '#' && c != '@';
    };
    if (!std::ranges::all_of(url, plain) || url.ends_with("/")) {
        return false;
    }
    const auto address = transfers::parse_address(url);
    return address && url.find("///") == std::string_view::npos &&  // which libcurl forgives
           (address->scheme == "https" || transfers::is_loopback(address->host));
}

/// Letters, digits and ". _ -", in parts joined by '/', none of them "." or "..".
bool is_address_path(std::string_view path) {
    if (path.empty()) {
        return false;
    }
    while (true) {
        const std::size_t slash = path.find('/');
        const std::string_view part = path.substr(0, slash);
        const bool plain = std::ranges::all_of(part, [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
                   c == '_' || c == '-';
        });
        if (part.empty() || part == "." || part == ".." || !plain) {
            return false;
        }
        if (slash == std::string_view::npos) {
            return true;
        }
        path.remove_prefix(slash + 1);
    }
}

/// Nothing for the kinds that only scripts use.
std::optional<std::string> source_url(const FieldReader& source) {
    const std::string kind = source.text("kind");
    if (kind == "python-package") {
        return std::nullopt;
    }
    if (kind != "huggingface") {
        source.fail("kind", ErrorCode::bad_value, "huggingface or python-package", kind);
        return std::nullopt;
    }
    const std::string endpoint = source.text("endpoint");
    if (!is_endpoint(endpoint)) {
        source.fail("endpoint", ErrorCode::bad_value, "an https address", endpoint);
    }
    std::string url = endpoint;
    for (const char* key : {"repository", "revision", "path"}) {
        const std::string part = source.text(key);
        if (!is_address_path(part)) {
            source.fail(key, ErrorCode::bad_value, "a path of letters, digits, dots, dashes and underscores",
                        part);
        }
        url += (std::string_view(key) == "revision" ? "/resolve/" : "/") + part;
    }
    return url;
}

/// What models and suggestions tell alike.
template <class Entry>
void read_about(const FieldReader& fields, Entry& entry) {
    entry.name = fields.text("name", 100);
    entry.title = fields.text("title", 200);
    entry.licence = fields.text("licence", 100);
    if (fields.has("licence_url")) {
        entry.licence_url = fields.text("licence_url");
        if (!is_endpoint(entry.licence_url)) {
            fields.fail("licence_url", ErrorCode::bad_value, "an https address", entry.licence_url);
        }
    }
    if (fields.has("languages")) {
        for (const FieldReader& language : fields.list("languages", kMostItems)) {
            entry.languages.push_back(language.own_text());
        }
    }
    if (fields.has("description")) {
        entry.description = fields.texts("description");
    }
}

CatalogModel read_model(const FieldReader& fields) {
    CatalogModel model;
    read_about(fields, model);
    model.starter = fields.flag("starter");
    model.file = fields.text("file", 200);
    if (!transfers::is_plain_file_name(model.file)) {
        fields.fail("file", ErrorCode::bad_value, "a plain file name", model.file);
    }
    model.bytes = fields.number("bytes", kMostFileBytes);
    model.sha256 = fields.text("sha256", 64);
    if (!transfers::is_sha256(model.sha256)) {
        fields.fail("sha256", ErrorCode::bad_value, "64 lower-case hexadecimal digits", model.sha256);
    }
    model.quantization = fields.text("quantization", 40);
    if (fields.has("parameters")) {
        model.parameters = fields.number("parameters", std::uint64_t{1} << 50U);
    }
    if (fields.has("context")) {
        model.context_tokens = static_cast<std::uint32_t>(fields.number("context", UINT32_MAX));
    }
    for (const FieldReader& source : fields.list("sources", kMostItems)) {
        if (std::optional<std::string> url = source_url(source)) {
            model.urls.push_back(*std::move(url));
        }
    }
    return model;
}

CatalogSuggestion read_suggestion(const FieldReader& fields) {
    CatalogSuggestion suggestion;
    read_about(fields, suggestion);
    suggestion.size = fields.text("size", 40);
    suggestion.repository = fields.text("repository", 200);
    if (!is_address_path(suggestion.repository) || std::ranges::count(suggestion.repository, '/') != 1) {
        fields.fail("repository", ErrorCode::bad_value, "owner/name", suggestion.repository);
    }
    return suggestion;
}

const std::string& in_language(const std::map<std::string, std::string>& texts, const std::string& language) {
    static const std::string kNone;
    for (const std::string& key :
         {language, language.substr(0, language.find_first_of("_-")), std::string("en")}) {
        const auto found = texts.find(key);
        if (found != texts.end()) {
            return found->second;
        }
    }
    return kNone;
}

}  // namespace

const std::string& CatalogModel::description_in(const std::string& language) const {
    return in_language(description, language);
}

const std::string& CatalogSuggestion::description_in(const std::string& language) const {
    return in_language(description, language);
}

const CatalogModel* Catalog::starter() const {
    const auto found = std::ranges::find_if(models, &CatalogModel::starter);
    return found == models.end() ? nullptr : &*found;
}

const CatalogModel* Catalog::find(std::string_view name) const {
    const auto found = std::ranges::find(models, name, &CatalogModel::name);
    return found == models.end() ? nullptr : &*found;
}

const CatalogModel* Catalog::find_file(std::string_view file, std::uint64_t bytes) const {
    const auto found = std::ranges::find_if(
        models, [&](const CatalogModel& model) { return model.file == file && model.bytes == bytes; });
    return found == models.end() ? nullptr : &*found;
}

const CatalogSuggestion* Catalog::find_suggestion(std::string_view name) const {
    const auto found = std::ranges::find(suggestions, name, &CatalogSuggestion::name);
    return found == suggestions.end() ? nullptr : &*found;
}

Result<Catalog> parse_catalog(std::string_view text, const std::string& file) {
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.is_object()) {
        Error error{ErrorCode::bad_value, fmt::format("{}: not a JSON object", escaped(file, 4096))};
        error.details.file = file;
        return error;
    }
    std::optional<Error> error;
    const FieldReader fields(document, "", file, error);
    if (fields.number("version", UINT32_MAX) != kVersion) {
        fields.fail("version", ErrorCode::bad_value, fmt::format("{}", kVersion), "another");
    }
    Catalog catalog;
    std::set<std::string> names;
    const auto take = [&](const FieldReader& entry_fields, auto entry, auto& list) {
        if (!names.insert(entry.name).second) {
            entry_fields.fail("name", ErrorCode::bad_value, "a name that no other model has", entry.name);
        }
        if (!error) {
            list.push_back(std::move(entry));
        }
    };
    for (const FieldReader& model : fields.list("models", kMostModels)) {
        take(model, read_model(model), catalog.models);
    }
    if (fields.has("suggestions")) {
        for (const FieldReader& suggestion : fields.list("suggestions", kMostModels)) {
            take(suggestion, read_suggestion(suggestion), catalog.suggestions);
        }
    }
    if (error) {
        return *std::move(error);
    }
    return catalog;
}

Result<Catalog> read_catalog(const std::filesystem::path& path) {
    HEARTH_TRY_ASSIGN(const std::string text, read_small_file(path, kMostBytes));
    return parse_catalog(text, path.string());
}

std::filesystem::path catalog_path(const std::filesystem::path& installed) {
    const char* chosen = std::getenv("HEARTH_CATALOG");
    return chosen != nullptr && *chosen != '\0' ? std::filesystem::path(chosen) : installed;
}

}  // namespace hearth::catalog
