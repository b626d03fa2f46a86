#pragma once

#include <QHash>
#include <QObject>
#include <functional>
#include <memory>
#include <unordered_set>
#include <vector>

namespace hearth {

class ActiveModel;
class AnswerRouter;
class ChatSession;
class ChatStorage;
class EngineClient;

/// The conversations that are open or writing; at most one ChatSession for each. Owns them. GUI thread.
class SessionRegistry : public QObject {
    Q_OBJECT
    Q_PROPERTY(int writingCount READ writingCount NOTIFY writingCountChanged)

 public:
    /// All three outlive the registry.
    SessionRegistry(EngineClient& engine, ActiveModel& activeModel, ChatStorage& storage,
                    QObject* parent = nullptr);
    ~SessionRegistry() override;

    /// The session of a stored conversation; each open() needs one release().
    Q_INVOKABLE hearth::ChatSession* open(qint64 conversationId);
    /// A new conversation; needs one release() as well.
    Q_INVOKABLE hearth::ChatSession* create();
    /// A tab shows a session again that has none; needs one release() as well.
    void retain(ChatSession* session);
    /// It holds something that could not be stored: a message, or what stands in its composer.
    static bool isUnstored(const ChatSession& session);
    /// There is such a chat in the file; those of a store in memory end with the program.
    static bool outlivesTheProgram(qint64 conversationId);
    /// A tab shows it no more. A session that writes goes on until it has finished and what it wrote is
    /// stored.
    Q_INVOKABLE void release(hearth::ChatSession* session);
    /// The open session of a conversation, or null; counts for nothing. Also by what listedId() gave it.
    Q_INVOKABLE hearth::ChatSession* find(qint64 conversationId) const;
    /// What a list calls the session's chat: its conversation's id, or a negative one while it is stored
    /// nowhere. open() and find() know both.
    Q_INVOKABLE qint64 listedId(const hearth::ChatSession* session) const;
    /// An answer has come to its end there while nobody saw it, and nobody has looked since. Of this run of
    /// the program alone.
    bool hasNewAnswer(qint64 listedId) const;

    /// Every session that is alive, in the order they were made.
    std::vector<ChatSession*> sessions() const;
    /// How many conversations have an answer under way (queued, reading or writing).
    int writingCount() const { return m_writingCount; }
    /// How many conversations hold something that could not be stored: it is lost when the program ends now.
    int unstoredCount() const;
    /// The language has changed.
    void retranslate();
    /// Stores every draft and answer, then runs `done`. For the end of the program.
    void flush(std::function<void()> done);

 Q_SIGNALS:
    void writingCountChanged();
    /// Title, activity or existence of the session has changed.
    void sessionChanged(hearth::ChatSession* session);
    /// The list of chats should read the conversation again.
    void conversationStored(qint64 conversationId);

 private:
    struct Entry {
        std::unique_ptr<ChatSession> session;
        qint64 number = 0;  ///< unique, from 1
        int tabs = 0;
        bool writing = false;    ///< when its activity was last looked at
        bool newAnswer = false;  ///< it came while nobody saw it
    };

    ChatSession* adopt(qint64 conversationId);
    void updateWritingCount();
    void noteActivity(const ChatSession* session);
    void noteVisibility(const ChatSession* session);
    /// Tries to store what the chats without a tab could not.
    void storeWhatWaits();
    void dropIfUnused(ChatSession* session);
    std::vector<Entry>::iterator entryOf(const ChatSession* session);

    EngineClient& m_engine;
    ActiveModel& m_activeModel;
    ChatStorage& m_storage;
    std::unique_ptr<AnswerRouter> m_router;
    std::vector<Entry> m_entries;
    std::unordered_set<qint64> m_newAnswers;  ///< conversations without a session that have one
    qint64 m_nextNumber = 1;
    int m_writingCount = 0;
};

}  // namespace hearth
