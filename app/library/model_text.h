#pragma once

#include "catalog/local_model.h"

#include <QString>

namespace hearth {

/// Whose folder a model lies in, as words in a sentence's middle: "LM Studio's folder". GUI thread.
QString modelPlace(catalog::ModelSource source);

/// Size and, where known, the model's own figures and its place: "2.5 GB · 4B · Q4_K_M · Ollama's folder".
QString modelDetail(const catalog::LocalModel& model);

}  // namespace hearth
