#pragma once

namespace hearth {

/// Makes the types of this folder known to QML as Hearth.Transcript.Models 1.0. Call once, before the first
/// window.
void registerTranscriptTypes();

}  // namespace hearth
