#pragma once

#include <QChar>
#include <QStringView>
#include <optional>

namespace hearth {

enum class MathClass : quint8 {
    Ordinary,
    Operator,  ///< set apart by spaces
    Large,     ///< sums and integrals
    Name,      ///< written as a word: sin, lim
};

struct MathSymbol {
    QStringView command;  ///< without the backslash
    QStringView text;
    MathClass kind;
};

/// The symbol of a command, or null.
const MathSymbol* mathSymbol(QStringView command);
/// The raised or lowered form of a character, if Unicode has one.
std::optional<QChar> superscript(QChar character);
std::optional<QChar> subscript(QChar character);

}  // namespace hearth
