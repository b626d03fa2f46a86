#include "drawn_image_provider.h"

#include <QColor>
#include <QPainter>
#include <QSvgRenderer>
#include <algorithm>
#include <cmath>

namespace hearth {

namespace {

constexpr int defaultSide = 20;

QColor colourOf(const QString& hex) {
    bool valid = false;
    const QRgb rgba = hex.toUInt(&valid, 16);
    return valid ? QColor::fromRgba(rgba) : QColor();
}

QImage transparentImage(const QSize& size) {
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    return image;
}

QImage drawIcon(const QString& name, const QColor& colour, const QSize& size) {
    QSvgRenderer drawing(QStringLiteral(":/qt/qml/Hearth/Controls/icons/%1.svg").arg(name));
    if (!drawing.isValid()) {
        return {};
    }
    QImage image = transparentImage(size);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    drawing.render(&painter, QRectF(QPointF(0, 0), QSizeF(size)));
    painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
    painter.fillRect(image.rect(), colour);
    return image;
}

QImage drawRing(int permille, const QColor& colour, int strokeHundredths, const QSize& size) {
    QImage image = transparentImage(size);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal stroke = std::min(size.width(), size.height()) * strokeHundredths / 100.0;
    painter.setPen(QPen(colour, stroke, Qt::SolidLine, Qt::RoundCap));
    const QRectF circle =
        QRectF(QPointF(0, 0), QSizeF(size)).adjusted(stroke / 2, stroke / 2, -stroke / 2, -stroke / 2);
    if (permille >= 1000) {
        painter.drawEllipse(circle);
    } else if (permille > 0) {
        painter.drawArc(circle, 90 * 16, -static_cast<int>(std::lround(permille * 5.76)));
    }
    return image;
}

/// Coverage falls from full to none over two blurs across the edge, as a Gaussian's integral does nearly
/// enough.
qreal shadowCoverage(qreal distanceFromEdge, qreal blur) {
    const qreal t = std::clamp((distanceFromEdge + blur) / (2 * blur), 0.0, 1.0);
    return 1 - t * t * (3 - 2 * t);
}

QImage drawShadow(int radius, int blur, int alpha) {
    const int border = radius + blur;
    const int side = 2 * border + 2;
    QImage image = transparentImage(QSize(side, side));
    const qreal centre = side / 2.0;
    const qreal straight = centre - blur - radius;
    for (int y = 0; y < side; ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < side; ++x) {
            const qreal dx = std::max(0.0, std::abs(x + 0.5 - centre) - straight);
            const qreal dy = std::max(0.0, std::abs(y + 0.5 - centre) - straight);
            const qreal distance = std::hypot(dx, dy) - radius;
            line[x] = qRgba(0, 0, 0, static_cast<int>(std::lround(alpha * shadowCoverage(distance, blur))));
        }
    }
    return image;
}

}  // namespace

DrawnImageProvider::DrawnImageProvider() : QQuickImageProvider(QQuickImageProvider::Image) {}

QImage DrawnImageProvider::requestImage(const QString& id, QSize* size, const QSize& requestedSize) {
    const QStringList parts = id.split(u'/');
    const QString& kind = parts.first();
    const QSize wanted(requestedSize.width() > 0 ? requestedSize.width() : defaultSide,
                       requestedSize.height() > 0 ? requestedSize.height() : defaultSide);
    QImage image;
    if (kind == u"icon" && parts.size() == 3) {
        image = drawIcon(parts[1], colourOf(parts[2]), wanted);
    } else if (kind == u"ring" && parts.size() == 4) {
        image = drawRing(parts[1].toInt(), colourOf(parts[2]), parts[3].toInt(), wanted);
    } else if (kind == u"shadow" && parts.size() == 4 && parts[2].toInt() > 0) {
        image = drawShadow(parts[1].toInt(), parts[2].toInt(), parts[3].toInt());
    }
    if (size != nullptr) {
        *size = image.size();
    }
    return image;
}

}  // namespace hearth
