#pragma once

#include "demo/demo_options.h"

#include <QString>

namespace hearth {

/// Plays every scene in light and dark, in both languages, at one scale, and writes pictures and
/// "index-SCALE.json" of what the look found into the folder. 0 where every scene came about; faults that the
/// look found are counted in the index.
int takeScreenshots(const DemoOptions& options);

/// Runs one process for each device scale, which calls takeScreenshots, and joins their lists into
/// index.json. Prints every fault; 1 where there was one.
int takeAllScreenshots(const DemoOptions& options, const QString& program);

}  // namespace hearth
