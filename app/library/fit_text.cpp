#include "library/fit_text.h"

#include "library/model_text.h"
#include "system/human_format.h"

#include <QCoreApplication>
#include <QStringList>
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
/// What most people take; every probe measures it.
constexpr DType kRoughType = DType::q4_k;

class FitText {
    Q_DECLARE_TR_FUNCTIONS(FitText)

 public:
    static QString speed(const Prospect& prospect) {
        return !prospect.tokens_per_second ? QString() : prospect.rough ? about(prospect) : exact(prospect);
    }

    static QString line(const Prospect& prospect) {
        const QString speed = FitText::speed(prospect);
        switch (verdictOf(prospect)) {
            case FitVerdict::unknown:
                return {};
            case FitVerdict::fits:
                return joined(prospect.rough ? tr("Probably fits") : tr("Fits"), speed);
            case FitVerdict::tight: {
                const QString context =
                    prospect.context_tokens != 0 && prospect.context_tokens < kTightContext
                        ? tr("%1 context", "a number of tokens").arg(contextText(prospect.context_tokens))
                        : QString();
                return joined(prospect.rough ? tr("Probably tight") : tr("Tight"), speed, context);
            }
            case FitVerdict::does_not_fit: {
                const QString more =
                    formatBytes(prospect.memory_bytes - std::min(prospect.memory_bytes, prospect.free_bytes));
                return prospect.rough ? tr("Probably does not fit · needs about %1 more").arg(more)
                                      : tr("Does not fit · needs %1 more").arg(more);
            }
        }
        return {};
    }

    static QString memory(const Prospect& prospect) {
        const QString bytes = formatBytes(prospect.memory_bytes);
        return prospect.rough ? tr("about %1 in use").arg(bytes) : tr("%1 in use", "memory").arg(bytes);
    }

 private:
    static QString exact(const Prospect& prospect) {
        return tr("%1 tokens/s").arg(formatRate(*prospect.tokens_per_second));
    }
    static QString about(const Prospect& prospect) {
        return tr("about %1 tokens/s").arg(formatRate(*prospect.tokens_per_second));
    }
    static QString joined(const QString& verdict, const QString& speed, const QString& context = {}) {
        QStringList parts{verdict, speed, context};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
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
        const auto measured = std::ranges::find(device->probe.types, kRoughType, &TypeSpeed::type);
        if (measured != device->probe.types.end()) {
            prospect.tokens_per_second =
                measured->streamed_bytes_per_s / static_cast<double>(weightsBytes) * device->decode_factor;
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
