#include "format/gguf_writer.h"

#include "format/gguf_metadata.h"
#include "format/gguf_rules.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <concepts>
#include <limits>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace hearth {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

namespace {

/// Grows the header in memory: it is small beside the tensors and must be complete before the first of them.
class HeaderBytes {
 public:
    template <class T>
    void number(T value) {
        const auto bytes = std::as_bytes(std::span(&value, 1));
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void text(std::string_view text) {
        number<std::uint64_t>(text.size());
        const auto bytes = std::as_bytes(std::span(text));
        bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    }
    void pad(std::uint64_t alignment) {
        bytes_.resize(static_cast<std::size_t>(align_up(bytes_.size(), alignment)));
    }
    std::span<const std::byte> bytes() const { return bytes_; }

 private:
    std::vector<std::byte> bytes_;
};

Error writer_error(const std::filesystem::path& path, ErrorCode code, std::string field,
                   std::string_view problem) {
    Error error{code, fmt::format("{}: \"{}\" {}", escaped(path.string(), 4096), escaped(field), problem)};
    error.details.file = path.string();
    error.details.field = std::move(field);
    return error;
}

/// Writes `value` as Stored; false where it does not fit.
template <class Stored, class Kept>
bool write_number(HeaderBytes& header, Kept value) {
    if constexpr (std::integral<Stored>) {
        if (!std::in_range<Stored>(value)) {
            return false;
        }
    }
    const auto stored = static_cast<Stored>(value);
    if constexpr (std::same_as<Stored, float>) {
        if (std::isfinite(value) && !std::isfinite(stored)) {
            return false;
        }
    }
    header.number(stored);
    return true;
}

bool write_element(HeaderBytes& header, MetadataType type, std::uint64_t value) {
    switch (type) {
        case MetadataType::u8:
            return write_number<std::uint8_t>(header, value);
        case MetadataType::u16:
            return write_number<std::uint16_t>(header, value);
        case MetadataType::u32:
            return write_number<std::uint32_t>(header, value);
        case MetadataType::u64:
            return write_number<std::uint64_t>(header, value);
        default:
            return false;
    }
}

bool write_element(HeaderBytes& header, MetadataType type, std::int64_t value) {
    switch (type) {
        case MetadataType::i8:
            return write_number<std::int8_t>(header, value);
        case MetadataType::i16:
            return write_number<std::int16_t>(header, value);
        case MetadataType::i32:
            return write_number<std::int32_t>(header, value);
        case MetadataType::i64:
            return write_number<std::int64_t>(header, value);
        default:
            return false;
    }
}

bool write_element(HeaderBytes& header, MetadataType type, double value) {
    switch (type) {
        case MetadataType::f32:
            return write_number<float>(header, value);
        case MetadataType::f64:
            return write_number<double>(header, value);
        default:
            return false;
    }
}

bool write_element(HeaderBytes& header, MetadataType type, bool value) {
    header.number<std::uint8_t>(value ? 1 : 0);
    return type == MetadataType::boolean;
}

bool write_element(HeaderBytes& header, MetadataType type, const std::string& value) {
    header.text(value);
    return type == MetadataType::string;
}

template <class Element>
bool write_stored(HeaderBytes& header, const MetadataValue& value, const std::vector<Element>& elements) {
    header.number(static_cast<std::uint32_t>(value.element_type));
    header.number<std::uint64_t>(elements.size());
    const bool written = std::ranges::all_of(
        elements, [&](const Element& element) { return write_element(header, value.element_type, element); });
    return written && value.type == MetadataType::array && value.element_type != MetadataType::array;
}

template <class Scalar>
bool write_stored(HeaderBytes& header, const MetadataValue& value, const Scalar& scalar) {
    return write_element(header, value.type, scalar);
}

Status write_metadata(HeaderBytes& header, const std::filesystem::path& path, const Metadata& metadata) {
    for (const auto& entry : metadata.entries()) {
        const std::string& key = entry.first;
        const MetadataValue& value = entry.second;
        if (key.empty() || key.size() > kMaxKey) {
            return writer_error(path, ErrorCode::bad_key, key,
                                "is not possible as a metadata key: 1 to 65535 bytes are");
        }
        header.text(key);
        header.number(static_cast<std::uint32_t>(value.type));
        const bool written = std::visit(
            [&](const auto& stored) { return write_stored(header, value, stored); }, value.storage);
        if (!written) {
            return writer_error(
                path, ErrorCode::bad_value, key,
                fmt::format(
                    "holds a value that does not fit its type {}{}",
                    value.type == MetadataType::array ? "array of " : "",
                    metadata_type_name(value.type == MetadataType::array ? value.element_type : value.type)));
        }
    }
    return {};
}

Result<std::uint64_t> alignment_of(const std::filesystem::path& path, const Metadata& metadata) {
    constexpr std::string_view kKey = "general.alignment";
    const MetadataValue* const value = metadata.find(kKey);
    if (value == nullptr) {
        return kDefaultAlignment;
    }
    const auto* const number = std::get_if<std::uint64_t>(&value->storage);
    if (value->type != MetadataType::u32 || number == nullptr || !is_alignment(*number)) {
        return writer_error(
            path, ErrorCode::bad_alignment, std::string(kKey),
            fmt::format("must be a u32, a power of two from {} to {}", kMinAlignment, kMaxAlignment));
    }
    return *number;
}

Result<std::uint64_t> size_of(const std::filesystem::path& path, const GgufTensor& tensor) {
    if (tensor.name.empty() || tensor.name.size() > kMaxTensorName) {
        return writer_error(
            path, ErrorCode::bad_name, tensor.name,
            fmt::format("is not possible as a tensor name: 1 to {} bytes are", kMaxTensorName));
    }
    const GgufTypeInfo* const type = gguf_type_info(tensor.gguf_type);
    if (type == nullptr) {
        return writer_error(path, ErrorCode::bad_tensor_type, tensor.name,
                            fmt::format("has the unknown type number {}", tensor.gguf_type));
    }
    const auto bytes = tensor_bytes(*type, tensor.dimensions);
    if (const auto* const problem = std::get_if<std::string>(&bytes)) {
        return writer_error(path, ErrorCode::bad_shape, tensor.name, *problem);
    }
    return std::get<std::uint64_t>(bytes);
}

Result<std::vector<std::uint64_t>> sizes_of(const std::filesystem::path& path,
                                            std::span<const GgufTensor> tensors, std::uint64_t alignment) {
    std::set<std::string_view> names;
    std::vector<std::uint64_t> sizes;
    std::uint64_t total = 0;
    for (const GgufTensor& tensor : tensors) {
        HEARTH_TRY_ASSIGN(const std::uint64_t bytes, size_of(path, tensor));
        if (!names.insert(tensor.name).second) {
            return writer_error(path, ErrorCode::bad_name, tensor.name, "is there twice");
        }
        // Half of what a file can hold: room for any header.
        if (align_up(bytes, alignment) > kMaxFileBytes / 2 - total) {
            return writer_error(path, ErrorCode::bad_shape, tensor.name,
                                "makes the file larger than any can be");
        }
        total += align_up(bytes, alignment);
        sizes.push_back(bytes);
    }
    return sizes;
}

void write_directory(HeaderBytes& header, std::span<const GgufTensor> tensors,
                     std::span<const std::uint64_t> sizes, std::uint64_t alignment) {
    std::uint64_t offset = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const GgufTensor& tensor = tensors[i];
        header.text(tensor.name);
        header.number(static_cast<std::uint32_t>(tensor.dimensions.size()));
        for (const std::uint64_t dimension : tensor.dimensions) {
            header.number(dimension);
        }
        header.number(tensor.gguf_type);
        header.number(offset);
        offset += align_up(sizes[i], alignment);
    }
}

}  // namespace

Result<GgufWriter> GgufWriter::create(const std::filesystem::path& path, const Metadata& metadata,
                                      std::vector<GgufTensor> tensors) {
    HEARTH_TRY_ASSIGN(const std::uint64_t alignment, alignment_of(path, metadata));
    HEARTH_TRY_ASSIGN(std::vector<std::uint64_t> sizes, sizes_of(path, tensors, alignment));
    HeaderBytes header;
    for (const char letter : {'G', 'G', 'U', 'F'}) {
        header.number(letter);
    }
    header.number<std::uint32_t>(3);
    header.number<std::uint64_t>(tensors.size());
    header.number<std::uint64_t>(metadata.entries().size());
    HEARTH_TRY(write_metadata(header, path, metadata));
    write_directory(header, tensors, sizes, alignment);
    header.pad(alignment);
    HEARTH_TRY_ASSIGN(AtomicFile file, AtomicFile::create(path));
    HEARTH_TRY(file.write(header.bytes()));
    return GgufWriter(std::move(file), path, std::move(tensors), std::move(sizes), alignment);
}

GgufWriter::GgufWriter(AtomicFile file, std::filesystem::path path, std::vector<GgufTensor> tensors,
                       std::vector<std::uint64_t> sizes, std::uint64_t alignment)
    : file_(std::move(file)),
      path_(std::move(path)),
      tensors_(std::move(tensors)),
      sizes_(std::move(sizes)),
      alignment_(alignment),
      bytes_left_(sizes_.empty() ? 0 : sizes_.front()) {}

Status GgufWriter::next_tensor() {
    const std::vector<std::byte> padding(
        static_cast<std::size_t>(align_up(sizes_[current_], alignment_) - sizes_[current_]));
    HEARTH_TRY(file_.write(padding));
    ++current_;
    bytes_left_ = current_ < sizes_.size() ? sizes_[current_] : 0;
    return {};
}

Status GgufWriter::append(std::span<const std::byte> data) {
    while (!data.empty()) {
        if (bytes_left_ == 0) {
            return writer_error(
                path_, ErrorCode::invalid_request, tensors_.empty() ? "" : tensors_.back().name,
                fmt::format("was the last tensor, but {} more bytes of data came", data.size()));
        }
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(data.size(), bytes_left_));
        HEARTH_TRY(file_.write(data.first(count)));
        data = data.subspan(count);
        bytes_left_ -= count;
        if (bytes_left_ == 0) {
            HEARTH_TRY(next_tensor());
        }
    }
    return {};
}

Status GgufWriter::finish() {
    if (bytes_left_ > 0) {
        return writer_error(path_, ErrorCode::invalid_request, tensors_[current_].name,
                            fmt::format("still lacks {} bytes of data", bytes_left_));
    }
    return file_.commit();
}

}  // namespace hearth
