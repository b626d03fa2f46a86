#pragma once

#include <QObject>
#include <QString>

namespace hearth {

/// What a tab shows of its conversation.
struct TabFacts {
    qint64 conversationId = 0;  ///< 0 until the conversation is stored for the first time
    QString title;              ///< empty for a conversation without one yet
    QString activityText;       ///< "29 tok/s", "reading 43 %", empty when idle
    int activity = 0;           ///< ChatSession::Activity
    bool writing = false;
    bool empty = true;       ///< nothing has been said yet
    bool unstored = false;   ///< it holds something that is nowhere else
    bool newAnswer = false;  ///< it came while nobody saw it
};

/// Where the workspace gets the conversations of its tabs from. A session is the ChatSession that the chat
/// page shows; to the workspace it is an opaque object. GUI thread; outlives the workspace.
class TabSessions : public QObject {
    Q_OBJECT

 public:
    using QObject::QObject;

    /// The session of a stored conversation, loaded asynchronously, or the one that lives on because it is
    /// stored nowhere: the list of chats has a negative id for it. Each open and create needs one release.
    virtual QObject* open(qint64 conversationId) = 0;
    virtual QObject* create() = 0;
    /// A tab shows a session again that was released and lives on, because it is stored nowhere. Needs one
    /// release as well.
    virtual void retain(QObject* session) = 0;
    /// No tab shows it any more. A session that writes finishes first.
    virtual void release(QObject* session) = 0;
    /// Whether a person sees it now: gives its answers priority.
    virtual void setVisible(QObject* session, bool visible) = 0;
    virtual TabFacts facts(QObject* session) const = 0;
    /// Whether the conversation is in the file of the chats, to be opened at the next start.
    virtual bool outlivesTheProgram(qint64 conversationId) const = 0;
    /// Chats with an answer under way, those without a tab included.
    virtual int writingCount() const = 0;
    /// Chats that hold something that could not be stored.
    virtual int unstoredCount() const = 0;

 Q_SIGNALS:
    /// The facts of a session have changed.
    void sessionChanged(QObject* session);
};

}  // namespace hearth
