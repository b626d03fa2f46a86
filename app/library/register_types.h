#pragma once

namespace hearth {

/// Makes the library's classes known to QML as Hearth.Library.Models 1.0. Once, before the first QML is
/// loaded.
void registerLibraryTypes();

}  // namespace hearth
