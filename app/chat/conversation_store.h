#pragma once

#include "chat/chat_storage.h"
#include "chat/conversation_path.h"
#include "chat/stored_message.h"

#include <QJsonObject>
#include <QObject>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace hearth {

/// What one conversation asks of the chat store, asynchronously and in order. Bound to its conversation: a
/// new one is created with the first thing that is stored. GUI thread; owned by its ChatSession.
class ConversationStore : public QObject {
    Q_OBJECT
 public:
    template <class T>
    using Done = std::function<void(Result<T>)>;

    struct Loaded {
        ConversationPath path;
        QString title;
        bool titleByPerson = false;
        QJsonObject parameters;
        QString draft;
    };
    /// A message of the person and the place of its answer.
    struct Turn {
        std::optional<MessageKey> parent;
        QString text;
        QString model;
        QJsonObject answerParameters;
        QString titleIfNone;  ///< for a conversation without a title
    };
    // What was stored is told even where the path could not be read afterwards: asked for again it would be
    // stored twice.
    struct BegunTurn {
        MessageKey user{};
        MessageKey answer{};
        std::optional<ConversationPath> path;
    };
    /// One more answer to the message `parent`.
    struct Answer {
        MessageKey parent{};
        QString text;
        QString model;
        QJsonObject parameters;
    };
    struct BegunAnswer {
        MessageKey answer{};
        std::optional<ConversationPath> path;
    };
    struct AddedMessages {
        std::vector<std::optional<MessageKey>> keys;  ///< of each, none for answers without a word: left out
        std::optional<ConversationPath> path;
    };
    struct Removed {
        storage::DeletedMessages deleted;
        std::optional<ConversationPath> path;
    };

    /// `id` 0: not stored yet.
    ConversationStore(ChatStorage& storage, qint64 id, QObject* parent = nullptr);

    qint64 id() const { return m_id; }
    /// What a conversation is created with.
    void setNewParameters(const QJsonObject& parameters) { m_newParameters = parameters; }

    void load(Done<Loaded> done);
    void beginTurn(Turn turn, Done<BegunTurn> done);
    void beginAnswer(Answer answer, Done<BegunAnswer> done);
    /// An answer that ended early is written on where it is, by `model` with `parameters`.
    void resumeAnswer(MessageKey answer, const QString& model, const QJsonObject& parameters,
                      Done<BegunAnswer> done);
    /// Messages that could not be stored when they came, oldest first, under `parent`.
    void addMessages(std::optional<MessageKey> parent, std::vector<PathMessage> messages,
                     const QString& titleIfNone, Done<AddedMessages> done);
    /// The version `step` places from this one.
    void showVersion(MessageKey message, int step, Done<ConversationPath> done);
    void remove(MessageKey message, Done<Removed> done);
    void restore(const storage::DeletedMessages& deleted, Done<ConversationPath> done);
    void branch(MessageKey message, Done<qint64> done);
    /// Not over a title that the person chose, unless `byPerson`. Gives the title that holds.
    void rename(const QString& title, bool byPerson, Done<QString> done);
    void saveParameters(const QJsonObject& parameters, Done<void> done);
    void saveDraft(const QString& draft, Done<void> done);
    /// Takes the conversation away where it has neither message (not even a deleted one) nor draft nor name.
    void dropIfEmpty();
    /// After all asked before.
    void flush(std::function<void()> done);

 Q_SIGNALS:
    void created(qint64 id);
    /// The list of chats would show something else now.
    void changed();

 private:
    /// Known to the storage thread alone, so that two first writes make one conversation.
    struct Identity {
        storage::ConversationId id;
        storage::JsonObject newParameters;
    };
    static Result<storage::ConversationId> ensure(storage::ChatStore& store, Identity& identity);

    template <class T>
    void run(std::function<Result<T>(storage::ChatStore&, Identity&)> job, Done<T> done, bool changes = true);
    void takeId(storage::ConversationId id);

    ChatStorage& m_storage;
    qint64 m_id;
    QJsonObject m_newParameters;
    std::shared_ptr<Identity> m_identity;
};

}  // namespace hearth
