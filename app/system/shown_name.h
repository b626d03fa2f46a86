#pragma once

#include <QString>

namespace hearth {

/// Characters that turn the writing direction of what follows, until another one ends it: embeddings,
/// overrides and isolates (U+202A to U+202E, U+2066 to U+2069). Marks of direction (U+200E, U+200F) are none
/// of them: they turn nothing but themselves.
constexpr bool turnsDirection(char16_t unit) {
    return (unit >= 0x202A && unit <= 0x202E) || (unit >= 0x2066 && unit <= 0x2069);
}

/// Of these the two that show letters in another order than they are stored in: "fdp.exe" reads "exe.pdf".
constexpr bool overridesDirection(char16_t unit) {
    return unit == 0x202D || unit == 0x202E;
}

/// A name or a title from outside as one label shows it: every character that turns the direction is told as
/// "<U+202E>", so that the letters stand in their real order and the sentence around the name keeps its own.
/// Arabic and Hebrew need none of them in a name. For the eye alone: what is stored, compared, edited or
/// copied is the name itself. Pure; any thread.
QString shownName(const QString& name);

}  // namespace hearth
