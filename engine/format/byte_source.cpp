#include "format/byte_source.h"

namespace hearth {

Status MemorySource::read_at(std::uint64_t offset, std::span<std::byte> destination) const {
    if (offset > bytes_.size() || destination.size() > bytes_.size() - offset) {
        Error error{ErrorCode::read_failed, "the bytes asked for are not in memory"};
        error.details.bytes_needed = offset + destination.size();
        error.details.bytes_available = bytes_.size();
        return error;
    }
    std::ranges::copy(bytes_.subspan(static_cast<std::size_t>(offset), destination.size()),
                      destination.begin());
    return {};
}

}  // namespace hearth
