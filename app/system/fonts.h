#pragma once

#include <QString>
#include <QStringList>

namespace hearth {

/// Makes Inter and Noto Sans Mono available: from the folder `fonts` of an installed program (beside it, or
/// in
/// ../share/hearth), else from the system. Returns the families that are in neither, for the log: Qt then
/// takes the system's own sans and mono faces. Needs a QGuiApplication; once, before the window.
QStringList installFonts();

/// Where an installed program keeps its fonts, in order.
QStringList fontFolders(const QString& programFolder);

}  // namespace hearth
