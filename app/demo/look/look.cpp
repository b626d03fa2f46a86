#include "demo/look/look.h"

#include "demo/look/contrast.h"
#include "demo/look/text_pieces.h"

#include <QQuickItem>
#include <QQuickWindow>
#include <algorithm>

namespace hearth {

namespace {

constexpr double kLeastContrast = 4.5;
/// What cannot be used now has no least contrast in the WCAG; it must be seen all the same.
constexpr double kLeastContrastOfDisabled = 2.5;
/// Lines of text may touch: ascenders and descenders seldom fill a line.
constexpr double kOverlapTolerance = 3;
constexpr int kLongestQuote = 80;

QString quoted(const QString& text) {
    const QString line = text.simplified();
    return line.size() > kLongestQuote ? line.left(kLongestQuote) + QChar(0x2026) : line;
}

/// An English sentence rather than a name: three words in small letters.
bool looksLikeEnglish(const QString& text) {
    if (holdsCjk(text)) {
        return false;
    }
    static const QRegularExpression word(QStringLiteral("(?<![\\w/.\\-])[a-z]{2,}(?![\\w/.\\-])"));
    int words = 0;
    for (QRegularExpressionMatchIterator it = word.globalMatch(text); it.hasNext(); it.next()) {
        ++words;
    }
    return words >= 3;
}

class Look {
 public:
    Look(const QQuickWindow& window, const QImage& image, const TranslationTable& translations)
        : m_image(image),
          m_translations(translations),
          m_scale(image.width() / std::max(1.0, static_cast<double>(window.width()))),
          m_texts(textsOf(window)) {}

    QList<Finding> findings() {
        for (const TextPiece& piece : std::as_const(m_texts.pieces)) {
            checkClipping(piece);
            checkTranslation(piece);
            checkContrast(piece);
        }
        checkOverlaps();
        return m_findings;
    }

 private:
    void add(Finding::Kind kind, const TextPiece& piece, const QString& detail) {
        m_findings.append(
            {kind, quoted(piece.text), detail, placeInTree(*piece.item), piece.painted.toAlignedRect()});
    }

    void checkClipping(const TextPiece& piece) {
        if (piece.elided && !piece.explained) {
            add(Finding::Kind::Clipped, piece, QStringLiteral("shortened, and no tip shows the whole text"));
        } else if (piece.cutAcross && !piece.editable) {
            add(Finding::Kind::Clipped, piece,
                QStringLiteral("%1×%2 of %3×%4 can be seen")
                    .arg(piece.visible.width(), 0, 'f', 0)
                    .arg(piece.visible.height(), 0, 'f', 0)
                    .arg(piece.painted.width(), 0, 'f', 0)
                    .arg(piece.painted.height(), 0, 'f', 0));
        }
    }

    void checkTranslation(const TextPiece& piece) {
        if (m_translations.isEmpty() || piece.editable) {
            return;
        }
        const QString source = m_translations.englishSource(piece.text);
        if (!source.isEmpty()) {
            add(Finding::Kind::Untranslated, piece,
                QStringLiteral("has a translation: “%1”").arg(quoted(source)));
        } else if (piece.item->inherits("QQuickText") && looksLikeEnglish(piece.text)) {
            add(Finding::Kind::Untranslated, piece,
                QStringLiteral("an English sentence without a translation"));
        }
    }

    void checkContrast(const TextPiece& piece) {
        // What is partly hidden has two grounds; it is looked at where nothing lies over it.
        if (piece.behindScrim || piece.visible.isEmpty() || m_texts.isTouched(piece.visible, piece.order)) {
            return;
        }
        const QRectF around = piece.visible.adjusted(-1, -1, 1, 1);
        const QRect pixels = QRectF(around.topLeft() * m_scale, around.size() * m_scale).toAlignedRect();
        const std::optional<QColor> ground = groundColor(m_image, pixels);
        if (!ground) {
            return;
        }
        const double ratio = contrastRatio(blended(piece.color, piece.opacity, *ground), *ground);
        const double least = piece.enabled ? kLeastContrast : kLeastContrastOfDisabled;
        if (ratio < least) {
            add(Finding::Kind::LowContrast, piece,
                QStringLiteral("%1 of at least %2: %3 on %4")
                    .arg(ratio, 0, 'f', 2)
                    .arg(least, 0, 'f', 1)
                    .arg(piece.color.name(), ground->name()));
        }
    }

    void checkOverlaps() {
        for (qsizetype i = 0; i < m_texts.pieces.size(); ++i) {
            for (qsizetype j = i + 1; j < m_texts.pieces.size(); ++j) {
                const TextPiece& below = m_texts.pieces[i];
                const TextPiece& above = m_texts.pieces[j];
                const QRectF common = below.visible.intersected(above.visible);
                if (common.width() > kOverlapTolerance && common.height() > kOverlapTolerance &&
                    !m_texts.isCovered(common, below.order, above.order)) {
                    add(Finding::Kind::Overlapping, above,
                        QStringLiteral("%1×%2 over “%3”")
                            .arg(common.width(), 0, 'f', 0)
                            .arg(common.height(), 0, 'f', 0)
                            .arg(quoted(below.text)));
                }
            }
        }
    }

    const QImage& m_image;
    const TranslationTable& m_translations;
    const double m_scale;
    const WindowTexts m_texts;
    QList<Finding> m_findings;
};

}  // namespace

QString findingName(Finding::Kind kind) {
    switch (kind) {
        case Finding::Kind::Clipped:
            return QStringLiteral("clipped");
        case Finding::Kind::Overlapping:
            return QStringLiteral("overlapping");
        case Finding::Kind::Untranslated:
            return QStringLiteral("untranslated");
        case Finding::Kind::LowContrast:
            return QStringLiteral("contrast");
    }
    return {};
}

QList<Finding> lookAt(const QQuickWindow& window, const QImage& image, const TranslationTable& translations) {
    return Look(window, image, translations).findings();
}

}  // namespace hearth
