#pragma once

#include <QString>
#include <QStringView>
#include <optional>

namespace hearth {

enum class MathPlace : quint8 { Inline, Display };

/// LaTeX maths as text a person can read: Greek letters, raised and lowered digits, a⁄b, √, operators. Lines
/// of an environment are separated by line feeds (by "; " inline). Nullopt where it holds a command that is
/// not known: then the source is the honest thing to show.
std::optional<QString> readableMath(QStringView tex, MathPlace place);

}  // namespace hearth
