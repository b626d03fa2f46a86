#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hearth::cpu {

/// Zeroed memory aligned to cache lines, on huge pages where the system gives them and the size is worth it.
/// Move-only; empty after a failed allocation or a move.
class AlignedBuffer {
 public:
    static constexpr std::size_t kAlignment = 64;

    AlignedBuffer() = default;
    /// `empty()` afterwards when there is no memory.
    explicit AlignedBuffer(std::size_t bytes);
    AlignedBuffer(AlignedBuffer&& other) noexcept;
    AlignedBuffer& operator=(AlignedBuffer&& other) noexcept;
    ~AlignedBuffer();

    bool empty() const { return data_ == nullptr; }
    std::byte* data() { return data_; }
    const std::byte* data() const { return data_; }
    std::size_t size() const { return size_; }

 private:
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
    bool mapped_ = false;
};

}  // namespace hearth::cpu
