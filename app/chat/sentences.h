#pragma once

#include <QString>

namespace hearth {

/// Two sentences after each other, with the space between them that the language of the interface has.
QString sentences(const QString& first, const QString& second);

}  // namespace hearth
