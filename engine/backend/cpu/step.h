#pragma once

#include "backend/backend.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hearth::cpu {

/// The step that is running, for those who run its parts.
struct Step {
    /// Where a row of the step stands.
    struct Place {
        std::uint32_t sequence = 0;  ///< index into the batch
        std::uint32_t position = 0;
    };

    Batch batch;
    std::span<float> logits;  ///< f32 [output rows, vocabulary]
    std::vector<Place> places;

    void begin(const Batch& next, std::span<float> next_logits) {
        batch = next;
        logits = next_logits;
        places.resize(batch.tokens.size());
        for (std::uint32_t i = 0; i < batch.sequences.size(); ++i) {
            const BatchSequence& sequence = batch.sequences[i];
            for (std::uint32_t token = 0; token < sequence.token_count; ++token) {
                places[sequence.first_row + token] = {i, sequence.first_position + token};
            }
        }
    }

    std::uint32_t row_count(ActivationSpec::Rows rows) const {
        return static_cast<std::uint32_t>(rows == ActivationSpec::Rows::tokens ? batch.tokens.size()
                                                                               : batch.output_rows.size());
    }
};

}  // namespace hearth::cpu
