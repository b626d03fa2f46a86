#include "format/gguf_directory.h"

#include "format/gguf_rules.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

/// A name of one byte with its length, the number of dimensions, one dimension, type and offset.
constexpr std::uint64_t kSmallestEntry = 8 + 1 + 4 + 8 + 4 + 8;

Result<std::string> read_name(GgufReader& reader) {
    HEARTH_TRY_ASSIGN(std::string name, reader.read_string());
    if (name.empty()) {
        return reader.error(ErrorCode::bad_name, "has an empty name");
    }
    reader.enter_tensor(name);
    if (name.size() > kMaxTensorName) {
        return reader.error(
            ErrorCode::bad_name,
            fmt::format("has a name of {} bytes, but {} are the most", name.size(), kMaxTensorName),
            fmt::format("at most {} bytes", kMaxTensorName), fmt::format("{} bytes", name.size()));
    }
    return name;
}

Result<std::vector<std::uint64_t>> read_dimensions(GgufReader& reader) {
    constexpr std::uint32_t kMaxDimensions = 4;
    HEARTH_TRY_ASSIGN(const auto count, reader.read<std::uint32_t>());
    if (count == 0 || count > kMaxDimensions) {
        return reader.error(ErrorCode::bad_shape,
                            fmt::format("has {} dimensions, but 1 to {} are possible", count, kMaxDimensions),
                            "1 to 4", std::to_string(count));
    }
    std::vector<std::uint64_t> dimensions(count);
    HEARTH_TRY(reader.read_bytes(std::as_writable_bytes(std::span(dimensions))));
    return dimensions;
}

Result<TensorInfo> read_entry(GgufReader& reader) {
    TensorInfo tensor;
    HEARTH_TRY_ASSIGN(tensor.name, read_name(reader));
    HEARTH_TRY_ASSIGN(tensor.dimensions, read_dimensions(reader));
    HEARTH_TRY_ASSIGN(tensor.gguf_type, reader.read<std::uint32_t>());
    HEARTH_TRY_ASSIGN(tensor.offset, reader.read<std::uint64_t>());
    const GgufTypeInfo* const type = gguf_type_info(tensor.gguf_type);
    if (type == nullptr) {
        return reader.error(ErrorCode::bad_tensor_type,
                            fmt::format("has the type number {}, which GGUF does not define or has removed",
                                        tensor.gguf_type),
                            "a GGUF tensor type", std::to_string(tensor.gguf_type));
    }
    tensor.type_name = type->name;
    tensor.type = dtype_from_gguf(tensor.gguf_type);
    auto size = tensor_bytes(*type, tensor.dimensions);
    if (const auto* problem = std::get_if<std::string>(&size)) {
        return reader.error(ErrorCode::bad_shape, *problem);
    }
    tensor.bytes = std::get<std::uint64_t>(size);
    return tensor;
}

/// An error where the tensors one after the other are more than any file can hold.
Status check_total(GgufReader& reader, std::uint64_t data_start, std::uint64_t alignment,
                   const std::vector<TensorInfo>& tensors) {
    std::uint64_t total = data_start;
    for (const TensorInfo& tensor : tensors) {
        if (tensor.bytes > kMaxFileBytes - total ||
            align_up(tensor.bytes, alignment) > kMaxFileBytes - total) {
            reader.enter_tensor(tensor.name);
            return reader.error(
                ErrorCode::bad_shape,
                fmt::format("brings the size of all tensors above 2^63 bytes (it alone has {})",
                            tensor.bytes));
        }
        total += align_up(tensor.bytes, alignment);
    }
    return {};
}

Status check_offset(GgufReader& reader, std::uint64_t data_start, std::uint64_t alignment,
                    const TensorInfo& tensor) {
    if (tensor.offset % alignment != 0) {
        reader.enter_tensor(tensor.name);
        return reader.error(ErrorCode::bad_offset,
                            fmt::format("lies at offset {}, which is no multiple of the file's alignment {}",
                                        tensor.offset, alignment),
                            fmt::format("a multiple of {}", alignment), std::to_string(tensor.offset));
    }
    if (tensor.offset > kMaxFileBytes - data_start ||
        tensor.bytes > kMaxFileBytes - data_start - tensor.offset) {
        reader.enter_tensor(tensor.name);
        return reader.error(ErrorCode::bad_offset,
                            fmt::format("lies at offset {}, beyond what any file can hold", tensor.offset),
                            {}, std::to_string(tensor.offset));
    }
    return {};
}

Error data_truncated(GgufReader& reader, const TensorInfo& tensor, std::uint64_t needed) {
    reader.enter_tensor(tensor.name);
    Error error = reader.error(
        ErrorCode::data_truncated,
        fmt::format("is not all there: the file has {} bytes but needs {}; it is cut off, download it again",
                    reader.file_size(), needed),
        fmt::format("{} bytes", needed), fmt::format("{} bytes", reader.file_size()));
    error.details.bytes_needed = needed;
    error.details.bytes_available = reader.file_size();
    return error;
}

}  // namespace

Result<std::vector<TensorInfo>> read_gguf_directory(GgufReader& reader, std::uint64_t count) {
    reader.enter_header("tensor_count");
    if (count > reader.remaining() / kSmallestEntry || count > std::numeric_limits<std::uint32_t>::max()) {
        Error too_large = reader.error(
            ErrorCode::count_too_large,
            fmt::format("declares {} tensors where {} bytes are left in the file: it is damaged or cut "
                        "off; download it again",
                        count, reader.remaining()),
            fmt::format("at most {}", reader.remaining() / kSmallestEntry), std::to_string(count));
        too_large.details.bytes_available = reader.remaining();
        return too_large;
    }
    constexpr std::uint64_t kEntryMemory =
        sizeof(TensorInfo) + 4 * sizeof(std::uint64_t) + sizeof(std::uint32_t);
    HEARTH_TRY(reader.charge(count, kEntryMemory, ErrorCode::count_too_large));
    std::vector<TensorInfo> tensors;
    tensors.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        reader.enter_tensor(i);
        HEARTH_TRY_ASSIGN(tensors.emplace_back(), read_entry(reader));
    }
    // By sorting: a hash table would be quadratic for names chosen to collide.
    const auto order = order_by_name(tensors);
    const auto same = std::ranges::adjacent_find(
        order, [&](std::uint32_t a, std::uint32_t b) { return tensors[a].name == tensors[b].name; });
    if (same != order.end()) {
        reader.enter_tensor(tensors[*same].name);
        return reader.error(ErrorCode::bad_name, "is there twice");
    }
    return tensors;
}

Status place_gguf_tensors(GgufReader& reader, std::uint64_t alignment, std::vector<TensorInfo>& tensors,
                          std::vector<std::string>& warnings) {
    const std::uint64_t data_start = align_up(reader.position(), alignment);
    HEARTH_TRY(check_total(reader, data_start, alignment, tensors));
    std::uint64_t needed = reader.position();
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(tensors[i].offset, i); });
    for (const TensorInfo& tensor : tensors) {
        HEARTH_TRY(check_offset(reader, data_start, alignment, tensor));
        needed = std::max(needed, data_start + tensor.offset + tensor.bytes);
    }
    std::uint64_t end = 0;  // of the tensors so far, from data_start
    std::uint64_t gap_bytes = 0;
    const TensorInfo* before = nullptr;
    for (const std::uint32_t i : order) {
        const TensorInfo& tensor = tensors[i];
        if (tensor.offset < end) {
            reader.enter_tensor(tensor.name);
            return reader.error(
                ErrorCode::bad_offset,
                fmt::format("lies at offset {}, inside tensor \"{}\"", tensor.offset, escaped(before->name)),
                fmt::format("{} or more", align_up(end, alignment)), std::to_string(tensor.offset));
        }
        const std::uint64_t gap = tensor.offset - align_up(end, alignment);
        const std::uint64_t first_byte = data_start + tensor.offset;
        // A file that was cut off lacks what follows on without a gap; a jump to beyond the end is a wrong
        // offset.
        if (gap > 0 && first_byte >= reader.file_size()) {
            reader.enter_tensor(tensor.name);
            return reader.error(ErrorCode::bad_offset,
                                fmt::format("lies at offset {}, beyond the end of the file", tensor.offset),
                                std::to_string(align_up(end, alignment)), std::to_string(tensor.offset));
        }
        if (tensor.bytes > reader.file_size() - std::min(first_byte, reader.file_size())) {
            return data_truncated(reader, tensor, needed);
        }
        gap_bytes += gap;
        end = tensor.offset + tensor.bytes;
        before = &tensor;
    }
    const std::uint64_t data_end = tensors.empty() ? reader.position() : data_start + end;
    const std::uint64_t padded_end = align_up(data_end, alignment);
    if (gap_bytes > 0) {
        warnings.push_back(fmt::format("{}: {} bytes between the tensors are not used",
                                       escaped(reader.file(), 4096), gap_bytes));
    }
    if (reader.file_size() > padded_end) {
        warnings.push_back(fmt::format("{}: {} bytes after the last tensor are not used",
                                       escaped(reader.file(), 4096), reader.file_size() - padded_end));
    }
    for (TensorInfo& tensor : tensors) {
        tensor.offset += data_start;
    }
    return {};
}

std::vector<std::uint32_t> order_by_name(const std::vector<TensorInfo>& tensors) {
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) -> std::string_view { return tensors[i].name; });
    return order;
}

}  // namespace hearth
