#pragma once

#include <QObject>
#include <QString>
#include <QTranslator>

namespace hearth {

/// The language of the interface: loads its translations and sets the locale in which numbers are shown to
/// people. Switching is live: QML retranslates on `changed`, view-models read their texts anew. Numbers of
/// the engine and of files stay in the C locale whatever is chosen. GUI thread.
class Languages : public QObject {
    Q_OBJECT
    Q_PROPERTY(QString current READ current NOTIFY changed)

 public:
    explicit Languages(QObject* parent = nullptr);
    ~Languages() override;

    /// "en" or "zh_CN".
    const QString& current() const { return m_current; }

    /// `wanted`: "system", "en" or "zh_CN".
    void use(const QString& wanted);

    /// What "system" means on this computer: the first of the person's languages that Hearth speaks, else
    /// "en".
    static QString resolve(const QString& wanted, const QStringList& systemLanguages);

 Q_SIGNALS:
    void changed();

 private:
    QString m_current;
    QTranslator m_program;
    QTranslator m_qt;
};

/// Numbers in C code, which Qt's application object puts into the person's locale ("0,7" in German), go back
/// to the C locale: the engine, JSON and file formats depend on it. Call right after the application object
/// is made.
void useCLocaleForNumbers();

}  // namespace hearth
