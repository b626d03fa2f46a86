#pragma once

#include "demo/look/finding.h"
#include "demo/look/translation_table.h"

#include <QImage>
#include <QList>

class QQuickWindow;

namespace hearth {

/// Looks at a window as it is now: at the items it shows and at `image`, a picture of it taken at the same
/// moment (QQuickWindow::grabWindow). `translations` empty: the window may speak English. GUI thread.
QList<Finding> lookAt(const QQuickWindow& window, const QImage& image, const TranslationTable& translations);

}  // namespace hearth
