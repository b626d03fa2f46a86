#pragma once

#include <QQuickImageProvider>

namespace hearth {

/// Draws the small images that QML cannot draw itself without shaders or layers, at the exact pixel size
/// asked for. Owned by the QML engine (see ImageSource); called on the thread that loads images; the engine
/// caches what it returns.
///
/// Ids: `icon/NAME/AARRGGBB` (an SVG of resources/icons in one colour), `ring/PERMILLE/AARRGGBB/STROKE` (an
/// arc from twelve o'clock, clockwise, STROKE in hundredths of the size) and `shadow/RADIUS/BLUR/ALPHA` (what
/// lies below a floating rounded surface; a nine-patch whose border is RADIUS + BLUR). An id that names
/// nothing gives a null image, which Qt Quick reports with the id.
class DrawnImageProvider : public QQuickImageProvider {
 public:
    DrawnImageProvider();

    QImage requestImage(const QString& id, QSize* size, const QSize& requestedSize) override;
};

}  // namespace hearth
