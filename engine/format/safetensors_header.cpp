#include "format/safetensors_header.h"

#include "format/foreign_file.h"
#include "format/gguf_directory.h"
#include "format/safetensors_json.h"
#include "format/safetensors_types.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::uint64_t kLengthBytes = 8;
constexpr std::size_t kLongestPath = 4096;

/// What the errors of one file have in common.
class Faults {
 public:
    explicit Faults(std::string file) : file_(std::move(file)) {}

    const std::string& file() const { return file_; }

    Error of_file(ErrorCode code, std::string_view problem, std::string field, std::string expected = {},
                  std::string actual = {}) const {
        Error error{code, fmt::format("{}: {}", escaped(file_, kLongestPath), problem)};
        error.details = {.file = file_,
                         .field = std::move(field),
                         .expected = std::move(expected),
                         .actual = std::move(actual)};
        return error;
    }

    Error of_tensor(ErrorCode code, std::string_view name, std::string_view problem,
                    std::string expected = {}, std::string actual = {}) const {
        return of_file(code, fmt::format("tensor \"{}\" {}", escaped(name), problem), std::string(name),
                       std::move(expected), std::move(actual));
    }

 private:
    std::string file_;
};

/// The length in front of the header, compared with the limit and with the file before anything is allocated.
Result<std::uint64_t> read_length(const ByteSource& source, const Faults& faults) {
    if (source.size() < kLengthBytes) {
        return faults.of_file(
            ErrorCode::file_too_short,
            fmt::format("the file has {} bytes, but a safetensors file begins with a length of {}: it is cut "
                        "off; download it again",
                        source.size(), kLengthBytes),
            "header length", fmt::format("at least {} bytes", kLengthBytes),
            fmt::format("{} bytes", source.size()));
    }
    constexpr std::uint64_t kHeadBytes = 512;
    const std::uint64_t at_hand = std::min(source.at_hand(0), kHeadBytes);
    std::vector<std::byte> head(static_cast<std::size_t>(std::max(at_hand, kLengthBytes)));
    HEARTH_TRY(source.read_at(0, head));
    std::uint64_t length = 0;
    std::memcpy(&length, head.data(), sizeof length);
    if (length > kMaxSafetensorsHeader) {
        if (is_printable_text(head)) {  // the "length" is the start of a web page or message
            return Error{ErrorCode::bad_magic,
                         fmt::format("{} {}", escaped(faults.file(), kLongestPath),
                                     describe_foreign_file(head, source.size())),
                         {.file = faults.file(), .field = "header length", .expected = "a safetensors file"}};
        }
        return faults.of_file(ErrorCode::header_too_large,
                              fmt::format("the header is said to have {} bytes, but {} are the most", length,
                                          kMaxSafetensorsHeader),
                              "header length", fmt::format("at most {} bytes", kMaxSafetensorsHeader),
                              fmt::format("{} bytes", length));
    }
    if (length > source.size() - kLengthBytes) {
        Error error = faults.of_file(
            ErrorCode::header_truncated,
            fmt::format("the header has {} bytes, of which {} are in the file: it is cut off; download it "
                        "again",
                        length, source.size() - kLengthBytes),
            "header length", fmt::format("{} bytes", length),
            fmt::format("{} bytes", source.size() - kLengthBytes));
        error.details.bytes_needed = kLengthBytes + length;
        error.details.bytes_available = source.size();
        return error;
    }
    if (length < 2) {
        return faults.of_file(ErrorCode::header_invalid,
                              fmt::format("the header has {} bytes, too few for any", length),
                              "header length", "at least 2 bytes", fmt::format("{} bytes", length));
    }
    return length;
}

Result<TensorInfo> check_entry(SafetensorsEntry entry, const Faults& faults) {
    if (entry.begin > entry.end) {
        return faults.of_tensor(
            ErrorCode::offsets_reversed, entry.name,
            fmt::format("ends at byte {}, before it begins at {}", entry.end, entry.begin));
    }
    const SafetensorsType* const type = find_safetensors_type(entry.dtype);
    if (type == nullptr) {
        return faults.of_tensor(
            ErrorCode::unknown_dtype, entry.name,
            fmt::format("has the type {}, which safetensors does not define", escaped(entry.dtype)),
            "a safetensors type", entry.dtype);
    }
    const auto bytes = safetensors_bytes(type->bits, entry.shape);
    if (!bytes) {
        return faults.of_tensor(ErrorCode::size_overflow, entry.name,
                                "has an impossible shape: its size is no number of bytes below 2^60");
    }
    if (*bytes != entry.end - entry.begin) {
        return faults.of_tensor(
            ErrorCode::size_mismatch, entry.name,
            fmt::format("has {} bytes, but its type and shape need {}", entry.end - entry.begin, *bytes),
            fmt::format("{} bytes", *bytes), fmt::format("{} bytes", entry.end - entry.begin));
    }
    TensorInfo tensor;
    tensor.name = std::move(entry.name);
    tensor.type_name = type->name;
    tensor.gguf_type = type->gguf_type.value_or(kNoGgufType);
    tensor.type = dtype_from_gguf(tensor.gguf_type);
    tensor.dimensions.assign(entry.shape.rbegin(), entry.shape.rend());
    if (tensor.dimensions.empty()) {
        tensor.dimensions.push_back(1);  // a scalar
    }
    tensor.offset = entry.begin;
    tensor.bytes = *bytes;
    return tensor;
}

/// The tensors one after the other must be the data section, whole. Sorts them and makes offsets absolute.
Status place(std::vector<TensorInfo>& tensors, std::uint64_t data_start, std::uint64_t file_size,
             const Faults& faults) {
    std::ranges::stable_sort(tensors, {},
                             [](const TensorInfo& tensor) { return std::pair(tensor.offset, tensor.bytes); });
    std::uint64_t end = 0;
    const TensorInfo* before = nullptr;
    for (const TensorInfo& tensor : tensors) {
        if (tensor.offset < end) {
            return faults.of_tensor(
                ErrorCode::overlap, tensor.name,
                fmt::format("begins at byte {}, inside tensor \"{}\"", tensor.offset, escaped(before->name)),
                fmt::format("byte {}", end), fmt::format("byte {}", tensor.offset));
        }
        if (tensor.offset > end) {
            return faults.of_tensor(
                ErrorCode::not_contiguous, tensor.name,
                fmt::format("begins at byte {}, but the data before it ends at byte {}", tensor.offset, end),
                fmt::format("byte {}", end), fmt::format("byte {}", tensor.offset));
        }
        end = tensor.offset + tensor.bytes;
        before = &tensor;
    }
    const std::uint64_t present = file_size - data_start;
    if (end > present) {
        Error error = faults.of_file(
            ErrorCode::data_truncated,
            fmt::format("the tensors have {} bytes, of which {} are in the file: it is cut off; download it "
                        "again",
                        end, present),
            before->name, fmt::format("{} bytes", end), fmt::format("{} bytes", present));
        error.details.bytes_needed = data_start + end;
        error.details.bytes_available = file_size;
        return error;
    }
    if (end < present) {
        return faults.of_file(
            ErrorCode::trailing_bytes,
            fmt::format("{} bytes follow the last tensor, which no safetensors file has", present - end),
            "data", "0 bytes", fmt::format("{} bytes", present - end));
    }
    for (TensorInfo& tensor : tensors) {
        tensor.offset += data_start;
    }
    return {};
}

}  // namespace

Result<SafetensorsHeader> parse_safetensors(const ByteSource& source, std::string file) {
    const Faults faults(std::move(file));
    HEARTH_TRY_ASSIGN(const std::uint64_t length, read_length(source, faults));
    if (source.at_hand(kLengthBytes) < length) {  // the rest is elsewhere; no memory is taken for it
        Error error = faults.of_file(ErrorCode::read_failed, "the header is not at hand", "header");
        error.details.bytes_needed = kLengthBytes + length;
        error.details.bytes_available = kLengthBytes + source.at_hand(kLengthBytes);
        return error;
    }
    std::string text(static_cast<std::size_t>(length), '\0');
    HEARTH_TRY(source.read_at(kLengthBytes, std::as_writable_bytes(std::span(text))));
    SafetensorsJson json;
    if (auto problem = read_safetensors_json(text, json)) {
        return faults.of_file(problem->code, problem->sentence, std::move(problem->field));
    }
    std::string().swap(text);

    SafetensorsHeader header;
    header.metadata = std::move(json.metadata);
    header.tensors.reserve(json.entries.size());
    for (SafetensorsEntry& entry : json.entries) {
        HEARTH_TRY_ASSIGN(header.tensors.emplace_back(), check_entry(std::move(entry), faults));
    }
    // By sorting: a hash table would be quadratic for names chosen to collide.
    const auto order = order_by_name(header.tensors);
    const auto same = std::ranges::adjacent_find(order, [&](std::uint32_t a, std::uint32_t b) {
        return header.tensors[a].name == header.tensors[b].name;
    });
    if (same != order.end()) {
        return faults.of_tensor(ErrorCode::duplicate_key, header.tensors[*same].name, "is there twice");
    }
    HEARTH_TRY(place(header.tensors, kLengthBytes + length, source.size(), faults));
    return header;
}

Result<SafetensorsHeader> parse_safetensors(std::span<const std::byte> bytes, std::uint64_t file_size,
                                            std::string file) {
    return parse_safetensors(MemorySource(bytes, file_size), std::move(file));
}

bool looks_like_safetensors(std::span<const std::byte> head, std::uint64_t size) {
    std::uint64_t length = 0;
    if (head.size() <= sizeof length || head[sizeof length] != std::byte{'{'}) {
        return false;
    }
    std::memcpy(&length, head.data(), sizeof length);
    return length >= 2 && length <= kMaxSafetensorsHeader && length <= size - sizeof length;
}

}  // namespace hearth
