#pragma once

#include "transfers/request_log.h"

#include <QString>

namespace hearth {

/// Why a request left this computer, for people: "Download of SmolLM2 135M Instruct". Plain text. GUI thread.
QString requestPurpose(const transfers::RequestRecord& record);

/// What became of it: "206 · complete". Plain text.
QString requestOutcome(const transfers::RequestOutcome& outcome);

}  // namespace hearth
