#pragma once

#include <QColor>
#include <QObject>
#include <QUrl>

#include <QtQml/qqmlregistration.h>

class QJSEngine;
class QQmlEngine;

namespace hearth {

/// The addresses of drawn images, for `Image.source`. One per QML engine, which owns it; its creation gives
/// the engine the DrawnImageProvider, so no program has to remember to.
class ImageSource : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

 public:
    static ImageSource* create(QQmlEngine* engine, QJSEngine* scripts);

    /// The icon resources/icons/NAME.svg in one colour; empty for an empty name.
    Q_INVOKABLE QUrl icon(const QString& name, const QColor& colour) const;
    /// An arc over `share` (0…1) of a circle, its line `strokeHundredths` hundredths of the image's side
    /// wide.
    Q_INVOKABLE QUrl ring(qreal share, const QColor& colour, int strokeHundredths) const;
    /// The shadow of a floating surface with corners of `radius`; `alpha` 0…255.
    Q_INVOKABLE QUrl shadow(int radius, int blur, int alpha) const;

 private:
    explicit ImageSource(QObject* parent = nullptr) : QObject(parent) {}
};

}  // namespace hearth
