#pragma once

namespace hearth {

/// Makes the downloads' classes known to QML as Hearth.Downloads.Models 1.0. Once, before the first QML is
/// loaded.
void registerDownloadTypes();

}  // namespace hearth
