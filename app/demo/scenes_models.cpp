// The Models page: what is here, what there is to get, and what is on its way.

#include "demo/local_server.h"
#include "demo/scenes.h"
#include "downloads/downloads.h"
#include "library/local_models.h"
#include "shell/window_state.h"

#include <QFile>
#include <QQuickItem>

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
        inspection.reason = Error{ErrorCode::unsupported_architecture,
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

void openModels(ScenePlay& play) {
    LocalModels& models = play.stage.program().localModels();
    play.need([&models] { return models.scanned() && !models.scanning(); }, "the models were not found");
    play.stage.windowState().setPage(WindowState::Models);
    play.item("ModelsPage");
    play.settle();
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

void check(ScenePlay& play, const char* part) {
    play.stage.program().localModels().verify(roleOf(play, part, LocalModels::IdRole).toString());
}

std::function<void(SceneSetting&)> hubThat(DemoHubMood mood) {
    return [mood](SceneSetting& setting) { setting.stage.hub = demoHub(mood); };
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

void unmeasured(SceneSetting& setting) {
    setting.stage.device = demoDevice(false);
}

void discover(ScenePlay& play) {
    openModels(play);
    play.item("ModelsPage").setProperty("view", 1);
    play.item("DiscoverView");
}

void waitForModels(ScenePlay& play) {
    discover(play);
    play.need([&play] { return play.stage.program().hubSearch().count() > 0; }, "no model was found");
}

/// Opens the model of that row, as a press on it does.
std::function<void(ScenePlay&)> openedModel(int row, HubModelView::State state = HubModelView::Ready) {
    return [row, state](ScenePlay& play) {
        waitForModels(play);
        QMetaObject::invokeMethod(&play.item("DiscoverView"), "openRow", Q_ARG(int, row));
        play.need(
            [&play, state] {
                const HubModelView& model = play.stage.program().hubModel();
                return model.state() == state && !model.isAssessing();
            },
            "the model was not shown");
    };
}

}  // namespace

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
             LocalModels& models = play.stage.program().localModels();
             models.refresh();
             play.need([&models] { return !models.scanning(); }, "the scan did not end");
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
             chosen("SmolLM2")(play);
             check(play, "SmolLM2");
             play.item("notice");
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
        {"discover", "list", {}, waitForModels},
        {"discover", "model", {}, openedModel(0)},
        {"discover", "model-does-not-fit", {}, openedModel(3)},
        {"discover", "model-long-name", {}, openedModel(4)},
        {"discover", "model-no-files", {}, openedModel(7)},
        {"discover", "model-unmeasured", unmeasured, openedModel(0)},
        {"discover", "model-measuring", unmeasured,
         [](ScenePlay& play) {
             openedModel(0)(play);
             play.stage.program().speedProbe().measure();
             play.need([&play] { return play.stage.program().speedProbe().progress() > 0.5; },
                       "nothing is measured");
         }},
        {"discover", "model-gated", hubThat(DemoHubMood::gated), openedModel(2, HubModelView::Failed)},
        {"discover", "asking", hubThat(DemoHubMood::silent), discover},
        {"discover", "nothing-found", hubThat(DemoHubMood::finds_nothing),
         [](ScenePlay& play) {
             discover(play);
             play.need([&play] { return play.stage.program().hubSearch().state() == HubSearch::Done; },
                       "the hub did not answer");
         }},
        {"discover", "unreachable", hubThat(DemoHubMood::unreachable),
         [](ScenePlay& play) {
             discover(play);
             play.need([&play] { return play.stage.program().hubSearch().state() == HubSearch::Failed; },
                       "the hub answered");
         }},
        {"discover", "offline",
         [](SceneSetting& setting) {
             hubThat(DemoHubMood::offline)(setting);
             setting.offline = true;
         },
         [](ScenePlay& play) {
             discover(play);
             play.need([&play] { return play.stage.program().hubSearch().state() == HubSearch::Failed; },
                       "the hub answered");
         }},
        {"discover", "from-before", hubThat(DemoHubMood::remembers), openedModel(1)},
        {"discover",
         "filter-menu",
         {},
         [](ScenePlay& play) {
             waitForModels(play);
             play.stage.program().hubSearch().setLanguage(2);
             play.settle();
             play.click(play.item("ChoiceChip"));
         }},
    };
}

}  // namespace hearth
