#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <cstdint>
#include <optional>

namespace hearth {

/// The parameters of a conversation or a preset as plain values. A step that is off has the value that
/// changes nothing: topK 0, topP 1, minP 0, repetitionPenalty 1.
struct ParameterValues {
    QString systemPrompt;
    QString presetName;  ///< preset these came from, while unchanged
    double temperature = 0.7;
    int topK = 0;
    double topP = 0.95;
    double minP = 0.0;
    double repetitionPenalty = 1.0;
    double frequencyPenalty = 0.0;
    double presencePenalty = 0.0;
    std::optional<std::uint32_t> maxTokens;  ///< absent: up to the end of the context
    std::optional<std::uint64_t> seed;       ///< absent: a new one for every answer
    QStringList stopStrings;
    QJsonObject unknown;  ///< fields of a newer version, kept as they are

    bool operator==(const ParameterValues&) const = default;

    QJsonObject toJson() const;
    /// A field that is missing or out of range takes its default.
    static ParameterValues fromJson(const QJsonObject& json);
};

/// Why these values cannot be used, as a sentence for people; nothing where they can.
std::optional<QString> parameterProblem(const ParameterValues& values);

}  // namespace hearth
