#pragma once

#include <filesystem>

namespace hearth::cli {

/// Where Hearth keeps models, settings and what it has measured, the same as the window's: $HEARTH_DATA_DIR,
/// else $XDG_DATA_HOME/hearth, else ~/.local/share/hearth. It may not be there yet.
std::filesystem::path data_folder();

}  // namespace hearth::cli
