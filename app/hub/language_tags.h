#pragma once

#include <string_view>

namespace hearth::hub {

/// Whether the text is a two-letter code of ISO 639-1, in lower case. Hugging Face mixes languages with all
/// other tags of a model.
bool is_language_code(std::string_view tag);

}  // namespace hearth::hub
