#pragma once

#include "base/file.h"
#include "format/huggingface/quantization_config.h"

#include <hearth/model_file.h>
#include <hearth/result.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Where the parts of a grouped matrix lie and how its words are packed; see GroupedParts. All offsets and
/// counts of outputs are multiples of per_word().
struct GroupedLayout {
    std::string module;
    QuantizationConfig config;
    std::uint32_t inputs = 0;   ///< K
    std::uint32_t outputs = 0;  ///< N
    std::uint32_t group = 0;    ///< inputs of a group; the last may have fewer
    TensorInfo quants;
    TensorInfo zeros;
    TensorInfo scales;
    std::optional<TensorInfo> group_index;

    /// Most inputs that read_quants takes at once.
    static constexpr std::uint32_t kStretch = 32;

    std::uint32_t per_word() const { return 32 / config.bits; }
    std::uint32_t group_count() const { return (inputs + group - 1) / group; }

    /// The quants of `input_count` inputs (at most kStretch, from a multiple of it on) for a stretch of
    /// outputs: out[output · kStretch + input].
    Status read_quants(std::span<const File> files, std::uint32_t first_input, std::uint32_t input_count,
                       std::uint32_t first_output, std::uint32_t output_count,
                       std::span<std::uint8_t> out) const;
    /// The scales of one group for a stretch of outputs; bad_value where one is not finite.
    Status read_scales(std::span<const File> files, std::uint32_t group_number, std::uint32_t first_output,
                       std::span<float> out) const;
    /// The zero points of one group for a stretch of outputs, as they are subtracted.
    Status read_zeros(std::span<const File> files, std::uint32_t group_number, std::uint32_t first_output,
                      std::span<std::uint8_t> out) const;
    /// To which group each input belongs: g_idx, or stretches in order. bad_value where a group is not there.
    Result<std::vector<std::uint32_t>> read_group_index(std::span<const File> files) const;

    /// An error about the module; `problem` ends the sentence that begins with its name.
    Error error(ErrorCode code, std::span<const File> files, std::string_view problem) const;

 private:
    Status read_words(std::span<const File> files, const TensorInfo& tensor, std::uint64_t row,
                      std::uint64_t first_word, std::span<std::uint32_t> words) const;
};

/// Whether the groups are stretches of `group` inputs, in order.
bool is_in_order(std::span<const std::uint32_t> group_index, std::uint32_t group);

}  // namespace hearth
