#pragma once

#include "format/huggingface/json_object.h"

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace hearth {

/// tokenizer.json, its two large lists taken out of the tree.
struct TokenizerFile {
    std::filesystem::path path;
    nlohmann::json tree;
    std::vector<std::pair<std::string, std::uint32_t>> vocabulary;  ///< BPE: text and id
    std::vector<std::pair<std::string, double>> pieces;  ///< Unigram: text and log-probability, by id
    std::vector<std::string> merges;                     ///< "left right"
};

Result<TokenizerFile> read_tokenizer_file(const std::filesystem::path& path);

/// What the entries of a vocabulary are besides ordinary text.
struct VocabularyRules {
    bool has_byte_tokens = false;  ///< "<0xNN>" stands for a byte
    std::optional<std::string> unknown_token;
};

/// Puts vocabulary, scores, kinds, merges and added tokens together under `tokenizer.ggml.*`: header_invalid
/// or bad_value where ids are twice there, far apart or missing.
Status set_vocabulary(const TokenizerFile& file, const VocabularyRules& rules, Metadata& metadata);

}  // namespace hearth
