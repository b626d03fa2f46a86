#pragma once

#include <QObject>
#include <QString>
#include <QVariantList>

namespace hearth {

/// What the About section says. GUI thread.
class About : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString version READ version CONSTANT)
    Q_PROPERTY(QString qtVersion READ qtVersion CONSTANT)
    Q_PROPERTY(QString renderer READ renderer NOTIFY changed)
    Q_PROPERTY(QString rendererText READ rendererText NOTIFY changed)
    Q_PROPERTY(QString dataFolder READ dataFolder CONSTANT)
    Q_PROPERTY(QVariantList parts READ parts NOTIFY changed)

 public:
    explicit About(QString dataFolder, QObject* parent = nullptr);

    static QString version();
    static QString qtVersion();
    /// "software", "OpenGL" and so on; empty before the first frame.
    const QString& renderer() const { return m_renderer; }
    void setRenderer(const QString& renderer);
    /// The same in words.
    QString rendererText() const;
    const QString& dataFolder() const { return m_dataFolder; }
    /// What Hearth is made with: maps of `name`, `licence` and `use`.
    static QVariantList parts();
    void retranslate() { Q_EMIT changed(); }

    /// Shows the data folder in the desktop's file manager.
    Q_INVOKABLE void openDataFolder() const;
    /// Version, Qt, renderer and system, for a bug report, on the clipboard.
    Q_INVOKABLE void copyDetails() const;

 Q_SIGNALS:
    void changed();

 private:
    QString m_dataFolder;
    QString m_renderer;
};

}  // namespace hearth
