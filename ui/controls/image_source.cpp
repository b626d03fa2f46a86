#include "image_source.h"

#include "drawn_image_provider.h"

#include <QQmlEngine>
#include <algorithm>
#include <cmath>

namespace hearth {

namespace {

QString hexOf(const QColor& colour) {
    return QStringLiteral("%1").arg(colour.rgba(), 8, 16, QLatin1Char('0'));
}

}  // namespace

ImageSource* ImageSource::create(QQmlEngine* engine, QJSEngine* scripts) {
    Q_UNUSED(scripts)
    engine->addImageProvider(QStringLiteral("hearth"), new DrawnImageProvider);
    return new ImageSource;
}

QUrl ImageSource::icon(const QString& name, const QColor& colour) const {
    return name.isEmpty() ? QUrl()
                          : QUrl(QStringLiteral("image://hearth/icon/%1/%2").arg(name, hexOf(colour)));
}

QUrl ImageSource::ring(qreal share, const QColor& colour, int strokeHundredths) const {
    // Steps of one percent keep the engine's cache of drawn rings small.
    const int permille = 10 * static_cast<int>(std::lround(std::clamp(share, 0.0, 1.0) * 100));
    return QUrl(QStringLiteral("image://hearth/ring/%1/%2/%3")
                    .arg(permille)
                    .arg(hexOf(colour))
                    .arg(strokeHundredths));
}

QUrl ImageSource::shadow(int radius, int blur, int alpha) const {
    return QUrl(QStringLiteral("image://hearth/shadow/%1/%2/%3").arg(radius).arg(blur).arg(alpha));
}

}  // namespace hearth
