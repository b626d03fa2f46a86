#include "system/fonts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFont>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QLocale>

namespace hearth {

namespace {

const auto kSans = QStringLiteral("Inter");
const auto kMono = QStringLiteral("Noto Sans Mono");

}  // namespace

QStringList fontFolders(const QString& programFolder) {
    return {programFolder + QStringLiteral("/fonts"), programFolder + QStringLiteral("/../share/hearth/fonts")};
}

QStringList installFonts() {
    for (const QString& folder : fontFolders(QCoreApplication::applicationDirPath())) {
        const QDir fonts(folder);
        const QStringList files =
            fonts.entryList({QStringLiteral("*.otf"), QStringLiteral("*.ttf"), QStringLiteral("*.ttc")}, QDir::Files);
        for (const QString& file : files) {
            QFontDatabase::addApplicationFont(fonts.filePath(file));
        }
        if (!files.isEmpty()) {
            break;
        }
    }
    QStringList missing;
    for (const QString& family : {kSans, kMono}) {
        if (!QFontDatabase::hasFamily(family)) {
            missing.append(family);
        }
    }
    QFont font(kSans);
    font.setStyleHint(QFont::SansSerif);
    font.setPixelSize(13);
    QGuiApplication::setFont(font);
    return missing;
}

QStringList cjkRegions(const QString& language, const QStringList& systemLanguages) {
    QStringList regions;
    const auto add = [&regions](const QString& region) {
        if (!regions.contains(region)) {
            regions.append(region);
        }
    };
    for (const QString& name : QStringList{language} + systemLanguages) {
        const bool traditional = name.contains(QLatin1String("Hant")) || name.contains(QLatin1String("TW")) ||
                                 name.contains(QLatin1String("HK"));
        if (name.startsWith(QLatin1String("zh"))) {
            add(name.contains(QLatin1String("HK")) ? QStringLiteral("HK")
                                                  : traditional ? QStringLiteral("TC") : QStringLiteral("SC"));
        } else if (name.startsWith(QLatin1String("ja"))) {
            add(QStringLiteral("JP"));
        } else if (name.startsWith(QLatin1String("ko"))) {
            add(QStringLiteral("KR"));
        }
    }
    for (const char* region : {"SC", "TC", "JP", "KR"}) {
        add(QLatin1String(region));
    }
    return regions;
}

void chooseCjkFace(const QString& language) {
    const QStringList regions = cjkRegions(language, QLocale::system().uiLanguages());
    QStringList sans;
    QStringList mono;
    for (const QString& region : regions) {
        sans += {QStringLiteral("Noto Sans CJK ") + region, QStringLiteral("Source Han Sans ") + region};
        mono += QStringLiteral("Noto Sans Mono CJK ") + region;
    }
    if (regions.constFirst() == QLatin1String("SC")) {
        sans += {QStringLiteral("Microsoft YaHei"), QStringLiteral("PingFang SC"),
                 QStringLiteral("WenQuanYi Micro Hei")};
    }
    QFont::removeSubstitutions(kSans);
    QFont::insertSubstitutions(kSans, sans);
    QFont::removeSubstitutions(kMono);
    QFont::insertSubstitutions(kMono, mono + sans);
}

}  // namespace hearth
