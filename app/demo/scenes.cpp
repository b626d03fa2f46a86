#include "demo/scenes.h"

#include "chat/chat_session.h"
#include "shell/window_state.h"

#include <QCursor>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QQuickItem>
#include <QQuickWindow>

namespace hearth {

namespace {

using namespace std::chrono_literals;

constexpr auto kFrame = 16ms;
constexpr auto kCalm = 40ms;
constexpr auto kFigures = 300ms;

}  // namespace

void ScenePlay::need(const std::function<bool()>& condition, const char* what) {
    const bool held = stage.waitFor([&] {
        if (condition()) {
            return true;
        }
        stage.advance(kFrame);
        return condition();
    });
    if (!held) {
        throw SceneFailure(what);
    }
}

void ScenePlay::settle() {
    stage.advance(kFrame);  // the engine answers at its next frame
    stage.run(kCalm);
    stage.waitFor([this] {
        const ChatSession* session = stage.session();
        return session == nullptr ||
               (!session->isLoading() && !const_cast<ChatSession*>(session)->transcript()->loading());
    });
    stage.run(kCalm);
}

void ScenePlay::useModel(const QString& path) {
    stage.program().activeModel().use(path);
    need([this] { return stage.program().activeModel().ready(); }, "the model did not load");
    // The figures of memory come four times a second.
    stage.advance(kFigures);
}

void ScenePlay::open(std::int64_t conversation) {
    stage.windowState().openConversation(conversation);
    need(
        [this, conversation] {
            ChatSession* session = stage.session();
            return session != nullptr && session->conversationId() == conversation && !session->isLoading() &&
                   !session->transcript()->loading() && session->transcript()->rowCount() > 0;
        },
        "the chat did not open");
}

ChatSession& ScenePlay::ask(const QString& question, std::chrono::milliseconds writing) {
    ChatSession* session = stage.session();
    if (session == nullptr || !session->isEmpty() || session->isWriting()) {
        stage.windowState().newTab();
        session = stage.session();
    }
    session->sendText(question);
    need([session] { return session->activity() == ChatSession::Activity::Writing; }, "no answer came");
    let(writing);
    return *session;
}

void ScenePlay::let(std::chrono::milliseconds time) {
    for (auto past = 0ms; past < time; past += kFrame) {
        stage.advance(kFrame);
    }
}

void ScenePlay::show(TranscriptModel::Kind kind) {
    const TranscriptModel& transcript = *stage.session()->transcript();
    for (int row = 0; row < transcript.rowCount(); ++row) {
        if (transcript.data(transcript.index(row), TranscriptModel::KindRole).toInt() == kind) {
            constexpr int kCenter = 1;  // ListView.Center
            QMetaObject::invokeMethod(&item("transcriptList"), "positionViewAtIndex", Q_ARG(int, row),
                                      Q_ARG(int, kCenter));
            return;
        }
    }
    throw SceneFailure("no such row among the messages");
}

QQuickItem& ScenePlay::item(const char* name) {
    QQuickItem* found = nullptr;
    need([&] { return (found = stage.find(QString::fromLatin1(name))) != nullptr; }, name);
    return *found;
}

void ScenePlay::call(const char* name, const char* function) {
    if (!QMetaObject::invokeMethod(&item(name), function)) {
        throw SceneFailure(function);
    }
}

void ScenePlay::type(const QString& text) {
    for (const QChar letter : text) {
        for (const QEvent::Type kind : {QEvent::KeyPress, QEvent::KeyRelease}) {
            QKeyEvent event(kind, 0, Qt::NoModifier, QString(letter));
            QCoreApplication::sendEvent(stage.window(), &event);
        }
    }
}

void ScenePlay::press(Qt::Key key, Qt::KeyboardModifiers modifiers) {
    for (const QEvent::Type kind : {QEvent::KeyPress, QEvent::KeyRelease}) {
        QKeyEvent event(kind, key, modifiers);
        QCoreApplication::sendEvent(stage.window(), &event);
    }
}

void ScenePlay::click(QQuickItem& item, QPointF place, Qt::MouseButton button) {
    if (place.isNull()) {
        place = QPointF(item.width() / 2, item.height() / 2);
    }
    const QPointF point = item.mapToScene(place);
    const QPointF global = stage.window()->mapToGlobal(point);
    QCursor::setPos(global.toPoint());  // menus open where the pointer is
    QMouseEvent down(QEvent::MouseButtonPress, point, global, button, button, Qt::NoModifier);
    QCoreApplication::sendEvent(stage.window(), &down);
    QMouseEvent up(QEvent::MouseButtonRelease, point, global, button, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(stage.window(), &up);
}

void placeModel(SceneSetting& setting, const QString& fileName, qint64 bytes, const FakeModel& model) {
    const QString place = setting.folder.models() + QLatin1Char('/') + fileName;
    QFile file(place);
    if (!file.open(QIODevice::WriteOnly) || !file.resize(bytes)) {  // a hole: takes no room
        throw SceneFailure("no file for a model");
    }
    FakeModel placed = model;
    placed.info.path = place;
    setting.stage.script.models.insert_or_assign(place, placed);
    setting.stage.inspect = [models = setting.stage.script.models](const std::filesystem::path& path) {
        catalog::Inspection inspection;
        const auto found = models.find(QString::fromStdU16String(path.u16string()));
        if (found != models.end()) {
            const ModelInfo& info = found->second.info;
            inspection.facts.name = info.name.toStdString();
            inspection.facts.architecture = info.architecture.toStdString();
            inspection.facts.quantization = "Q4_K_M";
            inspection.facts.context_tokens = info.modelContextTokens;
            inspection.bytes = info.weightBytes;
        }
        return inspection;
    };
}

void placeModels(SceneSetting& setting) {
    for (const QString& path : {kSmallModel, kMiddleModel, kLargeModel}) {
        const FakeModel model = setting.stage.script.models.at(path);
        placeModel(setting, QFileInfo(path).fileName(), static_cast<qint64>(model.info.weightBytes), model);
    }
}

}  // namespace hearth
