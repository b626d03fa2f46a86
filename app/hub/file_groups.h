#pragma once

#include "hub/hub_model.h"
#include "hub/listing.h"

#include <string>
#include <vector>

namespace hearth::hub {

struct Grouping {
    std::vector<FileGroup> groups;     ///< smallest first; at most one recommended
    std::vector<ExtraFile> extras;     ///< in order of names
    std::vector<std::string> refused;  ///< names of model files that are no safe paths, escaped
};

/// Puts the files of a repository together: parts of one GGUF model, one group for the safetensors files of
/// the top folder with their settings and tokenizer. What is no model file is left out. Names that could
/// reach outside of the models folder make their group one that cannot be taken.
Grouping group_files(const Listing& listing);

/// The files, beside its weights, that the loader of a safetensors model reads where they are there.
bool is_settings_file(std::string_view path);

}  // namespace hearth::hub
