#pragma once

#include <QObject>
#include <QString>

namespace hearth {

/// The three ways on when a conversation no longer fits the context, with their numbers; what the
/// ContextDialog shows. Nothing happens before the person chose. GUI thread; owned by its ChatSession.
class ContextChoices : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString explanation READ explanation NOTIFY changed)
    Q_PROPERTY(bool canLeaveOut READ canLeaveOut NOTIFY changed)
    Q_PROPERTY(QString leaveOutText READ leaveOutText NOTIFY changed)
    Q_PROPERTY(bool canSummarize READ canSummarize NOTIFY changed)
    Q_PROPERTY(QString summarizeText READ summarizeText NOTIFY changed)
    Q_PROPERTY(bool summarizing READ isSummarizing NOTIFY changed)
    Q_PROPERTY(bool canEnlarge READ canEnlarge NOTIFY changed)
    Q_PROPERTY(QString enlargeText READ enlargeText NOTIFY changed)
    Q_PROPERTY(bool leavesOut READ leavesOut NOTIFY changed)
    Q_PROPERTY(bool hopeless READ isHopeless NOTIFY changed)
    Q_PROPERTY(QString error READ error NOTIFY changed)

 public:
    struct State {
        QString explanation;
        bool canLeaveOut = false;
        QString leaveOutText;
        bool canSummarize = false;
        QString summarizeText;
        bool summarizing = false;
        bool canEnlarge = false;
        QString enlargeText;
        bool leavesOut = false;
        bool hopeless = false;
        QString error;
    };

    explicit ContextChoices(QObject* parent = nullptr) : QObject(parent) {}

    QString explanation() const { return m_state.explanation; }
    bool canLeaveOut() const { return m_state.canLeaveOut; }
    QString leaveOutText() const { return m_state.leaveOutText; }
    bool canSummarize() const { return m_state.canSummarize; }
    QString summarizeText() const { return m_state.summarizeText; }
    bool isSummarizing() const { return m_state.summarizing; }
    bool canEnlarge() const { return m_state.canEnlarge; }
    /// With the memory it would take, as planned by the engine.
    QString enlargeText() const { return m_state.enlargeText; }
    /// Turns are left out now; useEverything() ends that.
    bool leavesOut() const { return m_state.leavesOut; }
    /// The last message is longer than any context that is possible here: it can only be shortened.
    /// `explanation` says so, and there is no other way on.
    bool isHopeless() const { return m_state.hopeless; }
    QString error() const { return m_state.error; }

    const State& state() const { return m_state; }
    void setState(State state);

    /// The dialog opens: the numbers are computed anew.
    Q_INVOKABLE void prepare() { Q_EMIT prepareRequested(); }
    /// The dialog was closed without a choice: a message that waited for one is not sent.
    Q_INVOKABLE void dismiss() { Q_EMIT dismissed(); }
    Q_INVOKABLE void leaveOut() { Q_EMIT leaveOutRequested(); }
    Q_INVOKABLE void summarize() { Q_EMIT summarizeRequested(); }
    Q_INVOKABLE void cancelSummary() { Q_EMIT cancelSummaryRequested(); }
    Q_INVOKABLE void enlarge() { Q_EMIT enlargeRequested(); }
    Q_INVOKABLE void useEverything() { Q_EMIT useEverythingRequested(); }

 Q_SIGNALS:
    void changed();
    /// The choice has been carried out; a message that waited for it has been sent.
    void settled();
    void prepareRequested();
    void dismissed();
    void leaveOutRequested();
    void summarizeRequested();
    void cancelSummaryRequested();
    void enlargeRequested();
    void useEverythingRequested();

 private:
    State m_state;
};

}  // namespace hearth
