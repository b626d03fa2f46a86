#pragma once

#include <QString>
#include <QStringList>

namespace hearth {

/// Makes Inter and Noto Sans Mono available: from the folder `fonts` of an installed program (beside it, or in
/// ../share/hearth), else from the system. Returns the families that are in neither, for the log: Qt then takes the
/// system's own sans and mono faces. Needs a QGuiApplication; once, before the window.
QStringList installFonts();

/// Where an installed program keeps its fonts, in order.
QStringList fontFolders(const QString& programFolder);

/// Han characters look different in Chinese, Japanese and Korean: text that Inter or Noto Sans Mono cannot show takes the
/// face of the language of the interface ("zh_CN"), or for "en" that of the person's other languages.
void chooseCjkFace(const QString& language);

/// The regions whose Han forms are tried, best first: "SC", "TC", "HK", "JP", "KR".
QStringList cjkRegions(const QString& language, const QStringList& systemLanguages);

}  // namespace hearth
