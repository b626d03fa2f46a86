#pragma once

#include "format/byte_source.h"

#include <hearth/result.h>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// Reads the header of a GGUF file from front to back through a small window, and makes the errors: it knows
/// the file and the field that is being read. Nothing is allocated by a number from the file before that
/// number was compared with the bytes that are left and with the memory that a header may take.
class GgufReader {
 public:
    /// Decoded headers may take this much memory; the largest in use take a tenth of it. It bounds what a
    /// small sparse file that declares gigabytes of metadata can make us allocate.
    static constexpr std::uint64_t kMaxDecodedBytes = std::uint64_t{512} << 20U;

    /// `source` outlives it. `file` is the name for errors.
    GgufReader(const ByteSource& source, std::string file);

    const std::string& file() const { return file_; }
    std::uint64_t file_size() const { return source_.size(); }
    std::uint64_t position() const { return window_start_ + window_position_; }
    std::uint64_t remaining() const { return source_.size() - position(); }

    /// Names what is read from here on, for errors: a header field, metadata key or tensor by number or by
    /// name.
    void enter_header(std::string_view field);
    void enter_key(std::uint64_t number);
    void enter_key(std::string_view key);
    void enter_tensor(std::uint64_t number);
    void enter_tensor(std::string_view name);

    /// The error of the current field; `problem` ends the sentence that begins with the field.
    Error error(ErrorCode code, std::string_view problem, std::string expected = {},
                std::string actual = {}) const;
    /// header_truncated: `needed` more bytes were to come.
    Error truncated(std::uint64_t needed) const;

    /// header_truncated where the file ends before.
    Status read_bytes(std::span<std::byte> destination);

    template <class T>
    requires std::integral<T> || std::floating_point<T> Result<T> read() {
        T value{};
        HEARTH_TRY(read_bytes(std::as_writable_bytes(std::span(&value, 1))));
        return value;
    }

    /// A 64-bit length and so many bytes. Errors: string_too_long.
    Result<std::string> read_string();

    /// Counts memory that is about to be taken; the error (with `code`) where it would be too much.
    Status charge(std::uint64_t count, std::uint64_t bytes_each, ErrorCode code);

 private:
    enum class Section : std::uint8_t { header, key, tensor };

    Status fill_window();

    const ByteSource& source_;
    std::string file_;
    Section section_ = Section::header;
    std::string field_;
    std::uint64_t decoded_bytes_ = 0;
    std::vector<std::byte> window_;
    std::uint64_t window_start_ = 0;
    std::size_t window_position_ = 0;
};

}  // namespace hearth
