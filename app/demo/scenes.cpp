#include "demo/scenes.h"

#include "chat/chat_session.h"
#include "shell/window_state.h"

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
    for (auto past = 0ms; past < writing; past += kFrame) {
        stage.advance(kFrame);
    }
    return *session;
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
    QMouseEvent down(QEvent::MouseButtonPress, point, global, button, button, Qt::NoModifier);
    QCoreApplication::sendEvent(stage.window(), &down);
    QMouseEvent up(QEvent::MouseButtonRelease, point, global, button, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(stage.window(), &up);
}

void placeModels(SceneSetting& setting) {
    for (const QString& path : {kSmallModel, kMiddleModel, kLargeModel}) {
        FakeModel model = setting.stage.script.models.at(path);
        const QString place = setting.folder.models() + QLatin1Char('/') + QFileInfo(path).fileName();
        QFile file(place);
        if (file.open(QIODevice::WriteOnly)) {
            file.resize(static_cast<qint64>(model.info.weightBytes));  // a hole: takes no room
        }
        model.info.path = place;
        setting.stage.script.models.emplace(place, model);
    }
}

}  // namespace hearth
