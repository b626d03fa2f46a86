#include "demo/demo_options.h"

#include <QFile>
#include <cstdio>
#include <cstring>

namespace hearth {

namespace {

constexpr const char* kHelp =
    "Usage: hearth-demo [--data FOLDER]                      the window, with an engine that follows a "
    "script\n"
    "       hearth-demo --bench [--json]                     measures start, idling and eight streaming "
    "chats\n"
    "       hearth-demo --screenshots FOLDER [--only REGEX]  every page and state, and what a look at them "
    "found\n"
    "                   [--scale 100|200|text200]\n"
    "       hearth-demo --scripted-run SEED --data FOLDER    chats by itself until it is killed; for the "
    "crash test\n"
    "\n"
    "Nothing of it reaches your own chats: without --data the data folder is temporary.\n";

/// The value after an option; null, with a sentence, where there is none.
const char* valueOf(int& i, int argc, char** argv) {
    if (i + 1 < argc) {
        return argv[++i];
    }
    std::fprintf(stderr, "hearth-demo: %s needs a value; --help lists the options\n", argv[i]);
    return nullptr;
}

}  // namespace

DemoCommandLine readDemoCommandLine(int argc, char** argv) {
    DemoCommandLine line;
    DemoOptions& options = line.options;
    const auto text = [&](int& i, QString& into) {
        const char* value = valueOf(i, argc, argv);
        if (value == nullptr) {
            line.exitCode = 2;
        } else {
            into = QFile::decodeName(value);
        }
    };
    for (int i = 1; i < argc && !line.exitCode; ++i) {
        const char* argument = argv[i];
        const auto is = [argument](const char* name) { return std::strcmp(argument, name) == 0; };
        if (is("--help") || is("-h")) {
            std::fputs(kHelp, stdout);
            line.exitCode = 0;
        } else if (is("--data")) {
            text(i, options.dataFolder);
        } else if (is("--bench")) {
            options.mode = DemoOptions::Mode::Bench;
        } else if (is("--measure")) {
            options.mode = DemoOptions::Mode::Measure;
        } else if (is("--json")) {
            options.json = true;
        } else if (is("--screenshots")) {
            if (options.mode != DemoOptions::Mode::ScreenshotsOfScale) {
                options.mode = DemoOptions::Mode::Screenshots;
            }
            text(i, options.screenshotFolder);
        } else if (is("--screenshots-of-scale")) {
            options.mode = DemoOptions::Mode::ScreenshotsOfScale;
            text(i, options.scales);
        } else if (is("--only")) {
            text(i, options.only);
        } else if (is("--scale")) {
            text(i, options.scales);
        } else if (is("--scripted-run")) {
            options.mode = DemoOptions::Mode::ScriptedRun;
            QString seed;
            text(i, seed);
            options.seed = seed.toUInt();
        } else if (is("-platform")) {
            ++i;  // Qt's own
        } else {
            std::fprintf(stderr, "hearth-demo: unknown option '%s'; --help lists them\n", argument);
            line.exitCode = 2;
        }
    }
    if (!line.exitCode && options.mode == DemoOptions::Mode::ScriptedRun && options.dataFolder.isEmpty()) {
        std::fputs("hearth-demo: --scripted-run needs --data\n", stderr);
        line.exitCode = 2;
    }
    return line;
}

}  // namespace hearth
