#include "library/library_space.h"

#include "system/human_format.h"

#include <QVariantMap>
#include <algorithm>

namespace hearth {

namespace {

/// /mnt/ab does not lie on /mnt/a.
bool liesOn(const QString& place, const QString& mount) {
    return place.startsWith(mount) && (mount.endsWith(QLatin1Char('/')) || place.size() == mount.size() ||
                                       place.at(mount.size()) == QLatin1Char('/'));
}

}  // namespace

LibrarySpace::LibrarySpace(LocalModels& models, QObject* parent) : QObject(parent), m_models(models) {
    connect(&models, &LocalModels::diskUseChanged, this, &LibrarySpace::read);
    connect(&models, &LocalModels::placeChanged, this, &LibrarySpace::read);
    connect(&models, &LocalModels::countChanged, this, &LibrarySpace::changed);
}

void LibrarySpace::read() {
    m_totalBytes = 0;
    qsizetype longest = -1;
    for (const QVariant& entry : m_models.drives()) {
        const QVariantMap drive = entry.toMap();
        const QString mount = drive.value(QStringLiteral("place")).toString();
        // The innermost drive that the folder lies on.
        if (liesOn(m_models.place(), mount) && mount.size() > longest) {
            longest = mount.size();
            m_totalBytes = drive.value(QStringLiteral("totalBytes")).toDouble();
            m_freeBytes = drive.value(QStringLiteral("freeBytes")).toDouble();
            m_modelBytes = drive.value(QStringLiteral("modelBytes")).toDouble();
        }
    }
    Q_EMIT changed();
}

QString LibrarySpace::usedText() const {
    return tr("%n model(s), %1", "", m_models.count())
        .arg(formatBytes(static_cast<quint64>(m_models.totalBytes())));
}

QString LibrarySpace::freeText() const {
    return m_totalBytes == 0
               ? QString()
               : tr("%1 free on this drive").arg(formatBytes(static_cast<quint64>(m_freeBytes)));
}

double LibrarySpace::usedShare() const {
    return m_totalBytes == 0 ? 0 : m_modelBytes / m_totalBytes;
}

double LibrarySpace::otherShare() const {
    return m_totalBytes == 0 ? 0 : std::max(0.0, m_totalBytes - m_freeBytes - m_modelBytes) / m_totalBytes;
}

}  // namespace hearth
