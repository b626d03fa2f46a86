#pragma once

#include "engine_bridge/active_model.h"
#include "engine_bridge/engine_client.h"

#include <QObject>
#include <QString>

namespace hearth {

/// What the bottom line of a window says: the loaded model and its memory in the four colours, what the chats
/// are doing now, what is being downloaded, and whether Hearth is offline. One for all windows; follows the
/// engine at most four times a second and is silent while nothing changes. GUI thread.
class StatusLine : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString model READ model NOTIFY changed)
    Q_PROPERTY(QString modelDetail READ modelDetail NOTIFY changed)
    Q_PROPERTY(bool loaded READ isLoaded NOTIFY changed)
    Q_PROPERTY(bool loading READ isLoading NOTIFY changed)
    Q_PROPERTY(double loadProgress READ loadProgress NOTIFY changed)
    Q_PROPERTY(double weightShare READ weightShare NOTIFY changed)
    Q_PROPERTY(double chatShare READ chatShare NOTIFY changed)
    Q_PROPERTY(double reservedShare READ reservedShare NOTIFY changed)
    Q_PROPERTY(QString memoryText READ memoryText NOTIFY changed)
    Q_PROPERTY(QString memoryDetail READ memoryDetail NOTIFY changed)
    Q_PROPERTY(QString writingText READ writingText NOTIFY changed)
    Q_PROPERTY(QString speedText READ speedText NOTIFY changed)
    Q_PROPERTY(QString queueText READ queueText NOTIFY changed)
    Q_PROPERTY(QString downloadText READ downloadText NOTIFY changed)
    Q_PROPERTY(bool offline READ isOffline NOTIFY changed)

 public:
    /// Both outlive it.
    StatusLine(const EngineClient& engine, const ActiveModel& model, QObject* parent = nullptr);

    /// Name of the model, "Loading …" or "No model loaded".
    QString model() const;
    QString modelDetail() const;
    bool isLoaded() const;
    bool isLoading() const;
    double loadProgress() const;
    // Shares of the machine's memory, 0 to 1: weights; what chats use of theirs; what is set aside for chats
    // and unused.
    double weightShare() const;
    double chatShare() const;
    double reservedShare() const;
    /// "8.9 of 12.0 GB": what Hearth's model takes of this computer's memory.
    QString memoryText() const;
    /// Every part with its name, for the tip.
    QString memoryDetail() const;
    QString writingText() const;  ///< "3 chats writing"; empty without one
    QString speedText() const;    ///< "58 tokens/s"; empty without one
    QString queueText() const;    ///< "2 waiting"; empty without one
    /// "Downloading 2 · 43 %"; empty without one.
    QString downloadText() const;
    bool isOffline() const { return m_offline; }

    void setOffline(bool offline);
    /// Downloads that run, and how far they are together, 0 to 1.
    void setDownloads(int running, double progress);
    /// Chats with an answer under way.
    void setWritingCount(int count);
    void retranslate() { Q_EMIT changed(); }

 Q_SIGNALS:
    void changed();

 private:
    double share(quint64 bytes) const;

    const EngineClient& m_engine;
    const ActiveModel& m_model;
    bool m_offline = false;
    int m_writing = 0;
    int m_downloads = 0;
    int m_downloadPercent = 0;
};

}  // namespace hearth
