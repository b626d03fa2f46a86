#pragma once

#include <filesystem>

namespace hearth::cli {

/// Where Hearth keeps models, settings and what it has measured, the same as the window's: $HEARTH_DATA_DIR,
/// else $XDG_DATA_HOME/hearth, else ~/.local/share/hearth. It may not be there yet.
std::filesystem::path data_folder();

/// The curated list of models: $HEARTH_CATALOG, else the one beside the program in a build folder, else the
/// one that was installed with it. It may not be there.
std::filesystem::path curated_list();

}  // namespace hearth::cli
