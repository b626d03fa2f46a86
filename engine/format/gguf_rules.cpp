#include "format/gguf_rules.h"

#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hearth {

std::variant<std::uint64_t, std::string> tensor_bytes(const GgufTypeInfo& type,
                                                      std::span<const std::uint64_t> dimensions) {
    constexpr std::size_t kMaxDimensions = 4;
    if (dimensions.empty() || dimensions.size() > kMaxDimensions) {
        return fmt::format("has {} dimensions, but 1 to {} are possible", dimensions.size(), kMaxDimensions);
    }
    std::uint64_t values = 1;
    for (const std::uint64_t dimension : dimensions) {
        if (dimension == 0) {
            return fmt::format("has the shape [{}] with a dimension of 0", fmt::join(dimensions, ", "));
        }
        if (dimension > kMaxFileBytes / values) {
            return fmt::format("has the impossible shape [{}]: more than 2^63 values",
                               fmt::join(dimensions, ", "));
        }
        values *= dimension;
    }
    if (dimensions.front() % type.block_values != 0) {
        return fmt::format("has rows of {} values, but {} is stored in blocks of {}", dimensions.front(),
                           type.name, type.block_values);
    }
    const std::uint64_t blocks = values / type.block_values;
    if (blocks > kMaxFileBytes / type.block_bytes) {
        return fmt::format("has the impossible shape [{}]: more than 2^63 bytes",
                           fmt::join(dimensions, ", "));
    }
    return blocks * type.block_bytes;
}

std::uint64_t align_up(std::uint64_t offset, std::uint64_t alignment) {
    return (offset + alignment - 1) & ~(alignment - 1);
}

bool is_alignment(std::uint64_t value) {
    return std::has_single_bit(value) && value >= kMinAlignment && value <= kMaxAlignment;
}

}  // namespace hearth
