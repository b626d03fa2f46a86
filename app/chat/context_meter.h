#pragma once

#include <QObject>
#include <QString>
#include <cstdint>
#include <memory>

namespace hearth {

/// How much of the model's context a conversation takes: measured by the engine's tokenizer 150 ms after the
/// last change, never guessed. GUI thread; owned by its ChatSession.
class ContextMeter : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool known READ isKnown NOTIFY changed)
    Q_PROPERTY(int usedTokens READ usedTokens NOTIFY changed)
    Q_PROPERTY(int contextTokens READ contextTokens NOTIFY changed)
    Q_PROPERTY(int draftTokens READ draftTokens NOTIFY changed)
    Q_PROPERTY(double fraction READ fraction NOTIFY changed)
    Q_PROPERTY(bool overfull READ isOverfull NOTIFY changed)
    Q_PROPERTY(QString text READ text NOTIFY changed)
    Q_PROPERTY(QString draftText READ draftText NOTIFY changed)
    Q_PROPERTY(QString description READ description NOTIFY changed)

 public:
    explicit ContextMeter(QObject* parent = nullptr);

    /// False without a model and before the first measurement.
    bool isKnown() const { return m_known; }
    /// Prompt with the draft, in tokens.
    int usedTokens() const { return m_usedTokens; }
    int contextTokens() const { return m_contextTokens; }
    int draftTokens() const { return m_draftTokens; }
    /// 0 to 1, where 1 is full or more.
    double fraction() const;
    /// The next message would leave no room for an answer.
    bool isOverfull() const { return m_overfull; }
    /// "5.3k / 8k"
    QString text() const;
    /// "9 tokens"; empty where the composer is.
    QString draftText() const;
    /// The exact numbers, for the tooltip.
    QString description() const;

    void set(int usedTokens, int draftTokens, int contextTokens, bool overfull);
    /// The answer that is being written has brought the conversation to `tokens`.
    void grow(int tokens);
    void forget();

 Q_SIGNALS:
    void changed();

 private:
    bool m_known = false;
    int m_usedTokens = 0;
    int m_draftTokens = 0;
    int m_contextTokens = 0;
    bool m_overfull = false;
};

}  // namespace hearth
