#include "chat/sampling.h"

namespace hearth {

SamplingParameters samplingFrom(const ParameterValues& values, std::uint64_t seed) {
    SamplingParameters sampling;
    sampling.temperature = static_cast<float>(values.temperature);
    sampling.repetition_penalty = static_cast<float>(values.repetitionPenalty);
    sampling.frequency_penalty = static_cast<float>(values.frequencyPenalty);
    sampling.presence_penalty = static_cast<float>(values.presencePenalty);
    if (values.topK > 0) {
        sampling.top_k = static_cast<std::uint32_t>(values.topK);
    }
    if (values.topP < 1.0) {
        sampling.top_p = static_cast<float>(values.topP);
    }
    if (values.minP > 0.0) {
        sampling.min_p = static_cast<float>(values.minP);
    }
    sampling.seed = values.seed.value_or(seed);
    return sampling;
}

}  // namespace hearth
