#pragma once

#include "chat/answer_router.h"
#include "chat/context_choices.h"
#include "chat/context_planner.h"

#include <QObject>
#include <optional>

namespace hearth {

class ActiveModel;

/// Works out what the three choices of ContextChoices would do, in numbers, and carries out the one that was
/// chosen. GUI thread; owned by its ChatSession.
class ContextRelief : public QObject {
    Q_OBJECT
 public:
    ContextRelief(EngineClient& engine, ActiveModel& activeModel, AnswerRouter& router,
                  QObject* parent = nullptr);
    ~ContextRelief() override;

    ContextChoices* choices() { return &m_choices; }
    /// Fills in the numbers for this prompt; `cut` is what is left out already.
    void prepare(const MeasuredPrompt& prompt, const ContextCut& cut);
    /// Fills in that nothing can be said without a model.
    void prepareWithoutModel();

 Q_SIGNALS:
    /// What to leave out from now on; empty where nothing is to be left out any more.
    void cutChosen(const hearth::ContextCut& cut);
    /// The model is being loaded again with a larger context.
    void enlarging();

 private:
    void update();
    void askPrice();
    void ask(qint64 contextTokens);
    void narrow(qint64 contextTokens, bool fits);
    void onPrice(qint64 contextTokens, qint64 totalBytes, qint64 availableBytes, bool fits);
    void leaveOut();
    void summarize();
    void cancelSummary();
    void enlarge();
    void receiveSummary(const EngineEvent& event);
    void setSummaryError(const QString& sentence);
    std::size_t turnsToLeaveOut() const;
    bool isDeadEnd() const;
    qint64 leastContext() const;
    bool isHopeless() const;

    EngineClient& m_engine;
    ActiveModel& m_activeModel;
    AnswerRouter& m_router;
    ContextChoices m_choices;
    std::optional<MeasuredPrompt> m_prompt;
    ContextCut m_cut;
    qint64 m_largerContext = 0;  ///< 0: there is none
    QString m_priceText;
    bool m_largerFits = false;
    qint64 m_largestThatFits = 0;      ///< of those whose memory is known
    qint64 m_smallestThatDoesNot = 0;  ///< the same; one more than the model can read while all fit
    std::optional<RequestHandle> m_summaryRequest;
    std::optional<MessageKey> m_summarized;  ///< up to which message
    QString m_summary;
    QString m_error;
};

}  // namespace hearth
