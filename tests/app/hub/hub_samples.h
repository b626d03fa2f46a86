#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

/// Answers in the shapes of the two hubs, made up.
namespace hearth::test {

inline const std::string kCommit = "0123456789abcdef0123456789abcdef01234567";
inline const std::string kSha = std::string(63, 'a') + "1";
inline const std::string kGitOid = "ce013625030ba8dba906f756967f9e9ca394464a";  ///< of "hello\n"

inline nlohmann::json hugging_face_model() {
    return nlohmann::json::parse(R"({
      "_id": "65", "id": "maker/Small-GGUF", "modelId": "maker/Small-GGUF", "author": "maker",
      "downloads": 1234, "likes": 56, "private": false, "disabled": false, "gated": false,
      "lastModified": "2025-03-12T10:30:05.000Z", "pipeline_tag": "text-generation", "library_name": "gguf",
      "tags": ["gguf", "en", "zh", "tf", "license:apache-2.0", "base_model:maker/Small", "region:us"],
      "sha": "0123456789abcdef0123456789abcdef01234567",
      "cardData": {"license": "apache-2.0", "language": ["en", "zh-Hans"], "base_model": ["maker/Small"]},
      "gguf": {"total": 751632384, "architecture": "qwen3", "context_length": 40960, "chat_template": "{{ x }}"},
      "config": {"model_type": "qwen3", "quantization_config": {"quant_method": "awq", "bits": 4}},
      "safetensors": {"total": 10, "parameters": {"F32": 3, "BF16": 7}},
      "siblings": [
        {"rfilename": ".gitattributes", "size": 6, "blobId": "ce013625030ba8dba906f756967f9e9ca394464a"},
        {"rfilename": "Small-Q4_K_M.gguf", "size": 484220320, "blobId": "1111111111111111111111111111111111111111",
         "lfs": {"sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1", "size": 484220320,
                 "pointerSize": 134}},
        {"rfilename": "config.json", "size": 6, "blobId": "ce013625030ba8dba906f756967f9e9ca394464a"}
      ]})");
}

inline nlohmann::json model_scope_model() {
    return nlohmann::json::parse(R"({
      "id": "maker/Small-GGUF", "display_name": "Small", "downloads": 643087, "likes": 137,
      "license": "apache-2.0", "params": 751632384, "private": false, "gated": false,
      "tags": ["library:gguf", "task:text-generation", "model_type:qwen3", "language:zh", "license:mit"],
      "tasks": ["text-generation"], "description": "A small\nmodel.",
      "created_at": "2025-01-25T12:00:00Z", "last_modified": "2025-01-25T12:55:14Z"})");
}

inline nlohmann::json model_scope_files() {
    return nlohmann::json::parse(R"({"Code": 200, "Success": true, "Message": "success", "Data": {"Files": [
      {"Name": "Q8_0", "Path": "Q8_0", "Type": "tree", "Size": 0, "Sha256": "", "IsLFS": false},
      {"Name": "Small-Q4_K_M.gguf", "Path": "Small-Q4_K_M.gguf", "Type": "blob", "Size": 484220320, "IsLFS": true,
       "Sha256": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa1",
       "Revision": "2e50b77b0eee3083842019e257b74854323d880a"},
      {"Name": "configuration.json", "Path": "configuration.json", "Type": "blob", "Size": 6, "IsLFS": false,
       "Sha256": "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03"}]}})");
}

/// Every document that differs from `document` in one value, which is of a wrong type or out of bounds; and
/// each with one value left out.
inline std::vector<nlohmann::json> spoiled(const nlohmann::json& document) {
    using nlohmann::json;
    const std::vector<json> wrong{nullptr,
                                  true,
                                  -1,
                                  1.5,
                                  1e300,
                                  18446744073709551615ULL,
                                  "",
                                  "x",
                                  "../x",
                                  "owner/name",
                                  std::string(100'000, 'y'),
                                  std::string("a\0b\x1b[2J", 7),
                                  json::array(),
                                  json::object(),
                                  json::parse("[[[[1]]]]"),
                                  json{{"id", 3}}};
    std::vector<json> result;
    const json flat = document.flatten();
    std::vector<std::string> pointers{""};
    for (const auto& [pointer, ignored] : flat.items()) {
        // Every value on the way is spoiled as well.
        for (std::size_t slash = pointer.find('/', 1); slash != std::string::npos;
             slash = pointer.find('/', slash + 1)) {
            pointers.push_back(pointer.substr(0, slash));
        }
        pointers.push_back(pointer);
    }
    std::ranges::sort(pointers);
    pointers.erase(std::ranges::unique(pointers).begin(), pointers.end());
    for (const std::string& pointer : pointers) {
        for (const json& value : wrong) {
            json other = document;
            other[json::json_pointer(pointer)] = value;
            result.push_back(std::move(other));
        }
    }
    return result;
}

}  // namespace hearth::test
