#include "shell/status_line.h"

#include "system/human_format.h"

#include <algorithm>
#include <cmath>

namespace hearth {

StatusLine::StatusLine(const EngineClient& engine, const ActiveModel& model, QObject* parent)
    : QObject(parent), m_engine(engine), m_model(model) {
    connect(&engine, &EngineClient::figuresChanged, this, &StatusLine::changed);
    connect(&model, &ActiveModel::stateChanged, this, &StatusLine::changed);
    connect(&model, &ActiveModel::progressChanged, this, &StatusLine::changed);
}

QString StatusLine::model() const {
    switch (m_model.state()) {
        case ActiveModel::None:
            return tr("No model loaded");
        case ActiveModel::Loading:
            return tr("Loading %1").arg(m_model.name());
        case ActiveModel::Ready:
        case ActiveModel::NoChatTemplate:
            return m_model.name();
        case ActiveModel::Failed:
            return tr("The model could not be loaded");
    }
    return {};
}

QString StatusLine::modelDetail() const {
    return m_model.state() == ActiveModel::Failed ? m_model.errorSentence() : m_model.detail();
}

bool StatusLine::isLoaded() const {
    return m_model.state() == ActiveModel::Ready || m_model.state() == ActiveModel::NoChatTemplate;
}

bool StatusLine::isLoading() const {
    return m_model.state() == ActiveModel::Loading;
}

double StatusLine::loadProgress() const {
    return m_model.progress();
}

double StatusLine::share(quint64 bytes) const {
    const quint64 total = m_engine.figures().memoryTotalBytes;
    return total == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(total);
}

double StatusLine::weightShare() const {
    return share(m_engine.figures().weightBytes);
}

double StatusLine::chatShare() const {
    return share(m_engine.figures().kvUsedBytes);
}

double StatusLine::reservedShare() const {
    const EngineFigures figures = m_engine.figures();
    return share(figures.kvBytes - std::min(figures.kvUsedBytes, figures.kvBytes));
}

QString StatusLine::memoryText() const {
    const EngineFigures figures = m_engine.figures();
    if (figures.memoryTotalBytes == 0) {
        return {};
    }
    return isLoaded() ? formatBytesOf(figures.weightBytes + figures.kvBytes, figures.memoryTotalBytes)
                      : tr("%1 free").arg(formatBytes(figures.memoryAvailableBytes));
}

QString StatusLine::memoryDetail() const {
    const EngineFigures figures = m_engine.figures();
    if (figures.memoryTotalBytes == 0) {
        return {};
    }
    const QString machine =
        tr("Memory of this computer: %1, of which %2 are free for models")
            .arg(formatBytes(figures.memoryTotalBytes), formatBytes(figures.memoryAvailableBytes));
    if (!isLoaded()) {
        return machine;
    }
    return QStringList{tr("Model: %1").arg(formatBytes(figures.weightBytes)),
                       tr("Chats that are writing: %1").arg(formatBytes(figures.kvUsedBytes)),
                       tr("Set aside for chats: %1").arg(formatBytes(figures.kvBytes)), machine}
        .join(QLatin1Char('\n'));
}

QString StatusLine::writingText() const {
    return m_writing == 0 ? QString() : tr("%n chat(s) writing", "", m_writing);
}

QString StatusLine::speedText() const {
    const double rate = m_engine.figures().tokensPerSecond;
    return m_writing == 0 || rate <= 0 ? QString() : tr("%1 tokens/s").arg(formatRate(rate));
}

QString StatusLine::queueText() const {
    const std::uint32_t waiting = m_engine.figures().waiting;
    return waiting == 0 ? QString() : tr("%n waiting", "requests in the queue", static_cast<int>(waiting));
}

QString StatusLine::downloadText() const {
    return m_downloads == 0
               ? QString()
               : tr("%n download(s) · %1", "", m_downloads).arg(formatPercent(m_downloadPercent / 100.0));
}

void StatusLine::setDownloads(int running, double progress) {
    const int percent = static_cast<int>(std::floor(std::clamp(progress, 0.0, 1.0) * 100));
    if (running != m_downloads || percent != m_downloadPercent) {
        m_downloads = running;
        m_downloadPercent = percent;
        Q_EMIT changed();
    }
}

void StatusLine::setOffline(bool offline) {
    if (offline != m_offline) {
        m_offline = offline;
        Q_EMIT changed();
    }
}

void StatusLine::setWritingCount(int count) {
    if (count != m_writing) {
        m_writing = count;
        Q_EMIT changed();
    }
}

}  // namespace hearth
