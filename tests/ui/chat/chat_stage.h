#pragma once

#include "chat/chat_list_model.h"
#include "chat/chat_session.h"
#include "chat/chat_storage.h"
#include "chat/deleted_chats_model.h"
#include "chat/preset_list_model.h"
#include "chat/session_registry.h"
#include "engine_bridge/active_model.h"
#include "engine_bridge/fake_engine.h"

#include <QObject>
#include <QTemporaryDir>
#include <memory>

namespace hearth {

/// What the chat's QML is tested with: the scripted engine in real time and a store in a folder of its own.
class ChatStage : public QObject {
    Q_OBJECT
    Q_PROPERTY(hearth::ChatSession* session READ session NOTIFY sessionChanged)
    Q_PROPERTY(hearth::ActiveModel* activeModel READ activeModel CONSTANT)
    Q_PROPERTY(hearth::SessionRegistry* registry READ registry CONSTANT)
    Q_PROPERTY(hearth::PresetListModel* presets READ presets CONSTANT)
    Q_PROPERTY(hearth::ChatStorage* storage READ storage CONSTANT)
    /// Of a file that cannot be opened.
    Q_PROPERTY(hearth::ChatStorage* brokenStorage READ brokenStorage CONSTANT)
    Q_PROPERTY(hearth::ChatListModel* chats READ chats CONSTANT)
    Q_PROPERTY(hearth::DeletedChatsModel* deletedChats READ deletedChats CONSTANT)
    Q_PROPERTY(int requestCount READ requestCount NOTIFY requested)
    Q_PROPERTY(QString lastQuestion READ lastQuestion NOTIFY requested)

 public:
    explicit ChatStage(QObject* parent = nullptr);
    ~ChatStage() override;

    ChatSession* session() const { return m_session; }
    ActiveModel* activeModel() const { return m_activeModel.get(); }
    SessionRegistry* registry() const { return m_registry.get(); }
    PresetListModel* presets() const { return m_presets.get(); }
    ChatStorage* storage() const { return m_storage.get(); }
    ChatStorage* brokenStorage() const { return m_brokenStorage.get(); }
    ChatListModel* chats() const { return m_chats.get(); }
    DeletedChatsModel* deletedChats() const { return m_deletedChats.get(); }
    int requestCount() const { return m_requestCount; }
    QString lastQuestion() const { return m_lastQuestion; }

    /// A new chat takes the place of the one there is.
    Q_INVOKABLE void newChat();
    Q_INVOKABLE void loadModel();
    Q_INVOKABLE void unloadModel();
    /// How the engine answers from now on; `tokensPerSecond` 0 is as fast as it can.
    Q_INVOKABLE void setAnswer(const QString& text, double tokensPerSecond);
    /// Says a message in the chat of the stage.
    Q_INVOKABLE void say(const QString& text);

    /// What an input method does to the item that has the focus.
    Q_INVOKABLE void preedit(const QString& text);
    Q_INVOKABLE void commit(const QString& text);
    Q_INVOKABLE void setClipboard(const QString& text);
    Q_INVOKABLE QString repeated(const QString& text, int count) const;

 Q_SIGNALS:
    void sessionChanged();
    void requested();

 private:
    QTemporaryDir m_folder;
    QString m_answer = QStringLiteral("An answer.");
    double m_tokensPerSecond = 5000;
    int m_requestCount = 0;
    QString m_lastQuestion;
    std::unique_ptr<FakeEngine> m_engine;
    std::unique_ptr<ActiveModel> m_activeModel;
    std::unique_ptr<ChatStorage> m_storage;
    std::unique_ptr<ChatStorage> m_brokenStorage;
    std::unique_ptr<SessionRegistry> m_registry;
    std::unique_ptr<PresetListModel> m_presets;
    std::unique_ptr<ChatListModel> m_chats;
    std::unique_ptr<DeletedChatsModel> m_deletedChats;
    ChatSession* m_session = nullptr;
};

}  // namespace hearth
