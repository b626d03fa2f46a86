#pragma once

#include "catalog/library_database.h"

#include <filesystem>

namespace hearth::catalog {

/// Copies what can be read of one database into another: columns that both have, row by row, past damaged
/// pages. `everything`: all models; otherwise those that a scan would not find again: added by hand, or taken
/// off the list. Returns the number of models. Never throws for what cannot be read.
std::size_t copy_readable(LibraryDatabase& from, LibraryDatabase& to, bool everything);

}  // namespace hearth::catalog
