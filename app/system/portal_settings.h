#pragma once

#include <QDBusMessage>
#include <QObject>

namespace hearth {

/// Reads settings of the desktop from org.freedesktop.portal.Settings and reports their changes. Connecting
/// to the bus may block, so it lives on a thread that may wait; its signals cross threads. Without a session
/// bus or a portal nothing is reported.
class PortalSettings : public QObject {
    Q_OBJECT

 public:
    /// On the thread it lives on: connects and asks for what Hearth follows.
    Q_INVOKABLE void start();

 Q_SIGNALS:
    /// 0 no preference, 1 dark, 2 light.
    void colorScheme(uint scheme);
    void animations(bool enabled);

 private Q_SLOTS:
    void settingChanged(const QDBusMessage& message);

 private:
    void take(const QString& group, const QString& key, QVariant value);
};

}  // namespace hearth
