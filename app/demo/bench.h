#pragma once

#include "demo/demo_folder.h"

namespace hearth {

/// Prepares a long chat in `folder`: what measureWindow() opens. Before that, in another process, so that
/// neither its time nor its memory is counted. Prints why it could not.
bool prepareBench(const DataFolder& folder);

/// Measures the window in four phases: start, idling, eight chats that stream, going from tab to tab. Prints
/// one JSON object, or lines for people. The exit code: 1 where tokens got lost.
int measureWindow(const DataFolder& folder, bool json);

}  // namespace hearth
