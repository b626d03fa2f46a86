#pragma once

#include "chat/parameter_values.h"

#include <QObject>
#include <QString>
#include <QStringList>

namespace hearth {

/// How the model is asked in one conversation: the system prompt and the sampling parameters, as the side
/// panel shows them. Every setter takes what a person may enter; a value outside its range is not taken over
/// and error() says why. Stored with the conversation by its session. GUI thread.
class ChatParameters : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString systemPrompt READ systemPrompt WRITE setSystemPrompt NOTIFY changed)
    Q_PROPERTY(QString presetName READ presetName NOTIFY changed)
    Q_PROPERTY(double temperature READ temperature WRITE setTemperature NOTIFY changed)
    Q_PROPERTY(int topK READ topK WRITE setTopK NOTIFY changed)
    Q_PROPERTY(double topP READ topP WRITE setTopP NOTIFY changed)
    Q_PROPERTY(double minP READ minP WRITE setMinP NOTIFY changed)
    Q_PROPERTY(double repetitionPenalty READ repetitionPenalty WRITE setRepetitionPenalty NOTIFY changed)
    Q_PROPERTY(double frequencyPenalty READ frequencyPenalty WRITE setFrequencyPenalty NOTIFY changed)
    Q_PROPERTY(double presencePenalty READ presencePenalty WRITE setPresencePenalty NOTIFY changed)
    Q_PROPERTY(bool limitsAnswer READ limitsAnswer WRITE setLimitsAnswer NOTIFY changed)
    Q_PROPERTY(int maxTokens READ maxTokens WRITE setMaxTokens NOTIFY changed)
    Q_PROPERTY(bool fixedSeed READ hasFixedSeed WRITE setFixedSeed NOTIFY changed)
    Q_PROPERTY(QString seed READ seed WRITE setSeed NOTIFY changed)
    Q_PROPERTY(QStringList stopStrings READ stopStrings WRITE setStopStrings NOTIFY changed)
    Q_PROPERTY(int revision READ revision NOTIFY changed)
    Q_PROPERTY(bool isDefault READ isDefault NOTIFY changed)
    Q_PROPERTY(QString error READ error NOTIFY errorChanged)

 public:
    explicit ChatParameters(QObject* parent = nullptr);

    const ParameterValues& values() const { return m_values; }
    /// From storage or a preset.
    void setValues(const ParameterValues& values);
    /// Text that applyPreset put there; empty where something was changed since.
    QString presetName() const { return m_values.presetName; }
    void applyPreset(const QString& name, const ParameterValues& values);

    QString systemPrompt() const { return m_values.systemPrompt; }
    void setSystemPrompt(const QString& prompt);
    double temperature() const { return m_values.temperature; }
    void setTemperature(double value);
    int topK() const { return m_values.topK; }
    void setTopK(int value);
    double topP() const { return m_values.topP; }
    void setTopP(double value);
    double minP() const { return m_values.minP; }
    void setMinP(double value);
    double repetitionPenalty() const { return m_values.repetitionPenalty; }
    void setRepetitionPenalty(double value);
    double frequencyPenalty() const { return m_values.frequencyPenalty; }
    void setFrequencyPenalty(double value);
    double presencePenalty() const { return m_values.presencePenalty; }
    void setPresencePenalty(double value);
    bool limitsAnswer() const { return m_values.maxTokens.has_value(); }
    void setLimitsAnswer(bool limits);
    int maxTokens() const;
    void setMaxTokens(int tokens);
    bool hasFixedSeed() const { return m_values.seed.has_value(); }
    void setFixedSeed(bool fixed);
    QString seed() const;
    void setSeed(const QString& seed);
    QStringList stopStrings() const { return m_values.stopStrings; }
    void setStopStrings(const QStringList& strings);
    /// Counts changes, for bindings on isDefaultValue().
    int revision() const { return m_revision; }
    bool isDefault() const;
    QString error() const { return m_error; }

    Q_INVOKABLE void addStopString(const QString& text);
    Q_INVOKABLE void removeStopString(int index);
    /// Back to the default of one parameter (name of the property), or of all but the system prompt.
    Q_INVOKABLE void reset(const QString& property);
    Q_INVOKABLE void resetAll();
    Q_INVOKABLE bool isDefaultValue(const QString& property) const;

 Q_SIGNALS:
    void changed();
    void errorChanged();

 private:
    /// Takes `values` over where they are valid; else keeps the old ones and tells why.
    void propose(ParameterValues values);
    void setError(const QString& error);

    void announce();

    ParameterValues m_values;
    int m_revision = 0;
    QString m_error;
};

}  // namespace hearth
