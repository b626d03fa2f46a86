#include "format/byte_source.h"

#include <algorithm>

namespace hearth {

Status FileSource::read_at(std::uint64_t offset, std::span<std::byte> destination) const {
    return file_.read_at(offset, destination);
}

Status MemorySource::read_at(std::uint64_t offset, std::span<std::byte> destination) const {
    if (offset > bytes_.size() || destination.size() > bytes_.size() - offset) {
        return Error{ErrorCode::read_failed, "the bytes asked for are not in memory"};
    }
    std::ranges::copy(bytes_.subspan(static_cast<std::size_t>(offset), destination.size()),
                      destination.begin());
    return {};
}

}  // namespace hearth
