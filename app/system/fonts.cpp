#include "system/fonts.h"

#include <QCoreApplication>
#include <QDir>
#include <QFont>
#include <QFontDatabase>
#include <QGuiApplication>

namespace hearth {

namespace {

const auto kSans = QStringLiteral("Inter");
const auto kMono = QStringLiteral("Noto Sans Mono");

}  // namespace

QStringList fontFolders(const QString& programFolder) {
    return {programFolder + QStringLiteral("/fonts"),
            programFolder + QStringLiteral("/../share/hearth/fonts")};
}

QStringList installFonts() {
    for (const QString& folder : fontFolders(QCoreApplication::applicationDirPath())) {
        const QDir fonts(folder);
        const QStringList files = fonts.entryList(
            {QStringLiteral("*.otf"), QStringLiteral("*.ttf"), QStringLiteral("*.ttc")}, QDir::Files);
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

}  // namespace hearth
