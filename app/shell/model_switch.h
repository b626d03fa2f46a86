#pragma once

#include "engine_bridge/active_model.h"

#include <QObject>
#include <QString>
#include <functional>

namespace hearth {

class Settings;

/// Where every wish to use another model, or none, goes through: loads it as the settings say, and asks first
/// where answers being written would be cut off, or something speaks against that model. GUI thread; model
/// and settings outlive it.
class ModelSwitch : public QObject {
    Q_OBJECT
    Q_PROPERTY(bool asking READ isAsking NOTIFY changed)
    Q_PROPERTY(QString question READ question NOTIFY changed)
    Q_PROPERTY(QString explanation READ explanation NOTIFY changed)
    Q_PROPERTY(QString yesText READ yesText NOTIFY changed)

 public:
    /// `writingCount`: chats with an answer under way.
    ModelSwitch(ActiveModel& model, const Settings& settings, std::function<int()> writingCount,
                QObject* parent = nullptr);

    /// `doubt`: why a model should not be used, a sentence; empty where nothing speaks against it.
    void setDoubt(std::function<QString(const QString& path)> doubt) { m_doubt = std::move(doubt); }

    Q_INVOKABLE void use(const QString& path);
    Q_INVOKABLE void unload();

    bool isAsking() const { return m_asking; }
    QString question() const;
    QString explanation() const;
    QString yesText() const;
    Q_INVOKABLE void confirm();
    Q_INVOKABLE void cancel();

 Q_SIGNALS:
    void changed();

 private:
    void wish(const QString& path);
    void carryOut();
    bool endsAnswers() const { return m_model.switchNeedsConfirmation(m_writingCount()); }
    QString answersNote() const;

    ActiveModel& m_model;
    const Settings& m_settings;
    std::function<int()> m_writingCount;
    std::function<QString(const QString&)> m_doubt;
    QString m_path;    ///< empty: no model
    QString m_reason;  ///< what speaks against it
    bool m_asking = false;
};

}  // namespace hearth
