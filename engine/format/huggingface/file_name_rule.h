#pragma once

#include <string_view>

namespace hearth {

/// Whether a name that came from outside may be used as that of a file below a folder of ours: relative, at
/// most 255 bytes between slashes, UTF-8, no part that leaves the folder and none that any system reads in a
/// special way (Windows' devices, streams, separators and silent trimming; checked everywhere, as models move
/// between systems).
bool is_safe_file_name(std::string_view name);

}  // namespace hearth
