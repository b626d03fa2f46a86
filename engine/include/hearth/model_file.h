#pragma once

#include <hearth/dtype.h>
#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// One entry of a model file's tensor directory.
struct TensorInfo {
    std::string name;
    std::uint32_t gguf_type = 0;           ///< type number as stored; see gguf_type_info
    std::optional<DType> type;             ///< absent: a valid container type that this engine cannot compute with
    std::vector<std::uint64_t> dimensions; ///< fastest first, as stored: [columns, rows, …], 1 to 4 of them, none 0
    std::uint32_t shard = 0;               ///< which file of a sharded model holds the data
    std::uint64_t offset = 0;              ///< from the start of that file, in bytes
    std::uint64_t bytes = 0;

    std::uint64_t columns() const { return dimensions.front(); }
    /// Product of all dimensions but the first.
    std::uint64_t rows() const;
};

/// The first bytes of one file of a model that is elsewhere, e.g. on a server.
struct FileHead {
    std::string name;               ///< as shards are named, and as errors name it
    std::uint64_t file_bytes = 0;   ///< of the whole file
    std::vector<std::byte> bytes;   ///< from its start, as many as are at hand
};

/// How many first bytes of the file must be at hand before its header can be read further: more than there are, and
/// no more than `file_bytes`; nothing once the header is complete. It is a lower bound: headers do not say how long
/// they are. Fails with the codes of the container group as soon as the bytes show that this is no usable model.
Result<std::optional<std::uint64_t>> header_bytes_needed(const FileHead& head);

/// An opened, fully checked model container: every tensor range lies inside its file. Opening any shard of a sharded
/// GGUF opens the whole model. Immutable and safe to read from any thread; the files stay open while it lives.
class ModelFile {
 public:
    /// Reads headers only, never tensor data. Fails with the codes of the container group, naming file and field.
    static Result<ModelFile> open(const std::filesystem::path& path);

    /// A model of which only headers are at hand: one file, or all shards in order. Everything but tensor data can be
    /// asked of it, so that it can be planned (plan_load) and its speed predicted; read() and mapped() fail with
    /// read_failed. Checks what open() checks, sizes and shard keys included.
    static Result<ModelFile> from_heads(std::vector<FileHead> heads);

    ModelFile(ModelFile&&) noexcept;
    ModelFile& operator=(ModelFile&&) noexcept;
    ~ModelFile();

    const std::filesystem::path& path() const;  ///< of the first shard
    const Metadata& metadata() const;           ///< of the first shard
    std::uint32_t version() const;              ///< GGUF version
    std::uint64_t file_bytes() const;           ///< all shards together
    std::uint32_t shard_count() const;
    std::span<const TensorInfo> tensors() const;
    const TensorInfo* find(std::string_view name) const;
    /// Harmless oddities, one sentence each (e.g. unused bytes after the last tensor).
    std::span<const std::string> warnings() const;
    /// Whether tensor data can be read: not of a model made by from_heads().
    bool has_data() const;

    /// Copies `destination.size()` bytes of a tensor, starting `first_byte` into it. Uses pread: a file that shrank or a
    /// drive that vanished since open is read_failed, never a signal.
    Status read(const TensorInfo& tensor, std::uint64_t first_byte, std::span<std::byte> destination) const;

    /// The tensor's bytes in the memory-mapped file. A drive that vanishes under a mapping raises SIGBUS: use read()
    /// for anything but short-lived tools.
    Result<std::span<const std::byte>> mapped(const TensorInfo& tensor) const;

 private:
    friend class ModelAssembly;
    struct State;
    explicit ModelFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace hearth
