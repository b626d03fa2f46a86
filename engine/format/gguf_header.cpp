#include "format/gguf_header.h"

#include "format/foreign_file.h"
#include "format/gguf_directory.h"
#include "format/gguf_metadata.h"
#include "format/gguf_reader.h"
#include "format/gguf_rules.h"
#include "format/shard_name.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::array<std::byte, 4> kMagic = {std::byte{'G'}, std::byte{'G'}, std::byte{'U'}, std::byte{'F'}};

/// Looks at the first bytes without moving the reader.
Status check_magic(const ByteSource& source, const std::string& file) {
    constexpr std::uint64_t kHeadBytes = 512;
    std::vector<std::byte> head(static_cast<std::size_t>(std::min(kHeadBytes, source.size())));
    HEARTH_TRY(source.read_at(0, head));
    const std::size_t compared = std::min(head.size(), kMagic.size());
    Error error{ErrorCode::bad_magic, {}};
    error.details.file = file;
    error.details.field = "magic";
    error.details.expected = "GGUF";
    error.details.actual = escaped({reinterpret_cast<const char*>(head.data()), compared});
    if (head.empty() ||
        (head.size() < kMagic.size() && std::ranges::equal(head, std::span(kMagic).first(compared)))) {
        error.code = ErrorCode::header_truncated;
        error.message =
            fmt::format("{} {}, not a GGUF model: download it again", escaped(file, 4096),
                        head.empty() ? "is empty (0 bytes)" : fmt::format("has {} bytes", head.size()));
        error.details.bytes_needed = kMagic.size();
        error.details.bytes_available = head.size();
        return error;
    }
    if (compared < kMagic.size() || !std::equal(kMagic.begin(), kMagic.end(), head.begin())) {
        error.message = fmt::format("{} {}", escaped(file, 4096), describe_foreign_file(head, source.size()));
        return error;
    }
    return {};
}

Result<std::uint32_t> read_version(GgufReader& reader) {
    reader.enter_header("version");
    HEARTH_TRY_ASSIGN(const auto version, reader.read<std::uint32_t>());
    constexpr std::uint32_t kOldest = 2;
    constexpr std::uint32_t kNewest = 3;
    if (version >= kOldest && version <= kNewest) {
        return version;
    }
    std::string problem;
    if (version != 0 && (version & 0xFFFFU) == 0) {
        problem =
            "shows a big-endian file (made for another kind of processor), which is not supported: get the "
            "little-endian model";
    } else if (version < kOldest) {
        problem = fmt::format(
            "is {}, an old GGUF version that is not supported: get a newer file of the model", version);
    } else {
        problem = fmt::format("is {}, newer than this program knows (2 and 3)", version);
    }
    return reader.error(ErrorCode::bad_version, problem, "2 or 3", std::to_string(version));
}

Result<std::uint64_t> alignment_of(GgufReader& reader, const Metadata& metadata) {
    constexpr std::string_view kKey = "general.alignment";
    const MetadataValue* const value = metadata.find(kKey);
    if (value == nullptr) {
        return kDefaultAlignment;
    }
    reader.enter_key(kKey);
    const auto* const number = std::get_if<std::uint64_t>(&value->storage);
    if (value->type != MetadataType::u32 || number == nullptr) {
        return reader.error(ErrorCode::bad_alignment,
                            fmt::format("must be stored as u32 but is {}", metadata_type_name(value->type)),
                            "u32", std::string(metadata_type_name(value->type)));
    }
    if (!is_alignment(*number)) {
        return reader.error(ErrorCode::bad_alignment,
                            fmt::format("is {} but must be a power of two from {} to {}", *number,
                                        kMinAlignment, kMaxAlignment),
                            fmt::format("a power of two from {} to {}", kMinAlignment, kMaxAlignment),
                            std::to_string(*number));
    }
    return *number;
}

Result<GgufHeader> parse_fields(GgufReader& reader) {
    GgufHeader header;
    reader.enter_header("magic");
    HEARTH_TRY(reader.read<std::uint32_t>());
    HEARTH_TRY_ASSIGN(header.version, read_version(reader));
    reader.enter_header("tensor_count");
    HEARTH_TRY_ASSIGN(const auto tensor_count, reader.read<std::uint64_t>());
    reader.enter_header("metadata_kv_count");
    HEARTH_TRY_ASSIGN(const auto pair_count, reader.read<std::uint64_t>());
    HEARTH_TRY_ASSIGN(header.metadata, read_gguf_metadata(reader, pair_count));
    HEARTH_TRY_ASSIGN(const auto alignment, alignment_of(reader, header.metadata));
    HEARTH_TRY_ASSIGN(header.tensors, read_gguf_directory(reader, tensor_count));
    HEARTH_TRY(place_gguf_tensors(reader, alignment, header.tensors, header.warnings));
    return header;
}

}  // namespace

Result<GgufHeader> parse_gguf(const ByteSource& source, std::string file) {
    const bool piece = is_piece_of_cut_file(std::filesystem::path(file).filename().string());
    auto header = [&]() -> Result<GgufHeader> {
        HEARTH_TRY(check_magic(source, file));
        GgufReader reader(source, file);
        return parse_fields(reader);
    }();
    if (!header && piece) {
        Error error = std::move(header).error();
        error.message += " (its name says that it is one piece of a cut file: join the pieces first)";
        return error;
    }
    return header;
}

Result<GgufHeader> parse_gguf(std::span<const std::byte> bytes, std::uint64_t file_size, std::string file) {
    return parse_gguf(MemorySource(bytes, file_size), std::move(file));
}

}  // namespace hearth
