#pragma once

#include "catalog/library.h"

#include <QString>

namespace hearth {

/// Sentences about models on this computer, in the language of the interface. Plain text. GUI thread.

/// Why a model cannot be used now, and what to do about it; empty where it is ready.
QString localModelReason(const catalog::LocalModel& model);
/// Why a model should not be used though it could be; empty where nothing speaks against it.
QString modelDoubt(const catalog::LocalModel& model);
/// What a check of its files found.
QString verdictSentence(const QString& name, const catalog::Verification& verification);
/// How the list is kept where that is not as it should be; empty where it is.
QString libraryNotice(const catalog::LibraryReport& report);
/// Why the library cannot be moved, removed from or checked.
QString libraryProblem(const Error& error);

}  // namespace hearth
