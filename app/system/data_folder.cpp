#include "system/data_folder.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <cerrno>
#include <cstring>

namespace hearth {

DataFolder DataFolder::fromEnvironment() {
    const QString chosen = qEnvironmentVariable("HEARTH_DATA_DIR");
    if (!chosen.isEmpty()) {
        return DataFolder(chosen);
    }
    return DataFolder(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
                      QStringLiteral("/hearth"));
}

DataFolder::DataFolder(const QString& root) : m_root(QDir::cleanPath(QDir(root).absolutePath())) {}

bool DataFolder::create(QString* reason) const {
    if (QDir(m_root).exists()) {
        return true;
    }
    errno = 0;
    if (!QDir().mkpath(m_root)) {
        *reason = QString::fromLocal8Bit(std::strerror(errno));
        return false;
    }
    QFile::setPermissions(m_root, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return true;
}

}  // namespace hearth
