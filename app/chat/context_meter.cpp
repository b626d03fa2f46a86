#include "chat/context_meter.h"

#include "chat/sentences.h"
#include "system/human_format.h"

#include <algorithm>

namespace hearth {

ContextMeter::ContextMeter(QObject* parent) : QObject(parent) {}

double ContextMeter::fraction() const {
    return m_contextTokens > 0 ? std::min(1.0, static_cast<double>(m_usedTokens) / m_contextTokens) : 0.0;
}

QString ContextMeter::text() const {
    return m_known ? tr("%1 / %2", "tokens used / size of the context")
                         .arg(formatTokens(m_usedTokens), formatTokens(m_contextTokens))
                   : QString();
}

QString ContextMeter::draftText() const {
    return m_known && m_draftTokens > 0 ? tr("%Ln token(s)", nullptr, m_draftTokens) : QString();
}

QString ContextMeter::description() const {
    if (!m_known) {
        return tr("How much the model can read at once shows here when a model is loaded.");
    }
    const QString numbers = tr("%1 of %2 tokens that the model can read at once are taken.")
                                .arg(formatCount(m_usedTokens), formatCount(m_contextTokens));
    return m_overfull ? sentences(numbers, tr("There is no room for the next answer.")) : numbers;
}

void ContextMeter::set(int usedTokens, int draftTokens, int contextTokens, bool overfull) {
    m_known = true;
    m_usedTokens = usedTokens;
    m_draftTokens = draftTokens;
    m_contextTokens = contextTokens;
    m_overfull = overfull;
    Q_EMIT changed();
}

void ContextMeter::grow(int tokens) {
    if (m_known && tokens + m_draftTokens > m_usedTokens) {
        m_usedTokens = tokens + m_draftTokens;
        Q_EMIT changed();
    }
}

void ContextMeter::forget() {
    m_known = false;
    m_usedTokens = m_draftTokens = m_contextTokens = 0;
    m_overfull = false;
    Q_EMIT changed();
}

}  // namespace hearth
