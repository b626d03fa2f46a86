#pragma once

#include <QColor>
#include <QList>
#include <QRectF>
#include <QString>

class QQuickItem;
class QQuickWindow;

namespace hearth {

/// A text that a window paints, as the look sees it. Rectangles are in the window, in device-independent
/// pixels.
struct TextPiece {
    QQuickItem* item = nullptr;
    QString text;            ///< as a person reads it, without markup
    QRectF painted;          ///< where its letters would be if nothing cut them
    QRectF visible;          ///< the part of it that ancestors and the window leave
    bool cutAcross = false;  ///< cut in a direction in which nothing scrolls
    bool elided = false;     ///< shortened with "…"
    bool explained = false;  ///< a tip shows the whole text
    bool enabled = true;
    bool editable = false;     ///< the person's own text
    bool behindScrim = false;  ///< a dialog is open before it
    QColor color;
    double opacity = 1;
    int order = 0;  ///< of painting
};

/// Where something is painted over what came before.
struct PaintedArea {
    QRectF area;
    int order;
};

struct WindowTexts {
    QList<TextPiece> pieces;     ///< those of which something can be seen, in the order of painting
    QList<PaintedArea> grounds;  ///< what is opaque
    QList<PaintedArea> shadows;  ///< of what floats

    /// Whether something opaque is painted over all of `area` after `order` and before `until`.
    bool isCovered(const QRectF& area, int order, int until) const;
    /// Whether something opaque, or a shadow, is painted over a part of `area` after `order`.
    bool isTouched(const QRectF& area, int order) const;
};

WindowTexts textsOf(const QQuickWindow& window);

/// "HLabel < ListRow < ChatList": the types around an item, for people who look for it.
QString placeInTree(const QQuickItem& item);

}  // namespace hearth
