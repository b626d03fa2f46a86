#pragma once

#include <QChar>

namespace hearth {

/// A space or tab: what CommonMark calls blank inside a line.
inline bool isBlank(QChar character) {
    return character == u' ' || character == u'\t';
}

}  // namespace hearth
