#pragma once

#include "library/local_models.h"

#include <QObject>
#include <QString>

namespace hearth {

/// What the models here take, and what is free on the drive of Hearth's own folder. GUI thread.
class LibrarySpace : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString usedText READ usedText NOTIFY changed)
    Q_PROPERTY(QString freeText READ freeText NOTIFY changed)
    Q_PROPERTY(double usedShare READ usedShare NOTIFY changed)
    Q_PROPERTY(double otherShare READ otherShare NOTIFY changed)

 public:
    /// `models` outlives it.
    explicit LibrarySpace(LocalModels& models, QObject* parent = nullptr);

    /// "9 models, 31 GB".
    QString usedText() const;
    /// "112 GB free on this drive"; empty until it is known.
    QString freeText() const;
    /// Shares of the drive, 0 to 1: models here that lie on it, and everything else that is not free.
    double usedShare() const;
    double otherShare() const;

    /// The language has changed.
    void retranslate() { Q_EMIT changed(); }

 Q_SIGNALS:
    void changed();

 private:
    void read();

    LocalModels& m_models;
    double m_totalBytes = 0;  ///< of the drive, like the following
    double m_freeBytes = 0;
    double m_modelBytes = 0;
};

}  // namespace hearth
