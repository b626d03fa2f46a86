#pragma once

#include <hearth/dtype.h>
#include <hearth/metadata.h>
#include <hearth/result.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

/// The formats that models come in.
enum class ModelFormat : std::uint8_t {
    gguf,
    safetensors,  ///< a Hugging Face checkpoint: a folder, or a file of one
};

/// One entry of a model's tensor directory. Names, types and values are those of GGUF, whatever the format:
/// tensors of a checkpoint are renamed, and those that GGUF stores in another form are derived (see
/// `derivation`).
struct TensorInfo {
    std::string name;
    std::string_view type_name{};  ///< of the stored type, e.g. "Q4_K" or "F8_E4M3"; lives for ever
    std::uint32_t gguf_type = 0;  ///< its number, see gguf_type_info; kNoGgufType where GGUF has no such type
    std::optional<DType> type;    ///< absent: a valid container type that this engine cannot compute with
    /// Fastest first: [columns, rows, …]. GGUF: 1 to 4 of them, none 0. Safetensors: 1 to 32, [1] for a
    /// scalar.
    std::vector<std::uint64_t> dimensions;
    std::uint32_t shard = 0;   ///< which file of a sharded model holds the data
    std::uint64_t offset = 0;  ///< from the start of that file, in bytes; 0 for a derived tensor
    std::uint64_t bytes = 0;
    /// Set: the bytes stand nowhere in the file as they are; ModelFile::read makes them. Its number among
    /// those.
    std::optional<std::uint32_t> derivation{};

    std::uint64_t columns() const { return dimensions.front(); }
    /// Product of all dimensions but the first.
    std::uint64_t rows() const;
};

/// The first bytes of one file of a model that is elsewhere, e.g. on a server.
struct FileHead {
    std::string name;              ///< as shards are named, and as errors name it
    std::uint64_t file_bytes = 0;  ///< of the whole file
    std::vector<std::byte> bytes;  ///< from its start, as many as are at hand
};

/// Descriptions of a checkpoint that is elsewhere, by the name of their file: config.json, and
/// quantize_config.json (GPTQ) or quant_config.json (AWQ) where it has one. Others are not read.
using CheckpointTexts = std::map<std::string, std::string, std::less<>>;

/// How many first bytes of the file must be at hand before its header can be read further: more than there
/// are, and no more than `file_bytes`; nothing once the header is complete. It is a lower bound: headers of
/// GGUF do not say how long they are (those of safetensors, told by the name, do). Fails with the codes of
/// the container group as soon as the bytes show that this is no usable model.
Result<std::optional<std::uint64_t>> header_bytes_needed(const FileHead& head);

/// An opened, fully checked model: every tensor range lies inside its file. It comes as
///   - a GGUF file; opening any shard of a sharded one opens the whole model;
///   - a Hugging Face checkpoint: a folder with config.json, safetensors files (with
///   model.safetensors.index.json where
///     there are several), tokenizer.json and what else belongs to it, or one of its safetensors files. Its
///     metadata are those that a GGUF file of the same model has; what GGUF has no key for is under
///     `tokenizer.hearth.*`;
///   - a safetensors file without config.json beside it: a tensor directory without metadata, which cannot
///   run.
/// Immutable and safe to read from any thread; the files stay open while it lives.
class ModelFile {
 public:
    /// Reads headers and descriptions only, never weights. Fails with the codes of the container group,
    /// naming file and field; a checkpoint also with missing_key, bad_value, unsupported_architecture,
    /// unsupported_feature or unsupported_tokenizer, naming the entry of its JSON files.
    static Result<ModelFile> open(const std::filesystem::path& path);

    /// A model of which only headers are at hand: one file, or all shards in order. Everything but tensor
    /// data can be asked of it, so that it can be planned (plan_load) and its speed predicted; read() and
    /// mapped() fail with read_failed. Checks what open() checks, sizes and shard keys included.
    static Result<ModelFile> from_heads(std::vector<FileHead> heads);

    /// The same for a checkpoint: the texts of its descriptions, and the heads of its safetensors files in
    /// order. It has no tokenizer; plans do without. `name` stands for the model in errors.
    static Result<ModelFile> from_checkpoint_heads(const std::string& name, const CheckpointTexts& texts,
                                                   std::vector<FileHead> heads);

    ModelFile(ModelFile&&) noexcept;
    ModelFile& operator=(ModelFile&&) noexcept;
    ~ModelFile();

    const std::filesystem::path& path() const;  ///< of the first shard
    const Metadata& metadata() const;           ///< of the first shard
    ModelFormat format() const;
    std::uint32_t version() const;     ///< GGUF version; 0 of other formats
    std::uint64_t file_bytes() const;  ///< all shards together
    std::uint32_t shard_count() const;
    std::span<const TensorInfo> tensors() const;
    const TensorInfo* find(std::string_view name) const;
    /// Harmless oddities, one sentence each (e.g. unused bytes after the last tensor).
    std::span<const std::string> warnings() const;
    /// Whether tensor data can be read: not of a model made by from_heads().
    bool has_data() const;

    /// Copies `destination.size()` bytes of a tensor, starting `first_byte` into it. Uses pread: a file that
    /// shrank or a drive that vanished since open is read_failed, never a signal. A derived tensor is made
    /// piece by piece, best from front to back; what it is made of may turn out to be wrong then (bad_value).
    Status read(const TensorInfo& tensor, std::uint64_t first_byte, std::span<std::byte> destination) const;

    /// The tensor's bytes in the memory-mapped file; unsupported_feature for a derived tensor. A drive that
    /// vanishes under a mapping raises SIGBUS: use read() for anything but short-lived tools.
    Result<std::span<const std::byte>> mapped(const TensorInfo& tensor) const;

 private:
    friend class ModelAssembly;
    struct State;
    explicit ModelFile(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
};

}  // namespace hearth
