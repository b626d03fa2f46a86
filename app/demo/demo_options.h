#pragma once

#include <QString>
#include <cstdint>
#include <optional>

namespace hearth {

/// What hearth-demo was asked to do.
struct DemoOptions {
    enum class Mode {
        Interactive,
        Bench,
        Measure,  ///< what Bench starts once the data folder is prepared
        Screenshots,
        ScreenshotsOfScale,  ///< what Screenshots starts for each scale
        ScriptedRun,
    };

    Mode mode = Mode::Interactive;
    QString dataFolder;  ///< empty: a temporary one, removed at the end
    QString screenshotFolder;
    QString only;            ///< regular expression over the names of screenshots; empty: all
    QString scales;          ///< "100", "200" or "text200"; empty: all
    std::uint32_t seed = 1;  ///< of the scripted run
    bool json = false;
};

/// Reads the command line; where the program ends at once, the exit code (help and mistakes are printed).
struct DemoCommandLine {
    DemoOptions options;
    std::optional<int> exitCode;
};
DemoCommandLine readDemoCommandLine(int argc, char** argv);

}  // namespace hearth
