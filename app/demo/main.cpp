#include "demo/bench.h"
#include "demo/demo_options.h"
#include "demo/scenes.h"
#include "demo/screenshots.h"
#include "demo/scripted_run.h"
#include "demo/stage.h"
#include "system/gui_application.h"
#include "system/languages.h"
#include "system/renderer_choice.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <cstdio>

namespace {

using namespace hearth;

/// Chats with everything in them, and models that take no room.
int showWindow(const DemoFolder& folder) {
    if (!QFile::exists(folder.folder().chatsDatabase())) {
        const auto chats =
            writeDemoChats(std::filesystem::path(folder.folder().chatsDatabase().toStdU16String()), false);
        if (!chats) {
            std::fprintf(stderr, "hearth-demo: %s\n", chats.error().message.c_str());
            return 1;
        }
    }
    Stage::Options options{.folder = folder.folder()};
    SceneSetting setting{.folder = folder.folder(), .stage = options, .chinese = false};
    placeModels(setting);
    Stage stage(std::move(options));
    auto* application = qobject_cast<GuiApplication*>(QCoreApplication::instance());
    QObject::connect(application, &GuiApplication::askedToEnd, &stage.program(), &Application::finish);
    application->watchSignals();
    return stage.show() ? GuiApplication::exec() : 1;
}

/// Prepares the data in this process and measures in another: one that has done nothing else.
int bench(const DemoOptions& options, const DemoFolder& folder) {
    if (!prepareBench(folder.folder())) {
        return 1;
    }
    QStringList arguments{QStringLiteral("--measure"), QStringLiteral("--data"), folder.folder().root()};
    if (options.json) {
        arguments << QStringLiteral("--json");
    }
    return QProcess::execute(QCoreApplication::applicationFilePath(), arguments);
}

int perform(const DemoOptions& options) {
    // What a demo removes goes to a trash of its own, which goes with it.
    const QTemporaryDir home;
    qputenv("XDG_DATA_HOME", QFile::encodeName(home.path()));
    if (options.mode == DemoOptions::Mode::Screenshots) {
        return takeAllScreenshots(options, QCoreApplication::applicationFilePath());
    }
    if (options.mode == DemoOptions::Mode::ScreenshotsOfScale) {
        return takeScreenshots(options);
    }
    const DemoFolder folder(options.dataFolder);
    if (!folder.isThere()) {
        return 1;
    }
    switch (options.mode) {
        case DemoOptions::Mode::Bench:
            return bench(options, folder);
        case DemoOptions::Mode::Measure:
            return measureWindow(folder.folder(), options.json);
        case DemoOptions::Mode::ScriptedRun:
            return runScript(folder.folder(), options.seed);
        default:
            return showWindow(folder);
    }
}

}  // namespace

int main(int argc, char** argv) {
    const DemoCommandLine line = readDemoCommandLine(argc, argv);
    if (line.exitCode) {
        return *line.exitCode;
    }
    if (line.options.mode != DemoOptions::Mode::Interactive) {
        // Everything but the interactive window looks and behaves the same on every computer, with a display
        // and without.
        if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
            qputenv("QT_QPA_PLATFORM", "offscreen");
        }
        if (!qEnvironmentVariableIsSet("HEARTH_RENDERER")) {
            qputenv("HEARTH_RENDERER", "software");
        }
    }
    applyRendererChoice(DataFolder(line.options.dataFolder));
    GuiApplication::setApplicationName(QStringLiteral("hearth-demo"));
    GuiApplication::setApplicationDisplayName(QStringLiteral("Hearth"));
    GuiApplication::setApplicationVersion(QStringLiteral(HEARTH_VERSION));
    GuiApplication::setQuitOnLastWindowClosed(false);
    GuiApplication app(argc, argv);
    useCLocaleForNumbers();
    try {
        return perform(line.options);
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "hearth-demo: %s\n", exception.what());
        return 1;
    }
}
