#pragma once

#include "catalog/local_model.h"

#include <QString>
#include <cstdint>

namespace hearth {

/// Whose folder a model lies in, as words in a sentence's middle: "LM Studio's folder". GUI thread.
QString modelPlace(catalog::ModelSource source);

/// The same standing alone, as a value: "LM Studio".
QString modelPlaceAlone(catalog::ModelSource source);

/// A length of context as people call it: "32k" for 32,768, "8.2k" for 8,200.
QString contextText(quint32 tokens);

/// A number of parameters as people call it: "8.2B", "70.0B", "135M".
QString parametersText(std::uint64_t parameters);

/// Size and, where known, the model's own figures and its place: "2.5 GB · 4B · Q4_K_M · Ollama's folder".
QString modelDetail(const catalog::LocalModel& model);

/// Whose it is, as hubs write it: "maker/name".
QString originText(const catalog::LocalModel& model);

}  // namespace hearth
