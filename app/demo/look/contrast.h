#pragma once

#include <QColor>
#include <QImage>
#include <QRect>
#include <optional>

namespace hearth {

/// Contrast of two colours as the WCAG defines it: 1 to 21. Both are taken as opaque.
double contrastRatio(const QColor& one, const QColor& other);

/// What `ink` with this opacity looks like over `ground`.
QColor blended(const QColor& ink, double opacity, const QColor& ground);

/// The colour that fills most of a rectangle: the ground of the text in it. `place` in pixels of the image.
std::optional<QColor> groundColor(const QImage& image, const QRect& place);

}  // namespace hearth
