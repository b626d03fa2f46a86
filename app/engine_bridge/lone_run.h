#pragma once

#include <hearth/event.h>
#include <hearth/load.h>

#include <filesystem>

namespace hearth {

/// An answer that had the processor to itself: nothing else was computed or loaded meanwhile. So how long it
/// took says something about this computer.
struct LoneRun {
    std::filesystem::path model;
    LoadOptions options;  ///< as it was loaded
    Finished finished;
};

}  // namespace hearth
