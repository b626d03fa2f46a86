#pragma once

#include <hearth/error.h>

#include <QString>

namespace hearth {

/// What went wrong, for a person, in the language of the interface: what happened, which file, field or
/// numbers, and what to do about it. Plain text: show it with Text.PlainText. Every ErrorCode has its own
/// sentence; a code without one does not compile (-Wswitch) and fails the test. GUI thread.
QString errorSentence(const Error& error);

/// The same error for a bug report: its stable name and the English message with all its details. Never
/// translated.
QString errorReport(const Error& error);

}  // namespace hearth
