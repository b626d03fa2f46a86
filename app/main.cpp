#include "application.h"
#include "engine_bridge/local_engine.h"
#include "system/data_folder.h"
#include "system/end_watch.h"
#include "system/gui_application.h"
#include "system/languages.h"
#include "system/renderer_choice.h"
#include "system/single_instance.h"

#include <QFile>
#include <QFileInfo>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <optional>

namespace {

using namespace hearth;

/// For what is still going on when the windows are gone: flushing a large download takes its time on a slow
/// drive.
constexpr std::chrono::seconds kEndPatience{30};

constexpr const char* kHelp =
    "Usage: hearth [MODEL.gguf]\n"
    "\n"
    "Opens the window of Hearth, and the model where one is named.\n"
    "\n"
    "  --help      this text\n"
    "  --version   the version\n"
    "\n"
    "Environment:\n"
    "  HEARTH_DATA_DIR   where chats, models and settings are (default: ~/.local/share/hearth)\n"
    "  HEARTH_RENDERER   software or hardware: who paints the window (default: as the computer can)\n"
    "\n"
    "hearth-cli does the same without a window.\n";

/// What the command line says; an exit code where the program ends at once.
struct CommandLine {
    QString model;
    std::optional<int> exitCode;
};

/// Before any Qt object: `--version` must work without a display.
CommandLine readCommandLine(int argc, char** argv) {
    CommandLine line;
    for (int i = 1; i < argc; ++i) {
        const char* argument = argv[i];
        if (std::strcmp(argument, "--version") == 0) {
            std::printf("hearth %s\n", HEARTH_VERSION);
            line.exitCode = 0;
        } else if (std::strcmp(argument, "--help") == 0 || std::strcmp(argument, "-h") == 0) {
            std::fputs(kHelp, stdout);
            line.exitCode = 0;
        } else if (argument[0] == '-' && i + 1 < argc && std::strcmp(argument, "-platform") == 0) {
            ++i;  // Qt's own
        } else if (argument[0] == '-') {
            std::fprintf(stderr, "hearth: unknown option '%s'; --help lists them\n", argument);
            line.exitCode = 2;
        } else if (line.model.isEmpty()) {
            line.model = QFileInfo(QFile::decodeName(argument)).absoluteFilePath();
        } else {
            std::fprintf(stderr, "hearth: one model at a time, '%s' is the second\n", argument);
            line.exitCode = 2;
        }
        if (line.exitCode) {
            break;
        }
    }
    return line;
}

/// Another Hearth has these chats open: it comes to the front instead.
int raiseTheOther(const SingleInstance& instance, int argc, char** argv, const QString& model) {
    const QCoreApplication app(argc, argv);
    if (instance.handOver(model.isEmpty() ? QStringList() : QStringList{model})) {
        return 0;
    }
    std::fputs("hearth: it is already running with these chats, but does not answer\n", stderr);
    return 1;
}

/// The list of models that comes with the program: beside it in a build folder, else where it was installed.
/// The environment may name another (tests: a local server).
QString installedCatalog() {
    const QString folder = QCoreApplication::applicationDirPath();
    const QString beside = folder + QStringLiteral("/catalog.json");
    const QString installed =
        QFile::exists(beside) ? beside : folder + QStringLiteral("/../share/hearth/catalog.json");
    return qEnvironmentVariable("HEARTH_CATALOG", installed);
}

}  // namespace

int main(int argc, char** argv) {
    const CommandLine line = readCommandLine(argc, argv);
    if (line.exitCode) {
        return *line.exitCode;
    }
    const DataFolder folder = DataFolder::fromEnvironment();
    QString reason;
    if (!folder.create(&reason)) {
        // The window opens all the same; storage says what it means for the chats.
        std::fprintf(stderr, "hearth: cannot make %s: %s\n", qPrintable(folder.root()), qPrintable(reason));
    }
    SingleInstance instance(folder.instanceLock());
    if (instance.role() == SingleInstance::Role::Second) {
        return raiseTheOther(instance, argc, argv, line.model);
    }
    applyRendererChoice(folder);

    GuiApplication::setApplicationName(QStringLiteral("hearth"));
    GuiApplication::setApplicationDisplayName(QStringLiteral("Hearth"));
    GuiApplication::setApplicationVersion(QStringLiteral(HEARTH_VERSION));
    GuiApplication::setDesktopFileName(QStringLiteral("hearth"));
    GuiApplication::setQuitOnLastWindowClosed(false);
    GuiApplication app(argc, argv);
    useCLocaleForNumbers();
    if (instance.role() == SingleInstance::Role::First && !instance.listen()) {
        qWarning("a second start cannot reach this one: no socket");
    }

    try {
        std::optional<EndWatch> watch;  // outlives what follows
        LocalEngine engine;
        Application application(engine,
                                {.folder = folder, .catalog = installedCatalog(), .model = line.model});
        QObject::connect(&instance, &SingleInstance::startedAgain, &application, &Application::comeForward);
        QObject::connect(&application, &Application::finishing, &instance, &SingleInstance::stopListening);
        QObject::connect(&app, &GuiApplication::askedToEnd, &application, &Application::finish);
        app.watchSignals();
        const int exitCode = application.show() ? GuiApplication::exec() : 1;
        watch.emplace(kEndPatience, exitCode);
        return exitCode;
    } catch (const std::exception& exception) {
        std::fprintf(stderr, "hearth: %s\n", exception.what());
        return 1;
    }
}
