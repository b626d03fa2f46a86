#pragma once

#include <QString>
#include <QStringView>

namespace hearth {

/// The text of a character reference such as "&amp;" or "&#x4F60;"; the reference itself when it is none we
/// know.
QString decodedEntity(QStringView reference);

}  // namespace hearth
