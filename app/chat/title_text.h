#pragma once

#include <QString>

namespace hearth {

/// A title cut from the first message: its first line with words, shortened at a word (or, where a language
/// has no spaces, at a whole character) with an ellipsis.
QString titleFromMessage(const QString& message);

/// What a model answered when it was asked for a title, made fit to be one: one line, without thinking,
/// quotes, marks of Markdown or a full stop. Empty where nothing usable is left.
QString titleFromAnswer(const QString& answer);

}  // namespace hearth
