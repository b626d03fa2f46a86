#pragma once

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <filesystem>

namespace hearth {

/// Reads tokenizer.json (the Hugging Face tokenizers' description of one) and sets `tokenizer.ggml.*` and,
/// for what GGUF has no key for, `tokenizer.hearth.*` (see engine/README.md). Byte-level BPE, BPE with byte
/// fallback as SentencePiece has it, and Unigram are translated exactly; a piece that is not is
/// unsupported_tokenizer, by name. Vocabulary and merges go past the JSON tree, so a large one takes memory
/// for what is kept alone.
Status read_tokenizer_json(const std::filesystem::path& path, Metadata& metadata);

}  // namespace hearth
