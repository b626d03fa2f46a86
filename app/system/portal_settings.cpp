#include "system/portal_settings.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusVariant>

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
                SLOT(settingChanged(QDBusMessage)));
    const auto read = [&](const QString& group, const QString& key) {
        QDBusMessage question =
            QDBusMessage::createMethodCall(kService, kPath, kInterface, QStringLiteral("Read"));
        question.setArguments({group, key});
        auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(question, kAnswerMs), this);
        connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, group, key] {
            answer->deleteLater();
            const QDBusMessage message = answer->reply();
            if (message.type() == QDBusMessage::ReplyMessage && !message.arguments().isEmpty()) {
                take(group, key, message.arguments().constFirst());
            }
        });
    };
    read(kAppearance, kColorScheme);
    read(kGnomeInterface, kAnimations);
}

void PortalSettings::settingChanged(const QDBusMessage& message) {
    const QVariantList arguments = message.arguments();
    if (arguments.size() == 3) {
        take(arguments.at(0).toString(), arguments.at(1).toString(), arguments.at(2));
    }
}

void PortalSettings::take(const QString& group, const QString& key, QVariant value) {
    while (value.metaType() == QMetaType::fromType<QDBusVariant>()) {  // Read wraps the value twice
        value = value.value<QDBusVariant>().variant();
    }
    if (group == kAppearance && key == kColorScheme && value.canConvert<uint>()) {
        Q_EMIT colorScheme(value.toUInt());
    } else if (group == kGnomeInterface && key == kAnimations && value.canConvert<bool>()) {
        Q_EMIT animations(value.toBool());
    }
}

}  // namespace hearth
