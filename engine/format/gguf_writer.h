#pragma once

#include "base/atomic_file.h"

#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace hearth {

/// A tensor that will be written.
struct GgufTensor {
    std::string name;
    std::uint32_t gguf_type = 0;            ///< see gguf_type_info
    std::vector<std::uint64_t> dimensions;  ///< fastest first: [columns, rows, …]
};

/// Writes a GGUF version 3 file as a stream: header first, then the bytes of each tensor in the order given,
/// in pieces of any size. The file appears under its name only when finish() succeeds (AtomicFile).
class GgufWriter {
 public:
    /// Checks all that the reader would refuse and writes the header. `general.alignment` of the metadata
    /// holds for the file. Errors: bad_key, bad_value, bad_alignment, bad_name, bad_tensor_type, bad_shape,
    /// write_failed.
    static Result<GgufWriter> create(const std::filesystem::path& path, const Metadata& metadata,
                                     std::vector<GgufTensor> tensors);

    /// Bytes of the tensor that is being written, and what is left of it; 0 when all are written.
    std::uint64_t tensor_bytes_left() const { return bytes_left_; }

    /// Appends tensor data; it may span tensors. More than the tensors hold is invalid_request.
    Status append(std::span<const std::byte> data);

    /// Makes the file durable and gives it its name; invalid_request where tensor data is missing.
    Status finish();

 private:
    GgufWriter(AtomicFile file, std::filesystem::path path, std::vector<GgufTensor> tensors,
               std::vector<std::uint64_t> sizes, std::uint64_t alignment);

    /// Pads after a finished tensor and goes on to the next one.
    Status next_tensor();

    AtomicFile file_;
    std::filesystem::path path_;
    std::vector<GgufTensor> tensors_;
    std::vector<std::uint64_t> sizes_;
    std::uint64_t alignment_;
    std::size_t current_ = 0;
    std::uint64_t bytes_left_ = 0;
};

}  // namespace hearth
