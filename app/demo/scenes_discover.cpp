// What there is to get: models of a hub, and how they would do here.

#include "demo/scenes.h"

#include <QQuickItem>

namespace hearth {

namespace {

using namespace std::chrono_literals;

std::function<void(SceneSetting&)> hubThat(DemoHubMood mood) {
    return [mood](SceneSetting& setting) { setting.stage.hub = demoHub(mood); };
}

void unmeasured(SceneSetting& setting) {
    setting.stage.device = demoDevice(false);
}

void discover(ScenePlay& play) {
    openModels(play);
    play.item("ModelsPage").setProperty("view", 1);
    play.item("DiscoverView");
}

void answered(ScenePlay& play, HubSearch::State state) {
    play.need([&play, state] { return play.stage.program().hubSearch().state() == state; },
              "the hub did not answer so");
}

void waitForModels(ScenePlay& play) {
    discover(play);
    answered(play, HubSearch::Done);
}

/// Words that nothing of the curated list has.
std::function<void(ScenePlay&)> lookedFor(const char* words, HubSearch::State state) {
    return [words, state](ScenePlay& play) {
        play.stage.program().hubSearch().setText(QString::fromLatin1(words));
        discover(play);
        answered(play, state);
    };
}

/// Opens that model, as a press on its row does.
std::function<void(ScenePlay&)> openedModel(const char* words, const char* id,
                                            HubModelView::State state = HubModelView::Ready) {
    return [words, id, state](ScenePlay& play) {
        lookedFor(words, HubSearch::Done)(play);
        const int row = play.stage.program().hubSearch().rowOf(QString::fromLatin1(id));
        QMetaObject::invokeMethod(&play.item("DiscoverView"), "openRow", Q_ARG(int, row));
        play.need(
            [&play, state] {
                const HubModelView& model = play.stage.program().hubModel();
                return model.state() == state && !model.isAssessing();
            },
            "the model was not shown");
    };
}
constexpr const char* kModel = "Qwen/Qwen3-8B-GGUF";

}  // namespace

QList<Scene> discoverScenes() {
    return {
        {"discover", "list", {}, waitForModels},
        {"discover", "model", {}, openedModel("", kModel)},
        {"discover", "model-does-not-fit", {}, openedModel("30b", "Qwen/Qwen3-30B-A3B-GGUF")},
        {"discover",
         "model-long-name",
         {},
         openedModel("llama", "bartowski/Meta-Llama-3.1-8B-Instruct-abliterated-with-a-long-name-GGUF")},
        {"discover", "model-no-files", {}, openedModel("figures", "someone/an-upload-without-figures-GGUF")},
        {"discover", "model-unmeasured", unmeasured, openedModel("", kModel)},
        {"discover", "model-measuring", unmeasured,
         [](ScenePlay& play) {
             openedModel("", kModel)(play);
             play.stage.program().speedProbe().measure();
             play.need([&play] { return play.stage.program().speedProbe().progress() > 0.5; },
                       "nothing is measured");
         }},
        {"discover", "model-gated", hubThat(DemoHubMood::gated),
         openedModel("gemma-3-12b", "google/gemma-3-12b-it-qat-q4_0-gguf", HubModelView::Failed)},
        {"discover",
         "list-more",
         {},
         [](ScenePlay& play) {
             waitForModels(play);
             QMetaObject::invokeMethod(&play.item("foundModels"), "positionViewAtEnd");
         }},
        {"discover",
         "model-pointed-at",
         {},
         [](ScenePlay& play) {
             openedModel("", kModel)(play);
             HubModelView& model = play.stage.program().hubModel();
             model.assess(model.groups()->recommended() + 1);
             play.need([&model] { return !model.isAssessing(); }, "no header was read");
         }},
        {"discover", "asking", hubThat(DemoHubMood::silent), lookedFor("tulu", HubSearch::Asking)},
        {"discover", "asking-first", hubThat(DemoHubMood::silent), discover},
        {"discover", "nothing-found", hubThat(DemoHubMood::finds_nothing),
         lookedFor("tulu", HubSearch::Done)},
        {"discover", "unreachable", hubThat(DemoHubMood::unreachable), lookedFor("tulu", HubSearch::Failed)},
        {"discover", "unreachable-first", hubThat(DemoHubMood::unreachable),
         lookedFor("", HubSearch::Failed)},
        {"discover", "offline",
         [](SceneSetting& setting) {
             hubThat(DemoHubMood::offline)(setting);
             setting.offline = true;
         },
         lookedFor("", HubSearch::Failed)},
        {"discover", "from-before", hubThat(DemoHubMood::remembers), openedModel("", "Qwen/Qwen3-1.7B-GGUF")},
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
