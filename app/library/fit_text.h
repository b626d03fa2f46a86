#pragma once

#include "fit/fit.h"

#include <QString>
#include <cstdint>
#include <optional>

namespace hearth {

/// How a model would do here, in plain words.
enum class FitVerdict : std::uint8_t {
    unknown,
    fits,
    tight,  ///< fits, but leaves little memory or little context
    does_not_fit,
};

/// Memory and speed of a model before it is here.
struct Prospect {
    std::uint64_t memory_bytes = 0;  ///< weights, chats and workspace
    std::uint64_t free_bytes = 0;
    std::uint32_t context_tokens = 0;  ///< 0: not known
    std::optional<double> tokens_per_second{};
    bool fits = false;
    bool rough = false;  ///< from sizes alone, not from the header
};

Prospect prospectOf(const fit::Fit& fit);
/// The same for other files of that model, from the sizes of both: what changes is the weights.
Prospect prospectOfSibling(const fit::Fit& known, std::uint64_t knownBytes, std::uint64_t bytes);
/// Of a model of which only the size of its weights is known, as Q4_K. `device` absent: no speed.
Prospect roughProspect(std::uint64_t weightsBytes, std::uint64_t freeBytes,
                       const std::optional<fit::DeviceSpeed>& device);

FitVerdict verdictOf(const Prospect& prospect);

/// "Fits · 58 tokens/s", "Tight · 22 tokens/s · 4k context", "Does not fit · needs 6.4 GB more"; of an
/// estimate "Probably fits · about 58 tokens/s". Plain text in the language of the interface.
QString prospectText(const Prospect& prospect);
/// "6.1 GB in use", of an estimate "about 6.1 GB in use".
QString memoryText(const Prospect& prospect);
/// "58 tokens/s", of an estimate "about 58 tokens/s"; empty where no speed is known.
QString speedText(const Prospect& prospect);

}  // namespace hearth
