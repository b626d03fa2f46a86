#pragma once

#include <QObject>
#include <QString>

#include <QtQml/qqmlregistration.h>

class QJSEngine;
class QQmlEngine;

namespace hearth {

/// Names for `font.family` that stand for a list of faces, since QML's font of Qt 6.4 takes one family only:
/// Latin letters from Inter (code: Noto Sans Mono), Chinese, Japanese and Korean from the Noto face of the
/// interface's language. The names are QFont substitutions of the process, entered when the first QML engine
/// asks.
class FontFamilies : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_SINGLETON

 public:
    static FontFamilies* create(QQmlEngine* engine, QJSEngine* scripts);

    /// `language` is a locale name such as "en" or "zh_CN".
    Q_INVOKABLE QString sans(const QString& language) const;
    Q_INVOKABLE QString mono(const QString& language) const;

 private:
    explicit FontFamilies(QObject* parent = nullptr) : QObject(parent) {}
};

}  // namespace hearth
