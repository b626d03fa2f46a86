#include "library/fit_text.h"

#include "library/model_text.h"
#include "system/human_format.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace hearth {

namespace {

/// A model that takes more of the free memory than this leaves little to other programs.
constexpr double kTightShare = 0.85;
/// Fewer tokens hold no long conversation.
constexpr std::uint32_t kTightContext = 4096;
/// Beside the weights: chats of usual length and the workspace, by the size of the weights. Models of 0.1 to
/// 30 billion parameters need between 6 and 25 % more; the header tells exactly.
constexpr double kRoughOverhead = 0.12;
constexpr std::uint64_t kRoughLeast = 200'000'000;

class FitText {
    Q_DECLARE_TR_FUNCTIONS(FitText)

 public:
    static QString speed(const Prospect& prospect) {
        return prospect.tokens_per_second ? tr("%1 tok/s").arg(formatRate(*prospect.tokens_per_second))
                                          : QString();
    }

    static QString line(const Prospect& prospect) {
        const QString speed = prospect.tokens_per_second
                                  ? tr("about %1 tok/s").arg(formatRate(*prospect.tokens_per_second))
                                  : QString();
        switch (verdictOf(prospect)) {
            case FitVerdict::unknown:
                return {};
            case FitVerdict::fits:
                return speed.isEmpty() ? tr("Fits") : tr("Fits · %1").arg(speed);
            case FitVerdict::tight: {
                QStringList parts;
                if (!speed.isEmpty()) {
                    parts << speed;
                }
                if (prospect.context_tokens != 0 && prospect.context_tokens < kTightContext) {
                    parts << tr("%1 context", "a number of tokens").arg(contextText(prospect.context_tokens));
                }
                return parts.isEmpty() ? tr("Tight") : tr("Tight · %1").arg(parts.join(QStringLiteral(", ")));
            }
            case FitVerdict::does_not_fit:
                return tr("Does not fit · needs %1 more")
                    .arg(formatBytes(prospect.memory_bytes -
                                     std::min(prospect.memory_bytes, prospect.free_bytes)));
        }
        return {};
    }

    static QString memory(const Prospect& prospect) {
        return tr("%1 in use", "memory").arg(formatBytes(prospect.memory_bytes));
    }
};

}  // namespace

Prospect prospectOf(const fit::Fit& fit) {
    return {.memory_bytes = fit.total_bytes(),
            .free_bytes = fit.free_bytes,
            .context_tokens = fit.context_tokens,
            .tokens_per_second = fit.decode_tokens_per_s,
            .fits = fit.fits};
}

Prospect prospectOfSibling(const fit::Fit& known, std::uint64_t knownBytes, std::uint64_t bytes) {
    Prospect prospect = prospectOf(known);
    if (knownBytes == 0) {
        return prospect;
    }
    const double ratio = static_cast<double>(bytes) / static_cast<double>(knownBytes);
    const auto weights =
        static_cast<std::uint64_t>(std::llround(static_cast<double>(known.weights_bytes) * ratio));
    prospect.memory_bytes = weights + known.kv_bytes + known.workspace_bytes;
    prospect.fits = prospect.memory_bytes <= prospect.free_bytes;
    if (prospect.tokens_per_second && ratio > 0) {
        // Reading the weights is nearly all the work of a token.
        prospect.tokens_per_second = *prospect.tokens_per_second / ratio;
    }
    prospect.rough = true;
    return prospect;
}

Prospect roughProspect(std::uint64_t weightsBytes, std::uint64_t freeBytes,
                       const std::optional<fit::DeviceSpeed>& device) {
    const auto overhead = static_cast<std::uint64_t>(static_cast<double>(weightsBytes) * kRoughOverhead);
    Prospect prospect{.memory_bytes = weightsBytes + std::max(kRoughLeast, overhead),
                      .free_bytes = freeBytes,
                      .rough = true};
    prospect.fits = prospect.memory_bytes <= freeBytes;
    if (device && weightsBytes > 0) {
        // At the speed of the type that is taken most; where it was not measured, of the slowest.
        const auto& types = device->probe.types;
        auto type = std::ranges::find(types, DType::q4_k, &TypeSpeed::type);
        if (type == types.end()) {
            type = std::ranges::min_element(types, {}, &TypeSpeed::streamed_bytes_per_s);
        }
        if (type != types.end() && type->streamed_bytes_per_s > 0) {
            const double seconds = static_cast<double>(weightsBytes) / type->streamed_bytes_per_s +
                                   device->probe.seconds_per_step;
            prospect.tokens_per_second = device->decode_factor / seconds;
        }
    }
    return prospect;
}

FitVerdict verdictOf(const Prospect& prospect) {
    if (prospect.memory_bytes == 0) {
        return FitVerdict::unknown;
    }
    if (!prospect.fits) {
        return FitVerdict::does_not_fit;
    }
    const bool full =
        static_cast<double>(prospect.memory_bytes) > kTightShare * static_cast<double>(prospect.free_bytes);
    const bool shortContext = prospect.context_tokens != 0 && prospect.context_tokens < kTightContext;
    return full || shortContext ? FitVerdict::tight : FitVerdict::fits;
}

QString prospectText(const Prospect& prospect) {
    return FitText::line(prospect);
}

QString memoryText(const Prospect& prospect) {
    return FitText::memory(prospect);
}

QString speedText(const Prospect& prospect) {
    return FitText::speed(prospect);
}

}  // namespace hearth
