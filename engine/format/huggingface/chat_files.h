#pragma once

#include "format/huggingface/config.h"

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <filesystem>

namespace hearth {

/// Reads what a checkpoint says about chats besides its tokenizer: special tokens (tokenizer_config.json),
/// the tokens that end an answer (generation_config.json, config.json), and the template
/// (chat_template.jinja, else tokenizer_config.json, else chat_template.json). After read_tokenizer_json,
/// whose vocabulary names are looked up in. Files that are not there say nothing. Errors: bad_value,
/// header_invalid, header_too_large.
Status read_chat_files(const std::filesystem::path& folder, const CheckpointConfig& config,
                       Metadata& metadata);

}  // namespace hearth
