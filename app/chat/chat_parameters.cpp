#include "chat/chat_parameters.h"

#include <QRandomGenerator>
#include <array>

namespace hearth {

namespace {

constexpr std::uint32_t kUsualAnswerTokens = 1024;

struct Parameter {
    QLatin1String property;
    void (*copy)(const ParameterValues& from, ParameterValues& to);
};

using Values = ParameterValues;

const std::array<Parameter, 10> kParameters = {{
    {QLatin1String("temperature"), [](const Values& from, Values& to) { to.temperature = from.temperature; }},
    {QLatin1String("topK"), [](const Values& from, Values& to) { to.topK = from.topK; }},
    {QLatin1String("topP"), [](const Values& from, Values& to) { to.topP = from.topP; }},
    {QLatin1String("minP"), [](const Values& from, Values& to) { to.minP = from.minP; }},
    {QLatin1String("repetitionPenalty"),
     [](const Values& from, Values& to) { to.repetitionPenalty = from.repetitionPenalty; }},
    {QLatin1String("frequencyPenalty"),
     [](const Values& from, Values& to) { to.frequencyPenalty = from.frequencyPenalty; }},
    {QLatin1String("presencePenalty"),
     [](const Values& from, Values& to) { to.presencePenalty = from.presencePenalty; }},
    {QLatin1String("maxTokens"), [](const Values& from, Values& to) { to.maxTokens = from.maxTokens; }},
    {QLatin1String("seed"), [](const Values& from, Values& to) { to.seed = from.seed; }},
    {QLatin1String("stopStrings"), [](const Values& from, Values& to) { to.stopStrings = from.stopStrings; }},
}};

/// `values` with another value in one field.
template <class Field, class Value>
Values with(Values values, Field Values::*field, const Value& value) {
    values.*field = value;
    return values;
}

/// `values` with one parameter at its default.
Values withDefault(const QString& property, Values values) {
    for (const Parameter& parameter : kParameters) {
        if (parameter.property == property) {
            parameter.copy(Values(), values);
        }
    }
    return values;
}

}  // namespace

ChatParameters::ChatParameters(QObject* parent) : QObject(parent) {}

void ChatParameters::setValues(const ParameterValues& values) {
    setError({});
    if (values == m_values) {
        return;
    }
    m_values = values;
    announce();
}

void ChatParameters::applyPreset(const QString& name, const ParameterValues& values) {
    ParameterValues applied = values;
    applied.presetName = name;
    applied.unknown = m_values.unknown;
    setValues(applied);
}

void ChatParameters::propose(ParameterValues values) {
    if (const std::optional<QString> problem = parameterProblem(values)) {
        setError(*problem);
        announce();  // a field that shows the refused value goes back to the one in use
        return;
    }
    setError({});
    if (values == m_values) {
        return;
    }
    values.presetName.clear();
    m_values = std::move(values);
    announce();
}

void ChatParameters::setSystemPrompt(const QString& prompt) {
    propose(with(m_values, &ParameterValues::systemPrompt, prompt));
}

void ChatParameters::setTemperature(double value) {
    propose(with(m_values, &ParameterValues::temperature, value));
}

void ChatParameters::setTopK(int value) {
    propose(with(m_values, &ParameterValues::topK, value));
}

void ChatParameters::setTopP(double value) {
    propose(with(m_values, &ParameterValues::topP, value));
}

void ChatParameters::setMinP(double value) {
    propose(with(m_values, &ParameterValues::minP, value));
}

void ChatParameters::setRepetitionPenalty(double value) {
    propose(with(m_values, &ParameterValues::repetitionPenalty, value));
}

void ChatParameters::setFrequencyPenalty(double value) {
    propose(with(m_values, &ParameterValues::frequencyPenalty, value));
}

void ChatParameters::setPresencePenalty(double value) {
    propose(with(m_values, &ParameterValues::presencePenalty, value));
}

void ChatParameters::setLimitsAnswer(bool limits) {
    if (limits == limitsAnswer()) {
        return;
    }
    ParameterValues values = m_values;
    values.maxTokens = limits ? std::optional(kUsualAnswerTokens) : std::nullopt;
    propose(std::move(values));
}

int ChatParameters::maxTokens() const {
    return static_cast<int>(m_values.maxTokens.value_or(kUsualAnswerTokens));
}

void ChatParameters::setMaxTokens(int tokens) {
    ParameterValues values = m_values;
    values.maxTokens = tokens < 0 ? 0U : static_cast<std::uint32_t>(tokens);
    propose(std::move(values));
}

void ChatParameters::setFixedSeed(bool fixed) {
    if (fixed == hasFixedSeed()) {
        return;
    }
    ParameterValues values = m_values;
    // Ten digits are enough to be different and short enough to be told to somebody.
    values.seed = fixed ? std::optional<std::uint64_t>(QRandomGenerator::global()->generate()) : std::nullopt;
    propose(std::move(values));
}

QString ChatParameters::seed() const {
    return m_values.seed ? QString::number(*m_values.seed) : QString();
}

void ChatParameters::setSeed(const QString& seed) {
    bool isNumber = false;
    const std::uint64_t number = seed.trimmed().toULongLong(&isNumber);
    if (!isNumber) {
        setError(tr("A seed is a whole number from 0 to 18,446,744,073,709,551,615."));
        announce();
        return;
    }
    ParameterValues values = m_values;
    values.seed = number;
    propose(std::move(values));
}

void ChatParameters::setStopStrings(const QStringList& strings) {
    propose(with(m_values, &ParameterValues::stopStrings, strings));
}

void ChatParameters::addStopString(const QString& text) {
    if (m_values.stopStrings.contains(text)) {
        setError(tr("This stop string is in the list already."));
        return;
    }
    setStopStrings(m_values.stopStrings + QStringList{text});
}

void ChatParameters::removeStopString(int index) {
    if (index < 0 || index >= m_values.stopStrings.size()) {
        return;
    }
    QStringList strings = m_values.stopStrings;
    strings.removeAt(index);
    setStopStrings(strings);
}

bool ChatParameters::isDefault() const {
    ParameterValues usual;
    usual.systemPrompt = m_values.systemPrompt;
    usual.presetName = m_values.presetName;
    usual.unknown = m_values.unknown;
    return usual == m_values;
}

bool ChatParameters::isDefaultValue(const QString& property) const {
    return withDefault(property, m_values) == m_values;
}

void ChatParameters::reset(const QString& property) {
    propose(withDefault(property, m_values));
}

void ChatParameters::resetAll() {
    ParameterValues values;
    values.systemPrompt = m_values.systemPrompt;
    values.unknown = m_values.unknown;
    propose(std::move(values));
}

void ChatParameters::announce() {
    ++m_revision;
    Q_EMIT changed();
}

void ChatParameters::setError(const QString& error) {
    if (m_error == error) {
        return;
    }
    m_error = error;
    Q_EMIT errorChanged();
}

}  // namespace hearth
