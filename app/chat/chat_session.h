#pragma once

#include "chat/chat_parameters.h"
#include "chat/composer.h"
#include "chat/context_choices.h"
#include "chat/context_meter.h"
#include "chat/context_planner.h"
#include "chat/context_relief.h"
#include "chat/conversation_path.h"
#include "chat/conversation_store.h"
#include "chat/outgoing.h"
#include "chat/title_maker.h"
#include "transcript/transcript_model.h"

#include <QObject>
#include <QString>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace hearth {

class ActiveModel;
class AnswerRouter;
class AnswerRun;
class ChatStorage;
class EngineClient;

/// One conversation, bound to its id for life: what it reads, writes and generates can reach no other. Owned
/// by the SessionRegistry, which keeps it while a tab shows it or it writes. GUI thread; never waits: the
/// path is loaded and everything is stored through ChatStorage, and text comes from EngineClient::events.
///
/// A new conversation has id 0 until its first message or draft is stored; it is in no list before that.
class ChatSession : public QObject {
    Q_OBJECT
    Q_PROPERTY(qint64 conversationId READ conversationId NOTIFY conversationIdChanged)
    Q_PROPERTY(QString title READ title NOTIFY titleChanged)
    Q_PROPERTY(Activity activity READ activity NOTIFY activityChanged)
    Q_PROPERTY(QString activityText READ activityText NOTIFY activityTextChanged)
    Q_PROPERTY(double readingProgress READ readingProgress NOTIFY activityTextChanged)
    Q_PROPERTY(bool writing READ isWriting NOTIFY activityChanged)
    Q_PROPERTY(bool visible READ isVisible WRITE setVisible NOTIFY visibleChanged)
    Q_PROPERTY(bool loading READ isLoading NOTIFY loadingChanged)
    Q_PROPERTY(QString loadError READ loadError NOTIFY loadingChanged)
    Q_PROPERTY(bool empty READ isEmpty NOTIFY emptyChanged)
    Q_PROPERTY(bool waitingForModel READ isWaitingForModel NOTIFY waitingForModelChanged)
    Q_PROPERTY(bool choosing READ isChoosing NOTIFY choosingChanged)
    Q_PROPERTY(bool contextEnded READ contextEnded NOTIFY contextEndedChanged)
    Q_PROPERTY(QString saveError READ saveError NOTIFY saveErrorChanged)
    Q_PROPERTY(bool unsaved READ isUnsaved NOTIFY saveErrorChanged)
    Q_PROPERTY(hearth::TranscriptModel* transcript READ transcript CONSTANT)
    Q_PROPERTY(hearth::Composer* composer READ composer CONSTANT)
    Q_PROPERTY(hearth::ChatParameters* parameters READ parameters CONSTANT)
    Q_PROPERTY(hearth::ContextMeter* contextMeter READ contextMeter CONSTANT)
    Q_PROPERTY(hearth::ContextChoices* contextChoices READ contextChoices CONSTANT)

 public:
    /// What the conversation does now. Stopped and Failed tell how the last answer ended, until the next one
    /// starts.
    enum class Activity { Idle, Queued, Reading, Writing, Stopped, Failed };
    Q_ENUM(Activity)

    /// What a session works with; all of it outlives the session.
    struct Services {
        EngineClient& engine;
        ActiveModel& activeModel;
        ChatStorage& storage;
        AnswerRouter& router;
    };

    /// `conversationId` 0 makes a new conversation; any other is loaded at once, asynchronously.
    ChatSession(Services services, qint64 conversationId, QObject* parent = nullptr);
    ~ChatSession() override;

    qint64 conversationId() const;
    QString title() const;
    Activity activity() const;
    /// For people: "29 tok/s", "reading 43 %", "2nd in queue", "stopped"; empty when idle.
    QString activityText() const;
    /// Share of the prompt that has been read, 0 to 1.
    double readingProgress() const;
    bool isWriting() const;
    bool isVisible() const;
    bool isLoading() const;
    QString loadError() const;
    bool isEmpty() const;
    bool isWaitingForModel() const;
    /// The next message does not fit and waits for one of the contextChoices.
    bool isChoosing() const;
    /// The last answer stopped because the context was full.
    bool contextEnded() const;
    QString saveError() const;
    bool isUnsaved() const;
    /// What stands in the composer could not be stored as a draft.
    bool isDraftUnstored() const { return m_draftFailed && !m_composer.text().isEmpty(); }
    /// Something of it is still on its way to the store.
    bool isStoring() const;
    TranscriptModel* transcript() { return &m_transcript; }
    Composer* composer() { return &m_composer; }
    ChatParameters* parameters() { return &m_parameters; }
    ContextMeter* contextMeter() { return m_planner.meter(); }
    ContextChoices* contextChoices() { return m_relief.choices(); }

    /// The shell sets it: a visible conversation is computed before those that are not.
    void setVisible(bool visible);

    /// Sends what is in the composer (or stores an edit, when one is being made). Without a model the text
    /// stays and modelNeeded() asks for one; while a model loads, the text waits for it (waitingForModel).
    Q_INVOKABLE void send();
    /// Sends `text` as if it had been typed; the composer is left alone.
    Q_INVOKABLE void sendText(const QString& text);
    /// Ends the answer that is being written (what has come stays), or the waiting for a model.
    Q_INVOKABLE void stop();
    /// Goes on with an answer that was stopped, cut or interrupted, as a new version of it.
    Q_INVOKABLE void continueAnswer(double messageKey);
    /// Another version of an answer.
    Q_INVOKABLE void regenerate(double messageKey);
    /// Puts a message of the person (or the summary) into the composer for editing; send() then stores the
    /// new version.
    Q_INVOKABLE void beginEdit(double messageKey);
    /// The same for the person's last message; does nothing where there is none.
    Q_INVOKABLE void beginEditOfLast();
    /// Makes a new conversation of everything up to the message; branched() tells its id.
    Q_INVOKABLE void branch(double messageKey);
    /// Hides a message and what follows it; undoOffered() names the way back.
    Q_INVOKABLE void remove(double messageKey);
    /// Takes back what undoOffered() announced.
    Q_INVOKABLE void undo(int token);
    /// Shows the version `step` before (−1) or after (+1) this one.
    Q_INVOKABLE void switchVersion(double messageKey, int step);
    /// Does what the transcript's `action` asks for (the names of TranscriptView::actionRequested).
    Q_INVOKABLE void act(const QString& action, double messageKey);
    /// A title the person chose; it is never replaced by one made up.
    Q_INVOKABLE void rename(const QString& title);
    /// Tries again to store what could not be stored.
    Q_INVOKABLE void retrySaving();
    /// Goes on although the conversation cannot be stored; `unsaved` stays true until it could.
    Q_INVOKABLE void goOnUnsaved();
    /// Loads the conversation again after loadError.
    Q_INVOKABLE void reload();
    /// The summary of what is left out, among the messages; those that could not be stored have lower keys.
    static constexpr MessageKey kSummaryKey{-1};
    /// A conversation that is looked at is answered before the others.
    static constexpr int kVisiblePriority = 10;
    static constexpr int kHiddenPriority = 0;

    /// Runs `done` once everything asked so far is stored (or has failed to be); at once where there is no
    /// file that it could be stored in.
    void flush(std::function<void()> done);
    /// No tab shows it any more: what only waited for the person is given up; the text stays as a draft.
    void leave();
    /// The language has changed.
    void retranslate();

 Q_SIGNALS:
    void conversationIdChanged();
    void titleChanged();
    void activityChanged();
    void activityTextChanged();
    void visibleChanged();
    void loadingChanged();
    void emptyChanged();
    void waitingForModelChanged();
    void choosingChanged();
    void contextEndedChanged();
    void saveErrorChanged();
    /// There is no model to answer with: show the choice of models.
    void modelNeeded();
    /// The next message does not fit the context: show the three choices (contextChoices).
    void contextChoiceNeeded();
    /// The new conversation made by branch().
    void branched(qint64 conversationId);
    /// Something was taken away that undo(token) brings back.
    void undoOffered(const QString& text, int token);
    /// One sentence for the person that asks nothing of them.
    void noticeRaised(const QString& text);
    /// What the list of chats shows of this conversation has changed on disk.
    void stored();
    /// isStoring() may have become false.
    void settled();

 private:
    /// How far the message that is being sent has come.
    enum class Stage {
        None,
        WaitingForModel,
        Measuring,
        Choosing,           ///< it does not fit the context
        WaitingForStorage,  ///< the file of the chats is being opened
        Storing,
        Unstorable,  ///< saveError says why
    };

    // Loading and keeping (chat_session.cpp)
    void load();
    void take(const ConversationStore::Loaded& loaded);
    void saveParameters();
    void saveDraft();
    void setCut(const ContextCut& cut);
    void setTitle(const QString& title);
    void report(const Error& error);

    // Showing (chat_session_showing.cpp)
    void showPath(ConversationPath path, std::optional<MessageKey> writing = std::nullopt);
    std::vector<TranscriptMessage> transcriptMessages() const;
    void showMessages(bool fromScratch);
    void showContextEnded();
    void showContextRule();

    // What is done with messages (chat_session_messages.cpp)
    template <class T>
    std::function<void(Result<T>)> showing();
    void removeUnsaved(std::size_t index);
    void offerUndo(const QString& text, std::function<void()> undo);
    void offerRestoring(const storage::DeletedMessages& deleted);

    // Sending (chat_session_sending.cpp)
    void begin(Outgoing outgoing);
    void storeEdit();
    void tellOfWriting();
    void proceed();
    void onModelState();
    PromptTurns outgoingPrompt() const;
    QString outgoingDraft() const;
    bool abandonedWithoutTarget();
    void measureOutgoing();
    void buildRequest(const MeasuredPrompt& prompt);
    void storeOutgoing();
    void storeNewMessage(const Outgoing& outgoing, std::optional<MessageKey> parent);
    void storeNewAnswer(const Outgoing& outgoing);
    void onStored(const OutgoingPlace& place, std::optional<ConversationPath> path);
    void begun(const Outgoing& outgoing, const OutgoingPlace& place, ConversationPath path);
    void abandonOutgoing();
    void setStage(Stage stage);

    // The answer (chat_session_answer.cpp)
    void startAnswer(MessageKey key, const QString& text);
    void onText(const QString& delta);
    void onFinished(const AnswerEnd& end);
    void storeFinished(MessageKey key, const QString& text, const AnswerEnd& end);
    void onEndStored(MessageKey key, const Status& status);
    void makeTitle();
    void setActivity(Activity activity);
    void refreshActivityText();
    void refreshProgress();

    // What could not be stored (chat_session_unsaved.cpp)
    void onUnstorable(const QString& sentence);
    void setSaveError(const QString& sentence);
    void showUnsaved();
    void noteUnsaved();
    std::size_t firstUnsaved() const;
    bool hasUnsaved() const { return firstUnsaved() < m_path.size(); }
    bool refusedForUnsaved();
    void storeUnsaved(std::function<void(const Status&)> done);
    void onUnsavedStored(const std::vector<MessageKey>& keys, const ConversationStore::AddedMessages& added);
    MessageKey storedAs(MessageKey key) const;

    Services m_services;
    ConversationStore m_store;
    TranscriptModel m_transcript;
    Composer m_composer;
    ChatParameters m_parameters;
    ContextPlanner m_planner;
    ContextRelief m_relief;
    TitleMaker m_titleMaker;
    ConversationPath m_path;
    std::vector<TranscriptMessage> m_shown;  ///< what the transcript holds, without texts
    ContextCut m_cut;
    std::optional<MessageKey> m_lastThatDoesNotFit;
    QString m_title;
    bool m_titleByPerson = false;
    bool m_visible = false;
    bool m_loading = false;
    std::optional<Error> m_loadError;
    Activity m_activity = Activity::Idle;
    QString m_activityText;
    QString m_failure;  ///< why the last answer failed
    bool m_contextEnded = false;
    std::unique_ptr<AnswerRun> m_run;
    std::optional<Outgoing> m_outgoing;
    Stage m_stage = Stage::None;
    quint64 m_outgoingSerial = 0;
    QObject m_sendContext;    ///< of the measurement that decides about sending
    QObject m_choiceContext;  ///< of the one for the three choices
    ChatRequest m_request;
    QJsonObject m_requestParameters;
    QString m_saveError;
    bool m_unsaved = false;
    bool m_storingUnsaved = false;
    std::vector<std::function<void(const Status&)>> m_afterStoring;  ///< what waits for the end of it
    bool m_retryWhenOpen = false;
    std::map<MessageKey, MessageKey> m_storedAs;  ///< keys of what was unsaved, for what still knows those
    qint64 m_nextUnsavedKey;
    std::map<MessageKey, PathMessage> m_finishing;  ///< answers whose end is on its way to the store
    bool m_draftFailed = false;
    std::map<int, std::function<void()>> m_undo;
    int m_nextUndo = 1;
    QTimer m_parametersTimer;
    QTimer m_activityTimer;
    bool m_progressed = false;  ///< since the text of the activity was last made
};

}  // namespace hearth
