#include "chat/parameter_values.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <array>
#include <cmath>
#include <limits>

namespace hearth {

namespace {

using Field = double ParameterValues::*;

struct NumberField {
    const char* key;
    Field field;
    double lowest;
    double highest;
};

constexpr std::array<NumberField, 6> kNumbers = {{
    {"temperature", &ParameterValues::temperature, 0.0, 2.0},
    {"top_p", &ParameterValues::topP, std::numeric_limits<double>::min(), 1.0},  // more than 0
    {"min_p", &ParameterValues::minP, 0.0, 1.0},
    {"repetition_penalty", &ParameterValues::repetitionPenalty, 1.0, 2.0},
    {"frequency_penalty", &ParameterValues::frequencyPenalty, -2.0, 2.0},
    {"presence_penalty", &ParameterValues::presencePenalty, -2.0, 2.0},
}};

constexpr int kHighestTopK = 1'000'000;
constexpr qsizetype kMostStopStrings = 16;
constexpr qsizetype kLongestStopString = 256;

QString key(const char* name) {
    return QString::fromLatin1(name);
}

QString translated(const char* sentence) {
    return QCoreApplication::translate("ChatParameters", sentence);
}

bool within(double value, double lowest, double highest) {
    return std::isfinite(value) && value >= lowest && value <= highest;
}

}  // namespace

QJsonObject ParameterValues::toJson() const {
    QJsonObject json = unknown;
    json[key("system_prompt")] = systemPrompt;
    json[key("preset")] = presetName;
    for (const NumberField& number : kNumbers) {
        json[key(number.key)] = this->*number.field;
    }
    json[key("top_k")] = topK;
    json[key("max_tokens")] = maxTokens ? QJsonValue(static_cast<qint64>(*maxTokens)) : QJsonValue();
    // A JSON number holds 53 bits exactly; a seed has 64.
    json[key("seed")] = seed ? QJsonValue(QString::number(*seed)) : QJsonValue();
    json[key("stop")] = QJsonArray::fromStringList(stopStrings);
    return json;
}

ParameterValues ParameterValues::fromJson(const QJsonObject& json) {
    ParameterValues values;
    values.unknown = json;
    const auto take = [&](const char* name) { return values.unknown.take(key(name)); };
    values.systemPrompt = take("system_prompt").toString();
    values.presetName = take("preset").toString();
    for (const NumberField& number : kNumbers) {
        const double value = take(number.key).toDouble(std::numeric_limits<double>::quiet_NaN());
        if (within(value, number.lowest, number.highest)) {
            values.*number.field = value;
        }
    }
    if (const int topK = take("top_k").toInt(-1); topK >= 0 && topK <= kHighestTopK) {
        values.topK = topK;
    }
    if (const qint64 tokens = take("max_tokens").toInteger(0);
        tokens > 0 && tokens <= std::numeric_limits<std::int32_t>::max()) {
        values.maxTokens = static_cast<std::uint32_t>(tokens);
    }
    bool isNumber = false;
    if (const std::uint64_t seed = take("seed").toString().toULongLong(&isNumber); isNumber) {
        values.seed = seed;
    }
    const QJsonArray stops = take("stop").toArray();
    for (const QJsonValue& stop : stops) {
        if (const QString text = stop.toString(); !text.isEmpty() && text.size() <= kLongestStopString &&
                                                  values.stopStrings.size() < kMostStopStrings) {
            values.stopStrings.append(text);
        }
    }
    return values;
}

std::optional<QString> parameterProblem(const ParameterValues& values) {
    if (!within(values.temperature, 0.0, 2.0)) {
        return translated(QT_TRANSLATE_NOOP("ChatParameters", "Temperature goes from 0 to 2."));
    }
    if (values.topK < 0 || values.topK > kHighestTopK) {
        return translated(
            QT_TRANSLATE_NOOP("ChatParameters", "Top-k is a whole number from 0 (off) to 1,000,000."));
    }
    if (!within(values.topP, 0.0, 1.0) || values.topP == 0.0) {
        return translated(QT_TRANSLATE_NOOP("ChatParameters", "Top-p is more than 0 and at most 1 (off)."));
    }
    if (!within(values.minP, 0.0, 1.0)) {
        return translated(QT_TRANSLATE_NOOP("ChatParameters", "Min-p goes from 0 (off) to 1."));
    }
    if (!within(values.repetitionPenalty, 1.0, 2.0)) {
        return translated(
            QT_TRANSLATE_NOOP("ChatParameters", "The repetition penalty goes from 1 (off) to 2."));
    }
    if (!within(values.frequencyPenalty, -2.0, 2.0) || !within(values.presencePenalty, -2.0, 2.0)) {
        return translated(QT_TRANSLATE_NOOP("ChatParameters",
                                            "Frequency and presence penalties go from −2 to 2; 0 is off."));
    }
    if (values.maxTokens &&
        (*values.maxTokens == 0 || *values.maxTokens > std::numeric_limits<std::int32_t>::max())) {
        return translated(QT_TRANSLATE_NOOP("ChatParameters", "The longest answer is at least 1 token."));
    }
    if (values.stopStrings.size() > kMostStopStrings) {
        return translated(QT_TRANSLATE_NOOP("ChatParameters", "At most 16 stop strings can be used."));
    }
    for (const QString& stop : values.stopStrings) {
        if (stop.isEmpty() || stop.size() > kLongestStopString) {
            return translated(
                QT_TRANSLATE_NOOP("ChatParameters", "A stop string has between 1 and 256 characters."));
        }
    }
    return std::nullopt;
}

}  // namespace hearth
