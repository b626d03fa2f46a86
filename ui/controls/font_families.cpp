#include "font_families.h"

#include <QFont>
#include <QStringList>

namespace hearth {

namespace {

/// The region suffix of the Noto CJK faces that draws a language as its readers expect. Simplified Chinese
/// also serves the languages that have no Chinese characters of their own.
QString cjkRegion(const QString& language) {
    if (language.startsWith(u"ja")) {
        return QStringLiteral("JP");
    }
    if (language.startsWith(u"ko")) {
        return QStringLiteral("KR");
    }
    if (language == u"zh_HK" || language == u"zh_MO") {
        return QStringLiteral("HK");
    }
    if (language == u"zh_TW" || language.startsWith(u"zh_Hant")) {
        return QStringLiteral("TC");
    }
    return QStringLiteral("SC");
}

}  // namespace

FontFamilies* FontFamilies::create(QQmlEngine* engine, QJSEngine* scripts) {
    Q_UNUSED(engine)
    Q_UNUSED(scripts)
    for (const auto* region : {"SC", "TC", "HK", "JP", "KR"}) {
        const QString suffix = QString::fromLatin1(region);
        const QString emoji = QStringLiteral("Noto Color Emoji");
        QFont::insertSubstitutions(
            QStringLiteral("Hearth Sans ") + suffix,
            {QStringLiteral("Inter"), QStringLiteral("Noto Sans CJK ") + suffix, emoji});
        QFont::insertSubstitutions(
            QStringLiteral("Hearth Mono ") + suffix,
            {QStringLiteral("Noto Sans Mono"), QStringLiteral("Noto Sans Mono CJK ") + suffix,
             QStringLiteral("Noto Sans CJK ") + suffix, emoji});
    }
    return new FontFamilies;
}

QString FontFamilies::sans(const QString& language) const {
    return QStringLiteral("Hearth Sans ") + cjkRegion(language);
}

QString FontFamilies::mono(const QString& language) const {
    return QStringLiteral("Hearth Mono ") + cjkRegion(language);
}

}  // namespace hearth
