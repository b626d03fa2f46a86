#pragma once

#include <QStringView>

namespace hearth {

/// Where to cut `text` so that the first part has at most `limit` units: after a space if there is one in the
/// second half, else between two characters as a person counts them. `limit` itself when `text` is not
/// longer.
qsizetype cutPosition(QStringView text, qsizetype limit);

}  // namespace hearth
