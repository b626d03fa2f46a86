#include "transcript/text_cut.h"

#include <QTextBoundaryFinder>
#include <algorithm>

namespace hearth {

qsizetype cutPosition(QStringView text, qsizetype limit) {
    if (text.size() <= limit) {
        return text.size();
    }
    for (qsizetype at = limit; at > limit / 2; --at) {
        if (text[at - 1] == u' ' || text[at - 1] == u'\n') {
            return at;
        }
    }
    // A window suffices: no grapheme that is drawn as one is longer.
    constexpr qsizetype kWindow = 64;
    const qsizetype begin = std::max<qsizetype>(0, limit - kWindow);
    const QStringView window = text.sliced(begin, std::min(text.size() - begin, 2 * kWindow));
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, window.data(), window.size());
    finder.setPosition(limit - begin);
    if (finder.isAtBoundary()) {
        return limit;
    }
    const qsizetype before = finder.toPreviousBoundary();
    if (before > 0) {
        return begin + before;
    }
    return text[limit].isLowSurrogate() ? limit - 1 : limit;
}

}  // namespace hearth
