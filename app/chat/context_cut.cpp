#include "chat/context_cut.h"

namespace hearth {

namespace {

QString firstKeptKey() {
    return QStringLiteral("first_kept");
}

QString summaryKey() {
    return QStringLiteral("summary");
}

}  // namespace

QJsonObject ContextCut::toJson() const {
    if (!firstKept) {
        return {};
    }
    return {{firstKeptKey(), static_cast<qint64>(*firstKept)}, {summaryKey(), summary}};
}

ContextCut ContextCut::fromJson(const QJsonObject& json) {
    ContextCut cut;
    if (const qint64 key = json[firstKeptKey()].toInteger(0); key != 0) {
        cut.firstKept = MessageKey{key};
        cut.summary = json[summaryKey()].toString();
    }
    return cut;
}

}  // namespace hearth
