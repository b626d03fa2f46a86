#include "library/quantization_text.h"

#include <QCoreApplication>
#include <QRegularExpression>

namespace hearth {

namespace {

/// Bits of a weight, by the name: those of the formats that have none in it are known. 0: not known.
int bitsOf(const QString& name) {
    const QString upper = name.toUpper();
    if (upper.contains(QLatin1String("AWQ")) || upper.contains(QLatin1String("GPTQ"))) {
        return 4;
    }
    static const QRegularExpression number(QStringLiteral("^(?:UD-)?(?:I?Q|TQ|BF|F|MXFP|FP|INT)(\\d+)"));
    const QRegularExpressionMatch match = number.match(upper);
    return match.hasMatch() ? match.capturedView(1).toInt() : 0;
}

class QuantizationText {
    Q_DECLARE_TR_FUNCTIONS(QuantizationText)

 public:
    static QString meaning(int bits) {
        switch (bits) {
            case 1:
            case 2:
                return tr("smallest, but rough");
            case 3:
                return tr("small, a little rough");
            case 4:
                return tr("good balance");
            case 5:
                return tr("a bit more exact");
            case 6:
                return tr("nearly exact");
            case 8:
                return tr("practically exact");
            case 16:
            case 32:
                return tr("the original");
            default:
                return {};
        }
    }
};

}  // namespace

QString quantizationMeaning(const QString& name) {
    return QuantizationText::meaning(bitsOf(name));
}

}  // namespace hearth
