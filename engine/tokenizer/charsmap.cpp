#include "tokenizer/charsmap.h"

namespace hearth::tokenizer {

namespace {

constexpr std::uint32_t value_bit = 1U << 31U;

std::uint32_t label_of(std::uint32_t unit) {
    return unit & (value_bit | 0xFFU);
}
bool has_leaf(std::uint32_t unit) {
    return (unit >> 8U & 1U) != 0;
}
std::uint32_t offset_of(std::uint32_t unit) {
    return unit >> 10U << ((unit & 1U << 9U) >> 6U);
}

std::uint32_t little_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << 8U * i;
    }
    return value;
}

}  // namespace

std::optional<Charsmap> Charsmap::parse(std::string_view blob) {
    if (blob.size() < 4) {
        return std::nullopt;
    }
    const std::size_t array_bytes = little_endian(blob);
    blob.remove_prefix(4);
    if (array_bytes % 4 != 0 || array_bytes == 0 || array_bytes >= blob.size() || blob.back() != '\0') {
        return std::nullopt;
    }
    Charsmap map;
    map.units_.reserve(array_bytes / 4);
    for (std::size_t at = 0; at < array_bytes; at += 4) {
        map.units_.push_back(little_endian(blob.substr(at)));
    }
    map.replacements_ = blob.substr(array_bytes);
    return map;
}

Charsmap::Replacement Charsmap::longest_prefix(std::string_view text) const {
    if (units_.empty()) {
        return {{}, 0};
    }
    Replacement longest{{}, 0};
    std::size_t node = offset_of(units_[0]);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        node ^= byte;
        if (byte == 0 || node >= units_.size() || label_of(units_[node]) != byte) {
            break;
        }
        const std::uint32_t unit = units_[node];
        node ^= offset_of(unit);
        if (has_leaf(unit) && node < units_.size()) {
            const std::size_t begin = units_[node] & ~value_bit;
            if (begin < replacements_.size()) {
                // The blob ends with a zero byte, so there always is one.
                const std::string_view rest = std::string_view(replacements_).substr(begin);
                longest = {rest.substr(0, rest.find('\0')), i + 1};
            }
        }
    }
    return longest;
}

}  // namespace hearth::tokenizer
