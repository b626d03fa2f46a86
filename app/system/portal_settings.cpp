#include "system/portal_settings.h"

#include <QDBusConnection>
#include <QDBusMessage>

namespace hearth {

namespace {

const auto kService = QStringLiteral("org.freedesktop.portal.Desktop");
const auto kPath = QStringLiteral("/org/freedesktop/portal/desktop");
const auto kInterface = QStringLiteral("org.freedesktop.portal.Settings");
const auto kAppearance = QStringLiteral("org.freedesktop.appearance");
const auto kColorScheme = QStringLiteral("color-scheme");
const auto kGnomeInterface = QStringLiteral("org.gnome.desktop.interface");
const auto kAnimations = QStringLiteral("enable-animations");
constexpr int kAnswerMs = 2000;

}  // namespace

void PortalSettings::start() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        return;
    }
    bus.connect(kService, kPath, kInterface, QStringLiteral("SettingChanged"), this,
                SLOT(settingChanged(QString, QString, QDBusVariant)));
    const auto read = [&](const QString& group, const QString& key) {
        QDBusMessage question = QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
        question.setArguments({group, key});
        const QDBusMessage answer = bus.call(question, QDBus::Block, kAnswerMs);
        if (answer.type() == QDBusMessage::ReplyMessage && !answer.arguments().isEmpty()) {
            take(group, key, answer.arguments().constFirst());
        }
    };
    read(kAppearance, kColorScheme);
    read(kGnomeInterface, kAnimations);
}

void PortalSettings::settingChanged(const QString& group, const QString& key, const QDBusVariant& value) {
    take(group, key, value.variant());
}

void PortalSettings::take(const QString& group, const QString& key, QVariant value) {
    while (value.canConvert<QDBusVariant>()) {  // Read wraps the value twice
        value = value.value<QDBusVariant>().variant();
    }
    if (group == kAppearance && key == kColorScheme && value.canConvert<uint>()) {
        Q_EMIT colorScheme(value.toUInt());
    } else if (group == kGnomeInterface && key == kAnimations && value.canConvert<bool>()) {
        Q_EMIT animations(value.toBool());
    }
}

}  // namespace hearth
