#pragma once

#include "library/local_models.h"

#include <QObject>
#include <QString>
#include <QThreadPool>

namespace hearth {

/// What the models here take, and what is free on the drive of Hearth's own folder. The drive is asked on a
/// worker thread whenever a scan has ended. GUI thread.
class LibrarySpace : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString usedText READ usedText NOTIFY changed)
    Q_PROPERTY(QString freeText READ freeText NOTIFY changed)
    Q_PROPERTY(double usedShare READ usedShare NOTIFY changed)
    Q_PROPERTY(double otherShare READ otherShare NOTIFY changed)

 public:
    /// `models` outlives it.
    LibrarySpace(LocalModels& models, const QString& folder, QObject* parent = nullptr);
    ~LibrarySpace() override;

    /// "9 models, 31 GB".
    QString usedText() const;
    /// "112 GB free on this drive"; empty until it is known.
    QString freeText() const;
    /// Shares of the drive, 0 to 1: models here that lie on it, and everything else that is not free.
    double usedShare() const;
    double otherShare() const;

    void refresh();
    /// The language has changed.
    void retranslate() { Q_EMIT changed(); }

 Q_SIGNALS:
    void changed();

 private:
    struct Drive {
        quint64 totalBytes = 0;
        quint64 freeBytes = 0;
        quint64 modelBytes = 0;  ///< of the models here
    };

    LocalModels& m_models;
    QString m_folder;
    Drive m_drive;
    quint64 m_usedBytes = 0;
    QThreadPool m_pool;
};

}  // namespace hearth
