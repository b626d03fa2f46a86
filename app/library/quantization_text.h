#pragma once

#include <QString>

namespace hearth {

/// What the name of a quantization ("Q4_K_M", "IQ2_XXS", "BF16", "AWQ") means for answers, in a few plain
/// words without a full stop; empty for a name that tells nothing. GUI thread.
QString quantizationMeaning(const QString& name);

}  // namespace hearth
