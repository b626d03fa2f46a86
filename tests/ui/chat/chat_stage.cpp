#include "chat_stage.h"

#include "system/error_sentences.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QInputMethodEvent>

namespace hearth {

ChatStage::ChatStage(QObject* parent) : QObject(parent) {
    FakeScript script = defaultFakeScript();
    for (auto& [path, model] : script.models) {
        model.loadTime = std::chrono::milliseconds(30);
    }
    script.answer = [this](const ChatRequest& request, std::uint64_t) {
        FakeAnswer answer;
        answer.text = m_answer;
        answer.tokensPerSecond = m_tokensPerSecond;
        answer.readingTime = std::chrono::milliseconds(20);
        ++m_requestCount;
        m_lastQuestion = request.turns.back().text;
        Q_EMIT requested();
        return answer;
    };
    m_engine = std::make_unique<FakeEngine>(std::move(script));
    m_activeModel = std::make_unique<ActiveModel>(*m_engine, errorSentence);
    m_storage = std::make_unique<ChatStorage>(m_folder.filePath(QStringLiteral("chats.db")).toStdString());
    m_brokenStorage = std::make_unique<ChatStorage>(m_folder.path().toStdString());
    m_registry = std::make_unique<SessionRegistry>(*m_engine, *m_activeModel, *m_storage);
    m_presets = std::make_unique<PresetListModel>(*m_storage);
    m_chats = std::make_unique<ChatListModel>(*m_storage, *m_registry);
    m_deletedChats = std::make_unique<DeletedChatsModel>(*m_storage, *m_chats);
    m_session = m_registry->create();
}

ChatStage::~ChatStage() = default;

void ChatStage::newChat() {
    ChatSession* before = m_session;
    m_session = m_registry->create();
    Q_EMIT sessionChanged();
    m_registry->release(before);
}

void ChatStage::loadModel() {
    m_activeModel->use(QStringLiteral("/models/Ember-1.7B-Q4.gguf"));
}

void ChatStage::unloadModel() {
    m_activeModel->unload();
}

void ChatStage::setAnswer(const QString& text, double tokensPerSecond) {
    m_answer = text;
    m_tokensPerSecond = tokensPerSecond > 0 ? tokensPerSecond : 5000;
}

void ChatStage::say(const QString& text) {
    m_session->sendText(text);
}

void ChatStage::preedit(const QString& text) {
    QInputMethodEvent event(text, {});
    QCoreApplication::sendEvent(QGuiApplication::focusObject(), &event);
}

void ChatStage::commit(const QString& text) {
    QInputMethodEvent event;
    event.setCommitString(text);
    QCoreApplication::sendEvent(QGuiApplication::focusObject(), &event);
}

void ChatStage::setClipboard(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

QString ChatStage::repeated(const QString& text, int count) const {
    return text.repeated(count);
}

}  // namespace hearth
