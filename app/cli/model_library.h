#pragma once

#include "catalog/library.h"
#include "cli/console.h"

#include <hearth/result.h>

namespace hearth::cli {

/// The list of models in the data folder, as the window has it. Says on the console where what is changed in
/// it will not last or it had to be made anew. Errors: those of Library::open.
Result<catalog::Library> open_library(Console& console);

/// Why changes of the list are lost at the end of the program, e.g. on a full drive; nothing where they last.
Status lasting(const catalog::Library& library);

}  // namespace hearth::cli
