#include "format/huggingface/derived_rows.h"

#include <algorithm>
#include <vector>

namespace hearth {

Status DerivedRows::read(std::span<const File> files, std::uint64_t first_byte,
                         std::span<std::byte> destination) const {
    while (!destination.empty()) {
        const std::uint64_t row = first_byte / row_bytes_;
        const std::uint64_t inside = first_byte % row_bytes_;
        if (inside == 0 && destination.size() >= row_bytes_) {
            const std::uint64_t whole = destination.size() / row_bytes_ * row_bytes_;
            HEARTH_TRY(read_rows(files, row, destination.first(whole)));
            destination = destination.subspan(whole);
            first_byte += whole;
            continue;
        }
        std::vector<std::byte> one(row_bytes_);
        HEARTH_TRY(read_rows(files, row, one));
        const std::uint64_t count = std::min<std::uint64_t>(destination.size(), row_bytes_ - inside);
        std::copy_n(one.begin() + static_cast<std::ptrdiff_t>(inside), count, destination.begin());
        destination = destination.subspan(count);
        first_byte += count;
    }
    return {};
}

}  // namespace hearth
