#pragma once

#include "transfers/failure.h"

#include <QString>

namespace hearth {

/// Why a download does not go on, and what to do about it, in the language of the interface. Plain text.
/// Every kind has its own sentence: one without does not compile (-Wswitch). GUI thread.
QString failureSentence(const transfers::Failure& failure);

}  // namespace hearth
