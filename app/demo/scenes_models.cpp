// The Models page: what is here, what there is to get, and what is on its way.

#include "demo/local_server.h"
#include "demo/scenes.h"
#include "downloads/downloads.h"
#include "library/local_models.h"
#include "settings/settings.h"
#include "shell/window_state.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMimeData>
#include <QQuickItem>
#include <QQuickWindow>
#include <filesystem>
#include <memory>

#include <SQLiteCpp/SQLiteCpp.h>

namespace hearth {

namespace {

using namespace std::chrono_literals;

struct HereModel {
    const char* file;
    qint64 bytes;
    const char* parameters;
    const char* quantization;
    std::uint32_t contextTokens;
};

constexpr HereModel kHere[] = {
    {"Qwen3-8B-Q4_K_M.gguf", 5'027'783'488, "8B", "Q4_K_M", 40'960},
    {"Qwen3-1.7B-Q8_0.gguf", 1'834'426'016, "1.7B", "Q8_0", 40'960},
    {"gemma-3-12b-it-Q4_K_M.gguf", 7'300'574'880, "12B", "Q4_K_M", 131'072},
    {"Llama-3.2-3B-Instruct-a-tuned-one-with-a-rather-long-name-for-a-list-Q5_K_M.gguf", 2'322'153'984, "3B",
     "Q5_K_M", 131'072},
    {"SmolLM2-135M-Instruct.Q4_1.gguf", 98'362'432, "135M", "Q4_1", 8'192},
    {"whisper-large-v3-F16.gguf", 854'200'224, "", "F16", 0},
    {"mistral-24b-half-here-Q4_K_M.gguf", 6'100'000'000, "24B", "Q4_K_M", 32'768},
};

/// SHA-256 of the file of SmolLM2 as it is placed here.
constexpr const char* kHashOfAHole = "47d877b6abe18d06cbadfb3c7852b24665ba2eb044d3d3ef5a562224429ca4c5";

catalog::Inspection inspect(const std::filesystem::path& path) {
    catalog::Inspection inspection;
    const std::string name = path.filename().string();
    for (const HereModel& model : kHere) {
        if (name == model.file) {
            inspection.facts = {.name = {},
                                .architecture = "qwen3",
                                .size_label = model.parameters,
                                .quantization = model.quantization,
                                .context_tokens = {}};
            if (model.contextTokens != 0) {
                inspection.facts.context_tokens = model.contextTokens;
            }
            inspection.bytes = static_cast<std::uint64_t>(model.bytes);
        }
    }
    if (name.find("whisper") != std::string::npos) {
        inspection.state = catalog::ModelState::unsupported;
        inspection.reason =
            Error{ErrorCode::unsupported_architecture,
                  "whisper",
                  {.file = path.string(), .field = "general.architecture", .actual = "whisper"}};
        inspection.facts.architecture = "whisper";
    } else if (name.find("half-here") != std::string::npos) {
        inspection.state = catalog::ModelState::incomplete;
        inspection.reason =
            Error{ErrorCode::data_truncated,
                  "short",
                  {.file = path.string(), .bytes_needed = 14'333'908'672, .bytes_available = 6'100'000'000}};
    }
    return inspection;
}

void placeFile(const QString& path, qint64 bytes) {
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !file.resize(bytes)) {  // a hole: takes no room
        throw SceneFailure("no file for a model");
    }
}

void placeLibrary(SceneSetting& setting) {
    for (const HereModel& model : kHere) {
        placeModel(setting, QString::fromLatin1(model.file), model.bytes,
                   setting.stage.script.models.at(kLargeModel));
    }
    setting.stage.inspect = inspect;
}

QString pathOf(ScenePlay& play, const char* part) {
    const LocalModels& models = play.stage.program().localModels();
    QString found;
    play.need(
        [&] {
            for (int row = 0; row < models.rowCount() && found.isEmpty(); ++row) {
                const QString path = models.index(row, 0).data(LocalModels::PathRole).toString();
                found = path.contains(QLatin1String(part)) ? path : QString();
            }
            return !found.isEmpty();
        },
        "no such model is here");
    return found;
}

std::function<void(ScenePlay&)> chosen(const char* part) {
    return [part](ScenePlay& play) {
        openModels(play);
        play.item("LocalView").setProperty("chosen", pathOf(play, part));
        play.item("LocalView").setProperty("detailed", true);
    };
}

QVariant roleOf(ScenePlay& play, const char* part, LocalModels::Role role) {
    const LocalModels& models = play.stage.program().localModels();
    const QString path = pathOf(play, part);
    for (int row = 0; row < models.rowCount(); ++row) {
        const QModelIndex index = models.index(row, 0);
        if (index.data(LocalModels::PathRole).toString() == path) {
            return index.data(role);
        }
    }
    return {};
}

QString idOf(ScenePlay& play, const char* part) {
    return roleOf(play, part, LocalModels::IdRole).toString();
}

void lookAgain(ScenePlay& play) {
    LocalModels& models = play.stage.program().localModels();
    models.refresh();
    play.need([&models] { return !models.scanning(); }, "the scan did not end");
}

/// The drive that the library lies on is there while this holds; it is unplugged in the scene.
catalog::MountReader driveThat(std::shared_ptr<const bool> isHere, const QString& place) {
    return [isHere = std::move(isHere), place = std::filesystem::path(place.toStdString())] {
        std::vector<catalog::Mount> mounts{{"/", "/", "uuid:root"}};
        if (*isHere) {
            mounts.push_back({place, "/", "uuid:stick"});
        }
        return catalog::Mounts(std::move(mounts));
    };
}

/// A file hovers over the window, as a person drags it there.
void drag(ScenePlay& play, const QString& file) {
    openModels(play);
    static QMimeData data;  // the window looks at it until the scene ends
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(QPoint(640, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(play.stage.window(), &enter);
    QDragMoveEvent move(QPoint(640, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(play.stage.window(), &move);
}

void moveTo(ScenePlay& play, const QString& folder) {
    LocalModels& models = play.stage.program().localModels();
    models.moveLibrary(QUrl::fromLocalFile(folder));
    play.need([&models] { return !models.moving(); }, "the move did not end");
}

QString besideModels(ScenePlay& play, const char* name) {
    return QFileInfo(play.stage.program().localModels().place()).path() + QLatin1Char('/') +
           QLatin1String(name);
}

/// What a program leaves that was killed in the middle of a move.
void leaveMove(ScenePlay& play) {
    const QString models = play.stage.program().localModels().place();
    const QString to = QStringLiteral("/media/ada/Big drive/Models");
    SQLite::Database library(besideModels(play, "library.db").toStdString(), SQLite::OPEN_READWRITE);
    SQLite::Statement set(library, "INSERT OR REPLACE INTO setting(name, value) VALUES('move', ?)");
    set.bind(
        1, QJsonDocument(
               {{QStringLiteral("from"), models}, {QStringLiteral("to"), to}, {QStringLiteral("made"), true}})
               .toJson(QJsonDocument::Compact)
               .toStdString());
    set.exec();
    lookAgain(play);
}

void check(ScenePlay& play, const char* part) {
    play.stage.program().localModels().verify(idOf(play, part));
}

void awaitVerdict(ScenePlay& play, LocalModels::Verdict verdict) {
    play.need([&] { return roleOf(play, "SmolLM2", LocalModels::VerdictRole).toInt() == verdict; },
              "it was not checked");
}

/// The curated list knows what this file should be, and it is a hole.
void damage(ScenePlay& play) {
    chosen("SmolLM2")(play);
    check(play, "SmolLM2");
    awaitVerdict(play, LocalModels::Differs);
}

/// A download of that title from a server of our own.
void startDownload(ScenePlay& play, const QString& title, const char* file) {
    static LocalServer server;
    server.behave(LocalServer::Behaviour::SendsAThird);
    transfers::DownloadRequest request;
    request.title = title.toStdString();
    request.target =
        (play.stage.program().localModels().place() + QLatin1Char('/') + QLatin1String(file)).toStdString();
    request.bytes = static_cast<std::uint64_t>(LocalServer::kFileBytes);
    request.sha256 = std::string(64, 'a');
    request.first_bytes = "GGUF";
    request.sources = {{(server.address() + QLatin1Char('/') + QLatin1String(file)).toStdString()}};
    play.stage.program().downloads().start(std::move(request));
}

QVariant downloadRole(ScenePlay& play, int row, Downloads::Role role) {
    return play.stage.program().downloads().index(row).data(role);
}

void comesIn(ScenePlay& play, int row) {
    play.need([&play, row] { return downloadRole(play, row, Downloads::ProgressRole).toDouble() > 0.3; },
              "the download did not begin");
}

void startsThree(ScenePlay& play) {
    startDownload(play, QStringLiteral("Qwen3 8B · Q4_K_M"), "qwen3.gguf");
    comesIn(play, 0);
    startDownload(play, QStringLiteral("Gemma 3 12B · Q4_K_M"), "gemma-missing.gguf");
    play.need([&play] { return downloadRole(play, 1, Downloads::StateRole).toInt() == Downloads::Failed; },
              "the download did not fail");
    startDownload(play,
                  QStringLiteral("Llama-3.2-3B-Instruct-tuned-with-a-rather-long-name-for-a-drawer · Q5_K_M"),
                  "llama.gguf");
    comesIn(play, 2);
    play.stage.program().downloads().pause(2);
    play.need([&play] { return downloadRole(play, 2, Downloads::StateRole).toInt() == Downloads::Paused; },
              "the download did not pause");
}

}  // namespace

void openModels(ScenePlay& play) {
    LocalModels& models = play.stage.program().localModels();
    play.need([&models] { return models.scanned() && !models.scanning(); }, "the models were not found");
    play.stage.windowState().setPage(WindowState::Models);
    play.item("ModelsPage");
    play.settle();
}

QList<Scene> modelScenes() {
    return {
        {"models", "local", placeLibrary, openModels},
        {"models", "local-in-use", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             play.useModel(pathOf(play, "Qwen3-8B"));
             chosen("Qwen3-8B")(play);
         }},
        {"models", "local-long-name", placeLibrary, chosen("rather-long")},
        {"models", "local-unsupported", placeLibrary, chosen("whisper")},
        {"models", "local-incomplete", placeLibrary, chosen("half-here")},
        {"models", "local-missing", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             const QString path = pathOf(play, "Qwen3-1.7B");
             QFile::remove(path);
             lookAgain(play);
             chosen("Qwen3-1.7B")(play);
         }},
        {"models", "local-checking", placeLibrary,
         [](ScenePlay& play) {
             chosen("gemma")(play);
             check(play, "gemma");
             play.need(
                 [&play] { return roleOf(play, "gemma", LocalModels::VerifyProgressRole).toDouble() > 0.01; },
                 "nothing is checked");
         }},
        {"models", "local-checked", placeLibrary,
         [](ScenePlay& play) {
             chosen("whisper")(play);
             check(play, "whisper");
             play.item("notice");
         }},
        {"models", "local-checked-good", placeLibrary,
         [](ScenePlay& play) {
             chosen("SmolLM2")(play);
             play.stage.program().localModels().noteDownload(
                 {.target = pathOf(play, "SmolLM2").toStdString(), .sha256 = kHashOfAHole});
             lookAgain(play);
             check(play, "SmolLM2");
             awaitVerdict(play, LocalModels::Matches);
             play.call("notice", "dismissed");
         }},
        {"models", "local-damaged", placeLibrary,
         [](ScenePlay& play) {
             damage(play);
             play.item("notice");
         }},
        {"models", "local-damaged-use", placeLibrary,
         [](ScenePlay& play) {
             damage(play);
             play.stage.program().modelSwitch().use(pathOf(play, "SmolLM2"));
         }},
        {"models", "chooser-damaged", placeLibrary,
         [](ScenePlay& play) {
             damage(play);
             play.call("notice", "dismissed");
             play.stage.windowState().setPage(WindowState::Chats);
             play.call("ChatPage", "chooseModel");
         }},
        {"models", "local-removed", placeLibrary,
         [](ScenePlay& play) {
             chosen("SmolLM2")(play);
             play.stage.program().localModels().remove(idOf(play, "SmolLM2"));
             play.item("notice");
         }},
        {"models", "local-restored", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             LocalModels& models = play.stage.program().localModels();
             const int count = models.count();
             models.remove(idOf(play, "SmolLM2"));
             play.item("notice");
             play.call("notice", "actionTriggered");
             play.need([&] { return models.count() == count; }, "it did not come back");
             chosen("SmolLM2")(play);
         }},
        {"models", "local-drive-gone",
         [isHere = std::make_shared<bool>(true)](SceneSetting& setting) {
             placeLibrary(setting);
             *isHere = true;
             const QString stick = setting.folder.root() + QStringLiteral("/Blue stick");
             placeFile(stick + QStringLiteral("/Qwen3-14B-Q4_K_M.gguf"), 9'001'752'960);
             setting.stage.mounts = driveThat(isHere, stick);
             Settings settings(setting.folder.settingsFile());
             settings.setModelFolders({stick});
             settings.flush();
             setting.unplug = [isHere, stick] {
                 *isHere = false;
                 QDir(stick).removeRecursively();
             };
         },
         [](ScenePlay& play) {
             openModels(play);
             play.unplug();
             lookAgain(play);
             chosen("Qwen3-14B")(play);
         }},
        {"models", "library-moving", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             startDownload(play, QStringLiteral("Qwen3 8B · Q4_K_M"), "qwen3.gguf");
             comesIn(play, 0);
             LocalModels& models = play.stage.program().localModels();
             // It would be over before the picture is taken.
             models.setMoveGate(
                 [&play](const std::function<void()>&) { play.stage.program().downloads().hold([] {}); });
             models.moveLibrary(QUrl::fromLocalFile(besideModels(play, "elsewhere")));
             play.need(
                 [&] { return downloadRole(play, 0, Downloads::StateRole).toInt() == Downloads::Paused; },
                 "the download goes on");
             QQuickItem& line = play.item("moveProgress");
             line.setProperty("value", 0.42);
             line.setProperty("status", QLocale().toString(42) + QStringLiteral(" %"));
         }},
        {"models", "library-moved", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             moveTo(play, besideModels(play, "elsewhere"));
             play.item("notice");
         }},
        {"models", "library-not-moved", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             moveTo(play, play.stage.program().localModels().place() + QStringLiteral("/inside"));
             play.item("notice");
         }},
        {"models", "library-move-cut-off", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             leaveMove(play);
             play.item("LibraryMove");
         }},
        {"models", "drop", placeLibrary,
         [](ScenePlay& play) { drag(play, QStringLiteral("/home/ada/Qwen3-4B-Q4_K_M.gguf")); }},
        {"models", "drop-refused", placeLibrary,
         [](ScenePlay& play) { drag(play, QStringLiteral("/home/ada/Holiday 2026.jpg")); }},
        {"models", "add-refused", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             QMetaObject::invokeMethod(
                 &play.item("ModelsPage"), "addFile",
                 Q_ARG(QUrl, QUrl(QStringLiteral("file:///home/ada/Holiday 2026.jpg"))));
         }},
        {"models", "local-empty", {}, openModels},
        {"models", "local-no-match", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             play.item("LocalTools").setProperty("show", 2);
             play.item("SearchField").setProperty("text", QStringLiteral("qqqq"));
         }},
        {"models", "local-add-menu", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             play.click(play.item("addModels"));
         }},
        {"downloads", "one", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             startDownload(play, QStringLiteral("Qwen3 8B · Q4_K_M"), "qwen3.gguf");
             comesIn(play, 0);
         }},
        {"downloads", "several", placeLibrary,
         [](ScenePlay& play) {
             openModels(play);
             startsThree(play);
         }},
    };
}

}  // namespace hearth
