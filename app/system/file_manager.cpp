#include "system/file_manager.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QFileInfo>
#include <utility>

namespace hearth {

namespace {
// https://www.freedesktop.org/wiki/Specifications/file-manager-interface/
const auto kService = QStringLiteral("org.freedesktop.FileManager1");
const auto kPath = QStringLiteral("/org/freedesktop/FileManager1");
}  // namespace

FileManager::FileManager(std::function<void(const QUrl&)> open, QObject* parent)
    : QObject(parent), m_open(std::move(open)) {}

void FileManager::show(const QString& path) {
    const QUrl folder = QUrl::fromLocalFile(QFileInfo(path).path());
    const QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) {
        m_open(folder);
        return;
    }
    QDBusMessage order =
        QDBusMessage::createMethodCall(kService, kPath, kService, QStringLiteral("ShowItems"));
    order.setArguments({QStringList{QUrl::fromLocalFile(path).toString(QUrl::FullyEncoded)}, QString()});
    auto* answer = new QDBusPendingCallWatcher(bus.asyncCall(order), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer, folder] {
        answer->deleteLater();
        if (answer->isError()) {
            m_open(folder);
        }
    });
}

}  // namespace hearth
