#pragma once

#include <QColor>
#include <QObject>
#include <QString>

namespace hearth {

/// Colours and type with which blocks are drawn. A view binds it to the theme once; `changed` redraws what is
/// shown.
class TextAppearance : public QObject {
    Q_OBJECT
    Q_PROPERTY(QColor text MEMBER text NOTIFY changed)
    Q_PROPERTY(QColor muted MEMBER muted NOTIFY changed)
    Q_PROPERTY(QColor link MEMBER link NOTIFY changed)
    Q_PROPERTY(QColor caret MEMBER caret NOTIFY changed)
    Q_PROPERTY(QColor codeGround MEMBER codeGround NOTIFY changed)
    Q_PROPERTY(QColor keyword MEMBER keyword NOTIFY changed)
    Q_PROPERTY(QColor type MEMBER type NOTIFY changed)
    Q_PROPERTY(QColor string MEMBER string NOTIFY changed)
    Q_PROPERTY(QColor number MEMBER number NOTIFY changed)
    Q_PROPERTY(QColor comment MEMBER comment NOTIFY changed)
    Q_PROPERTY(QColor name MEMBER name NOTIFY changed)
    Q_PROPERTY(QColor added MEMBER added NOTIFY changed)
    Q_PROPERTY(QColor removed MEMBER removed NOTIFY changed)
    Q_PROPERTY(QString monoFamily MEMBER monoFamily NOTIFY changed)
    Q_PROPERTY(int strongWeight MEMBER strongWeight NOTIFY changed)
    Q_PROPERTY(qreal lineHeight MEMBER lineHeight NOTIFY changed)
    Q_PROPERTY(qreal fontScale MEMBER fontScale NOTIFY changed)

 public:
    using QObject::QObject;

    QColor text;
    QColor muted;
    QColor link;
    QColor caret;
    QColor codeGround;
    QColor keyword;
    QColor type;
    QColor string;
    QColor number;
    QColor comment;
    QColor name;
    QColor added;
    QColor removed;
    QString monoFamily;
    int strongWeight = 600;
    qreal lineHeight = 1.35;  ///< of reading text, as a factor of the font's own
    qreal fontScale = 1;

 signals:
    void changed();
};

}  // namespace hearth
