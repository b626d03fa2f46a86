#include "backend/cpu/anonymous_memory.h"

#include <limits>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>

namespace hearth::cpu {

namespace {
constexpr std::uint64_t kHugePageBytes = 2ULL << 20U;
}  // namespace

Result<AnonymousMemory> AnonymousMemory::map(std::uint64_t bytes, std::string_view purpose) {
    if (bytes == 0) {
        return AnonymousMemory{};
    }
    void* data = MAP_FAILED;
    if (bytes <= std::numeric_limits<std::size_t>::max() / 2) {
        data = mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    }
    if (data == MAP_FAILED) {
        Error error{ErrorCode::out_of_memory,
                    fmt::format("The system does not give {} bytes of memory for {}.", bytes, purpose)};
        error.details.bytes_needed = bytes;
        return error;
    }
#if defined(MADV_HUGEPAGE)
    if (bytes >= 2 * kHugePageBytes) {
        // Advice: where it is not taken, pages are small and everything works.
        (void)madvise(data, static_cast<std::size_t>(bytes), MADV_HUGEPAGE);
    }
#endif
    return AnonymousMemory{static_cast<std::byte*>(data), bytes};
}

AnonymousMemory::AnonymousMemory(AnonymousMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}

AnonymousMemory& AnonymousMemory::operator=(AnonymousMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
}

AnonymousMemory::~AnonymousMemory() {
    if (data_ != nullptr) {
        munmap(data_, static_cast<std::size_t>(bytes_));
    }
}

}  // namespace hearth::cpu
