#pragma once

#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hearth::cpu {

/// Zeroed memory straight from the operating system, aligned to pages. A page costs nothing until it is first
/// written, so a pool that is never used is free. Asks for huge pages where it spans several.
class AnonymousMemory {
 public:
    /// `purpose` names it in the error (out_of_memory).
    static Result<AnonymousMemory> map(std::uint64_t bytes, std::string_view purpose);

    AnonymousMemory() = default;
    AnonymousMemory(AnonymousMemory&& other) noexcept;
    AnonymousMemory& operator=(AnonymousMemory&& other) noexcept;
    ~AnonymousMemory();

    std::byte* data() const { return data_; }
    std::uint64_t bytes() const { return bytes_; }

 private:
    AnonymousMemory(std::byte* data, std::uint64_t bytes) : data_(data), bytes_(bytes) {}
    std::byte* data_ = nullptr;
    std::uint64_t bytes_ = 0;
};

}  // namespace hearth::cpu
