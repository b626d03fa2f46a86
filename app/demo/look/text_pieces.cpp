#include "demo/look/text_pieces.h"

#include <QMetaProperty>
#include <QQuickItem>
#include <QQuickWindow>
#include <QTextDocumentFragment>
#include <algorithm>
#include <limits>

namespace hearth {

namespace {

constexpr double kInvisible = 0.05;
constexpr int kAncestorsWithTip = 6;
/// Hairlines of antialiasing do not count as cut.
constexpr double kCutTolerance = 1.5;

QVariant value(const QObject& object, const char* name) {
    return object.property(name);
}

bool isText(const QQuickItem& item) {
    return item.inherits("QQuickText");
}
bool isInput(const QQuickItem& item) {
    return item.inherits("QQuickTextInput") || item.inherits("QQuickTextEdit");
}

QRectF inWindow(const QQuickItem& item, const QRectF& rectangle) {
    return item.mapRectToScene(rectangle);
}

double padding(const QQuickItem& item, const char* side) {
    const QVariant own = value(item, side);
    return own.isValid() ? own.toDouble() : 0;
}

/// Where the letters are, in the item.
QRectF paintedRect(const QQuickItem& item) {
    const double width = value(item, "contentWidth").toDouble();
    const double height = value(item, "contentHeight").toDouble();
    const double left = padding(item, "leftPadding");
    const double top = padding(item, "topPadding");
    const double roomX = item.width() - left - padding(item, "rightPadding") - width;
    const double roomY = item.height() - top - padding(item, "bottomPadding") - height;
    const int horizontal = value(item, "effectiveHorizontalAlignment").toInt();
    const int vertical = value(item, "verticalAlignment").toInt();
    double x = left;
    if (horizontal & Qt::AlignRight) {
        x += roomX;
    } else if (horizontal & Qt::AlignHCenter) {
        x += roomX / 2;
    }
    double y = top;
    if (vertical & Qt::AlignBottom) {
        y += roomY;
    } else if (vertical & Qt::AlignVCenter) {
        y += roomY / 2;
    }
    return {x, y, width, height};
}

QString plainText(const QQuickItem& item) {
    const QString text = value(item, "text").toString();
    const QVariant format = value(item, "textFormat");
    const bool plain = !format.isValid() || format.toInt() == Qt::PlainText ||
                       (format.toInt() == Qt::AutoText && !Qt::mightBeRichText(text));
    return plain ? text : QTextDocumentFragment::fromHtml(text).toPlainText();
}

QByteArray typeName(const QObject& object) {
    QByteArray name = object.metaObject()->className();
    const qsizetype suffix = name.indexOf("_QML");
    if (suffix > 0) {
        name.truncate(suffix);
    }
    return name.startsWith("QQuick") ? name.mid(6) : name;
}

bool isTip(const QObject& object) {
    const QByteArray type = typeName(object);
    return type.startsWith("TipLoader") || type.startsWith("HToolTip");
}

/// Whether an item or one close around it shows a tip.
bool hasTip(const QQuickItem& item) {
    if (value(item, "tipWhenCut").toBool()) {
        return true;
    }
    const QQuickItem* ancestor = &item;
    for (int i = 0; ancestor != nullptr && i < kAncestorsWithTip; ++i, ancestor = ancestor->parentItem()) {
        const QList<QQuickItem*> children = ancestor->childItems();
        if (std::any_of(children.begin(), children.end(),
                        [](const QQuickItem* child) { return isTip(*child); })) {
            return true;
        }
    }
    return false;
}

/// Whether a child of a list's content is a row that the list keeps for later use and does not paint.
bool isSpareRow(QQuickItem& list, const QQuickItem& child) {
    const QVariant index = value(child, "index");
    if (!index.isValid()) {
        return false;
    }
    QQuickItem* shown = nullptr;
    const bool asked = QMetaObject::invokeMethod(&list, "itemAtIndex", Q_RETURN_ARG(QQuickItem*, shown),
                                                 Q_ARG(int, index.toInt()));
    return asked && shown != &child;
}

/// Goes through the items in the order in which they are painted.
class Walk {
 public:
    explicit Walk(const QQuickWindow& window) {
        m_windowRect = QRectF(QPointF(), QSizeF(window.size()));
        visit(*window.contentItem(), 1, m_windowRect, {});
    }

    WindowTexts take() {
        // What something opaque hides altogether is not seen.
        const int end = m_order + 1;
        QList<TextPiece> seen;
        for (TextPiece& piece : m_texts.pieces) {
            if (!m_texts.isCovered(piece.visible, piece.order, end)) {
                piece.behindScrim = piece.order < m_lastScrim;
                seen.append(piece);
            }
        }
        m_texts.pieces = seen;
        return m_texts;
    }

 private:
    /// Directions in which an ancestor scrolls: there its edge cuts nothing off for good.
    struct Scrolling {
        bool horizontal = false;
        bool vertical = false;
    };

    void visit(QQuickItem& item, double opacity, QRectF clip, Scrolling scrolling) {
        opacity *= item.opacity();
        if (!item.isVisible() || opacity < kInvisible) {
            return;
        }
        const QRectF own = inWindow(item, QRectF(0, 0, item.width(), item.height()));
        if (item.inherits("QQuickFlickable")) {
            scrolling.horizontal |= value(item, "contentWidth").toDouble() > item.width() + 1;
            scrolling.vertical |= value(item, "contentHeight").toDouble() > item.height() + 1;
        }
        QList<QQuickItem*> children = item.childItems();
        if (QQuickItem* list = item.parentItem(); list != nullptr && list->inherits("QQuickItemView")) {
            children.removeIf([list](const QQuickItem* row) { return isSpareRow(*list, *row); });
        }
        std::stable_sort(children.begin(), children.end(),
                         [](const QQuickItem* a, const QQuickItem* b) { return a->z() < b->z(); });
        // As the scene graph does: children behind their parent, the item itself, then the others.
        if (item.clip()) {
            clip = clip.intersected(own);
        }
        auto child = children.begin();
        for (; child != children.end() && (*child)->z() < 0; ++child) {
            visit(**child, opacity, clip, scrolling);
        }
        paint(item, own, opacity, clip, scrolling);
        for (; child != children.end(); ++child) {
            visit(**child, opacity, clip, scrolling);
        }
    }

    void paint(QQuickItem& item, const QRectF& own, double opacity, const QRectF& clip, Scrolling scrolling) {
        ++m_order;
        if (item.inherits("QQuickRectangle")) {
            const auto color = value(item, "color").value<QColor>();
            if (color.alpha() == 255 && opacity > 0.99) {
                m_texts.grounds.append({own.intersected(clip), m_order});
            } else if (color.alpha() > 0 && own.contains(m_windowRect)) {
                m_lastScrim = m_order;
            }
        }
        if (typeName(item) == "Shadow") {
            m_texts.shadows.append({own, m_order});
        }
        if (!isText(item) && !isInput(item)) {
            return;
        }
        TextPiece piece;
        piece.text = plainText(item).trimmed();
        piece.painted = inWindow(item, paintedRect(item));
        piece.visible = piece.painted.intersected(clip);
        if (piece.text.isEmpty() || piece.painted.isEmpty()) {
            return;
        }
        piece.item = &item;
        piece.editable = isInput(item) && !value(item, "readOnly").toBool();
        piece.elided = value(item, "truncated").toBool();
        piece.explained = hasTip(item);
        piece.enabled = item.isEnabled();
        piece.color = value(item, "color").value<QColor>();
        piece.opacity = opacity;
        piece.order = m_order;
        const bool cutHorizontally = piece.painted.left() < clip.left() - kCutTolerance ||
                                     piece.painted.right() > clip.right() + kCutTolerance;
        const bool cutVertically = piece.painted.top() < clip.top() - kCutTolerance ||
                                   piece.painted.bottom() > clip.bottom() + kCutTolerance;
        piece.cutAcross =
            (cutHorizontally && !scrolling.horizontal) || (cutVertically && !scrolling.vertical);
        if (!piece.visible.isEmpty() || piece.cutAcross) {
            m_texts.pieces.append(piece);
        }
    }

    QRectF m_windowRect;
    WindowTexts m_texts;
    int m_order = 0;
    int m_lastScrim = 0;
};

}  // namespace

bool WindowTexts::isCovered(const QRectF& area, int order, int until) const {
    return std::any_of(grounds.begin(), grounds.end(), [&](const PaintedArea& ground) {
        return ground.order > order && ground.order < until && ground.area.contains(area);
    });
}

bool WindowTexts::isTouched(const QRectF& area, int order) const {
    const auto touches = [&](const PaintedArea& over) {
        return over.order > order && over.area.intersects(area);
    };
    return std::any_of(grounds.begin(), grounds.end(), touches) ||
           std::any_of(shadows.begin(), shadows.end(), touches);
}

WindowTexts textsOf(const QQuickWindow& window) {
    return Walk(window).take();
}

QString placeInTree(const QQuickItem& item) {
    QStringList names;
    for (const QQuickItem* one = &item; one != nullptr && names.size() < 6; one = one->parentItem()) {
        const QByteArray type = typeName(*one);
        // Layouts and plain items say nothing about where one is.
        if (one == &item || !(type == "Item" || type.endsWith("Layout") || type == "Loader" ||
                              type == "Column" || type == "Row" || type == "Rectangle")) {
            names.append(QString::fromLatin1(type));
        }
    }
    return names.join(QStringLiteral(" < "));
}

}  // namespace hearth
