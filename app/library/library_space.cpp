#include "library/library_space.h"

#include "system/human_format.h"

#include <QDir>
#include <QFileInfo>
#include <QStorageInfo>
#include <algorithm>
#include <utility>
#include <vector>

namespace hearth {

namespace {

/// A folder that is not there yet has the drive of the nearest one that is.
QString nearestFolder(QString path) {
    while (!QFileInfo::exists(path) && path != QDir::rootPath() && !path.isEmpty()) {
        path = QFileInfo(path).path();
    }
    return path;
}

}  // namespace

LibrarySpace::LibrarySpace(LocalModels& models, const QString& folder, QObject* parent)
    : QObject(parent), m_models(models), m_folder(folder) {
    m_pool.setMaxThreadCount(1);
    connect(&models, &LocalModels::scanEnded, this, &LibrarySpace::refresh);
}

LibrarySpace::~LibrarySpace() {
    m_pool.waitForDone();
}

void LibrarySpace::refresh() {
    m_usedBytes = 0;
    std::vector<std::pair<QString, quint64>> files;
    for (const catalog::LocalModel& model : m_models.models()) {
        m_usedBytes += model.bytes;
        files.emplace_back(QString::fromStdString(model.path.string()), model.bytes);
    }
    Q_EMIT changed();
    m_pool.start([this, files = std::move(files), folder = m_folder] {
        const QStorageInfo storage(nearestFolder(folder));
        Drive drive;
        if (storage.isValid()) {
            drive.totalBytes = static_cast<quint64>(storage.bytesTotal());
            drive.freeBytes = static_cast<quint64>(storage.bytesAvailable());
            for (const auto& [path, bytes] : files) {
                if (QStorageInfo(path).rootPath() == storage.rootPath()) {
                    drive.modelBytes += bytes;
                }
            }
        }
        // The destructor waits for this job, so `this` lives; the call is dropped with the object.
        QMetaObject::invokeMethod(
            this,
            [this, drive] {
                m_drive = drive;
                Q_EMIT changed();
            },
            Qt::QueuedConnection);
    });
}

QString LibrarySpace::usedText() const {
    return tr("%n model(s), %1", "", m_models.count()).arg(formatBytes(m_usedBytes));
}

QString LibrarySpace::freeText() const {
    return m_drive.totalBytes == 0 ? QString()
                                   : tr("%1 free on this drive").arg(formatBytes(m_drive.freeBytes));
}

double LibrarySpace::usedShare() const {
    return m_drive.totalBytes == 0
               ? 0
               : static_cast<double>(m_drive.modelBytes) / static_cast<double>(m_drive.totalBytes);
}

double LibrarySpace::otherShare() const {
    if (m_drive.totalBytes == 0) {
        return 0;
    }
    const quint64 used = m_drive.totalBytes - m_drive.freeBytes;
    const quint64 others = used - std::min(used, m_drive.modelBytes);
    return static_cast<double>(others) / static_cast<double>(m_drive.totalBytes);
}

}  // namespace hearth
