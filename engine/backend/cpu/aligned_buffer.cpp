#include "backend/cpu/aligned_buffer.h"

#include <cstring>
#include <new>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace hearth::cpu {
namespace {

#ifdef __linux__
constexpr std::size_t kHugePage = std::size_t{2} << 20U;
#endif

}  // namespace

AlignedBuffer::AlignedBuffer(std::size_t bytes) {
    if (bytes == 0) {
        return;
    }
#ifdef __linux__
    // Below a few huge pages the rounding would cost more memory than the page walks cost time.
    if (bytes >= 4 * kHugePage) {
        void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (address == MAP_FAILED) {
            return;
        }
        madvise(address, bytes, MADV_HUGEPAGE);  // a wish: small pages work too
        data_ = static_cast<std::byte*>(address);
        size_ = bytes;
        mapped_ = true;
        return;
    }
#endif
    data_ = static_cast<std::byte*>(::operator new (bytes, std::align_val_t{kAlignment}, std::nothrow));
    if (data_ != nullptr) {
        std::memset(data_, 0, bytes);
        size_ = bytes;
    }
}

AlignedBuffer::AlignedBuffer(AlignedBuffer&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, 0)),
      mapped_(std::exchange(other.mapped_, false)) {}

AlignedBuffer& AlignedBuffer::operator=(AlignedBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(mapped_, other.mapped_);
    return *this;
}

AlignedBuffer::~AlignedBuffer() {
#ifdef __linux__
    if (mapped_) {
        munmap(data_, size_);
        return;
    }
#endif
    ::operator delete (data_, std::align_val_t{kAlignment});
}

}  // namespace hearth::cpu
