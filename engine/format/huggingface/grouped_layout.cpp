#include "format/huggingface/grouped_layout.h"

#include "format/file_error.h"
#include "tensor/codec.h"

#include <array>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

namespace hearth {

namespace {

/// Output that stands at nibble i of a word of AWQ (github.com/mit-han-lab/llm-awq, its GEMM kernels).
constexpr std::array<std::uint8_t, 8> kAwqOrder = {0, 2, 4, 6, 1, 3, 5, 7};

/// The eight nibbles of a word as bytes, lowest first.
std::uint64_t spread_nibbles(std::uint32_t word) {
    std::uint64_t spread = word;
    spread = (spread | spread << 16U) & 0x0000'FFFF'0000'FFFFULL;
    spread = (spread | spread << 8U) & 0x00FF'00FF'00FF'00FFULL;
    return (spread | spread << 4U) & 0x0F0F'0F0F'0F0F'0F0FULL;
}

/// The quants of a word as bytes, lowest first.
void unpack_word(std::uint32_t word, std::uint32_t bits, std::uint8_t* out) {
    if (bits == 8) {
        std::memcpy(out, &word, sizeof word);
    } else {
        const std::uint64_t bytes = spread_nibbles(word);
        std::memcpy(out, &bytes, sizeof bytes);
    }
}

}  // namespace

Error GroupedLayout::error(ErrorCode code, std::span<const File> files, std::string_view problem) const {
    return file_error(code, files[quants.shard].path(), module,
                      fmt::format("matrix \"{}\" {}", escaped(module), problem));
}

Status GroupedLayout::read_words(std::span<const File> files, const TensorInfo& tensor, std::uint64_t row,
                                 std::uint64_t first_word, std::span<std::uint32_t> words) const {
    const std::uint64_t offset =
        tensor.offset + (row * tensor.columns() + first_word) * sizeof(std::uint32_t);
    return files[tensor.shard].read_at(offset, std::as_writable_bytes(words));
}

Status GroupedLayout::read_quants(std::span<const File> files, std::uint32_t first_input,
                                  std::uint32_t input_count, std::uint32_t first_output,
                                  std::uint32_t output_count, std::span<std::uint8_t> out) const {
    const std::uint32_t packed = per_word();
    if (config.method == QuantizationConfig::Method::gptq) {
        std::vector<std::uint32_t> words(output_count);
        for (std::uint32_t input = 0; input < input_count; input += packed) {
            HEARTH_TRY(read_words(files, quants, (first_input + input) / packed, first_output, words));
            for (std::uint32_t output = 0; output < output_count; ++output) {
                unpack_word(words[output], config.bits,
                            out.data() + std::uint64_t{output} * kStretch + input);
            }
        }
        return {};
    }
    std::vector<std::uint32_t> words(output_count / packed);
    for (std::uint32_t input = 0; input < input_count; ++input) {
        HEARTH_TRY(read_words(files, quants, first_input + input, first_output / packed, words));
        std::uint8_t* to = out.data() + input;
        for (const std::uint32_t word : words) {
            for (std::uint32_t i = 0; i < packed; ++i) {
                to[kAwqOrder[i] * kStretch] = word >> (4 * i) & 15U;
            }
            to += packed * kStretch;
        }
    }
    return {};
}

Status GroupedLayout::read_scales(std::span<const File> files, std::uint32_t group_number,
                                  std::uint32_t first_output, std::span<float> out) const {
    const std::uint64_t value_bytes = dtype_info(*scales.type).block_bytes;
    std::vector<std::byte> stored(out.size() * value_bytes);
    HEARTH_TRY(files[scales.shard].read_at(
        scales.offset + (std::uint64_t{group_number} * outputs + first_output) * value_bytes, stored));
    dequantize(*scales.type, stored, out);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (!std::isfinite(out[i])) {
            return error(
                ErrorCode::bad_value, files,
                fmt::format("has a scale that is no number, in row {}, group {}: the file is damaged",
                            first_output + i, group_number));
        }
    }
    return {};
}

Status GroupedLayout::read_zeros(std::span<const File> files, std::uint32_t group_number,
                                 std::uint32_t first_output, std::span<std::uint8_t> out) const {
    const std::uint32_t packed = per_word();
    const auto mask = static_cast<std::uint8_t>((1U << config.bits) - 1U);
    std::vector<std::uint32_t> words(out.size() / packed);
    HEARTH_TRY(read_words(files, zeros, group_number, first_output / packed, words));
    std::array<std::uint8_t, 8> unpacked{};
    for (std::size_t w = 0; w < words.size(); ++w) {
        unpack_word(words[w], config.bits, unpacked.data());
        for (std::uint32_t i = 0; i < packed; ++i) {
            const std::uint32_t place = config.method == QuantizationConfig::Method::awq ? kAwqOrder[i] : i;
            // A zero of 0 is stored as the largest number where one is taken off.
            const unsigned zero = unpacked[i] + (config.zeros_less_one ? 1U : 0U);
            out[w * packed + place] = static_cast<std::uint8_t>(zero & mask);
        }
    }
    return {};
}

Result<std::vector<std::uint32_t>> GroupedLayout::read_group_index(std::span<const File> files) const {
    std::vector<std::uint32_t> index(inputs);
    if (!group_index) {
        for (std::uint32_t input = 0; input < inputs; ++input) {
            index[input] = input / group;
        }
        return index;
    }
    HEARTH_TRY(
        files[group_index->shard].read_at(group_index->offset, std::as_writable_bytes(std::span(index))));
    for (std::uint32_t input = 0; input < inputs; ++input) {
        if (index[input] >= group_count()) {
            return error(ErrorCode::bad_value, files,
                         fmt::format("has input {} in group {}, but there are {} groups", input, index[input],
                                     group_count()));
        }
    }
    return index;
}

bool is_in_order(std::span<const std::uint32_t> group_index, std::uint32_t group) {
    for (std::size_t input = 0; input < group_index.size(); ++input) {
        if (group_index[input] != input / group) {
            return false;
        }
    }
    return true;
}

}  // namespace hearth
