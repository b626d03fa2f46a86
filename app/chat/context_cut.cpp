#include "chat/context_cut.h"

namespace hearth {

namespace {

QString contextKey() {
    return QStringLiteral("context");
}

QString lastLeftOutKey() {
    return QStringLiteral("last_left_out");
}

QString summaryKey() {
    return QStringLiteral("summary");
}

}  // namespace

ContextCut ContextCut::takeFrom(QJsonObject& parameters) {
    return fromJson(parameters.take(contextKey()).toObject());
}

void ContextCut::putInto(QJsonObject& parameters) const {
    parameters[contextKey()] = toJson();
}

QJsonObject ContextCut::toJson() const {
    if (!lastLeftOut) {
        return {};
    }
    return {{lastLeftOutKey(), static_cast<qint64>(*lastLeftOut)}, {summaryKey(), summary}};
}

ContextCut ContextCut::fromJson(const QJsonObject& json) {
    ContextCut cut;
    if (const qint64 key = json[lastLeftOutKey()].toInteger(0); key != 0) {
        cut.lastLeftOut = MessageKey{key};
        cut.summary = json[summaryKey()].toString();
    }
    return cut;
}

}  // namespace hearth
