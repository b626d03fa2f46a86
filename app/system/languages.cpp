#include "system/languages.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <clocale>

namespace hearth {

namespace {
const char* const kEnglish = "en";
const char* const kChinese = "zh_CN";
}  // namespace

Languages::Languages(QObject* parent) : QObject(parent) {}

Languages::~Languages() {
    QCoreApplication::removeTranslator(&m_program);
    QCoreApplication::removeTranslator(&m_qt);
}

QString Languages::resolve(const QString& wanted, const QStringList& systemLanguages) {
    if (wanted != QLatin1String("system")) {
        return wanted;
    }
    for (const QString& language : systemLanguages) {
        if (language.startsWith(QLatin1String("zh"))) {
            return QLatin1String(kChinese);  // traditional readers are better served by it than by English
        }
        if (language.startsWith(QLatin1String("en"))) {
            return QLatin1String(kEnglish);
        }
    }
    return QLatin1String(kEnglish);
}

void Languages::use(const QString& wanted) {
    const QString language = resolve(wanted, QLocale::system().uiLanguages());
    if (language == m_current) {
        return;
    }
    m_current = language;
    const QLocale locale(language);
    // A person whose system speaks the language keeps its formats (British English, Swiss numbers).
    QLocale::setDefault(QLocale::system().language() == locale.language() ? QLocale::system() : locale);
    QCoreApplication::removeTranslator(&m_program);
    QCoreApplication::removeTranslator(&m_qt);
    // English too: its file holds the plural forms.
    if (m_program.load(QStringLiteral(":/i18n/hearth_%1.qm").arg(language))) {
        QCoreApplication::installTranslator(&m_program);
    }
    if (m_qt.load(QStringLiteral("qtbase_%1").arg(language),
                  QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
        QCoreApplication::installTranslator(&m_qt);
    }
    Q_EMIT changed();
}

void useCLocaleForNumbers() {
    std::setlocale(LC_NUMERIC, "C");
    std::setlocale(LC_TIME, "C");
}

}  // namespace hearth
