#pragma once

#include "engine_bridge/active_model.h"

#include <QObject>
#include <QString>

#include <functional>

namespace hearth {

class Settings;

/// Where every wish to use another model, or none, goes through: loads it as the settings say, and asks first where answers
/// being written would be cut off. GUI thread; model and settings outlive it.
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

    ActiveModel& m_model;
    const Settings& m_settings;
    std::function<int()> m_writingCount;
    QString m_path;  ///< empty: no model
    bool m_asking = false;
};

}  // namespace hearth
