#include "format/gguf_metadata.h"

#include "format/gguf_rules.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace hearth {

namespace {

constexpr std::uint64_t kStringLengthBytes = sizeof(std::uint64_t);
/// A key of one byte with its length, the type, and a value of one byte.
constexpr std::uint64_t kSmallestPair = kStringLengthBytes + 1 + sizeof(std::uint32_t) + 1;

Result<MetadataType> read_type(GgufReader& reader) {
    HEARTH_TRY_ASSIGN(const auto number, reader.read<std::uint32_t>());
    if (number > static_cast<std::uint32_t>(MetadataType::f64)) {
        return reader.error(ErrorCode::bad_value_type,
                            fmt::format("has the value type {}, which GGUF does not define", number),
                            "0 to 12", std::to_string(number));
    }
    return static_cast<MetadataType>(number);
}

Result<bool> to_boolean(const GgufReader& reader, std::uint8_t byte) {
    if (byte > 1) {
        return reader.error(ErrorCode::bad_value_type,
                            fmt::format("holds a boolean stored as {}, which must be 0 or 1", byte), "0 or 1",
                            std::to_string(byte));
    }
    return byte == 1;
}

/// Reads one number stored as Stored and keeps it as Kept.
template <class Stored, class Kept>
Result<MetadataValue::Storage> read_number(GgufReader& reader) {
    HEARTH_TRY_ASSIGN(const auto value, reader.read<Stored>());
    return MetadataValue::Storage(static_cast<Kept>(value));
}

template <class Stored, class Kept>
Result<MetadataValue::Storage> read_numbers(GgufReader& reader, std::uint64_t count) {
    HEARTH_TRY(reader.charge(count, sizeof(Kept), ErrorCode::array_too_long));
    std::vector<Kept> values;
    values.reserve(static_cast<std::size_t>(count));
    std::array<Stored, 1024> piece;
    while (values.size() < count) {
        const auto piece_size =
            static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), count - values.size()));
        HEARTH_TRY(reader.read_bytes(std::as_writable_bytes(std::span(piece).first(piece_size))));
        for (const Stored value : std::span(piece).first(piece_size)) {
            values.push_back(static_cast<Kept>(value));
        }
    }
    return MetadataValue::Storage(std::move(values));
}

Result<MetadataValue::Storage> read_booleans(GgufReader& reader, std::uint64_t count) {
    HEARTH_TRY(reader.charge(count / 8 + 1, 1, ErrorCode::array_too_long));
    std::vector<bool> values;
    values.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        HEARTH_TRY_ASSIGN(const auto byte, reader.read<std::uint8_t>());
        HEARTH_TRY_ASSIGN(const bool value, to_boolean(reader, byte));
        values.push_back(value);
    }
    return MetadataValue::Storage(std::move(values));
}

Result<MetadataValue::Storage> read_strings(GgufReader& reader, std::uint64_t count) {
    HEARTH_TRY(reader.charge(count, sizeof(std::string), ErrorCode::array_too_long));
    std::vector<std::string> values;
    values.reserve(static_cast<std::size_t>(count));
    for (std::uint64_t i = 0; i < count; ++i) {
        HEARTH_TRY_ASSIGN(values.emplace_back(), reader.read_string());
    }
    return MetadataValue::Storage(std::move(values));
}

Result<MetadataValue> read_array(GgufReader& reader) {
    MetadataValue array{.type = MetadataType::array};
    HEARTH_TRY_ASSIGN(array.element_type, read_type(reader));
    if (array.element_type == MetadataType::array) {
        return reader.error(ErrorCode::bad_value_type, "is an array of arrays, which is not supported",
                            "an array of values", "an array of arrays");
    }
    HEARTH_TRY_ASSIGN(const auto count, reader.read<std::uint64_t>());
    const std::uint64_t smallest = array.element_type == MetadataType::string
                                       ? kStringLengthBytes
                                       : metadata_value_bytes(array.element_type);
    if (count > reader.remaining() / smallest) {
        Error too_long = reader.error(
            ErrorCode::array_too_long,
            fmt::format(
                "declares an array of {} {} values where {} bytes are left in the file: it is damaged or cut "
                "off; download it again",
                count, metadata_type_name(array.element_type), reader.remaining()),
            fmt::format("at most {} values", reader.remaining() / smallest), fmt::format("{} values", count));
        too_long.details.bytes_available = reader.remaining();
        return too_long;
    }
    auto storage = [&]() -> Result<MetadataValue::Storage> {
        switch (array.element_type) {
            case MetadataType::u8:
                return read_numbers<std::uint8_t, std::uint64_t>(reader, count);
            case MetadataType::u16:
                return read_numbers<std::uint16_t, std::uint64_t>(reader, count);
            case MetadataType::u32:
                return read_numbers<std::uint32_t, std::uint64_t>(reader, count);
            case MetadataType::u64:
                return read_numbers<std::uint64_t, std::uint64_t>(reader, count);
            case MetadataType::i8:
                return read_numbers<std::int8_t, std::int64_t>(reader, count);
            case MetadataType::i16:
                return read_numbers<std::int16_t, std::int64_t>(reader, count);
            case MetadataType::i32:
                return read_numbers<std::int32_t, std::int64_t>(reader, count);
            case MetadataType::i64:
                return read_numbers<std::int64_t, std::int64_t>(reader, count);
            case MetadataType::f32:
                return read_numbers<float, double>(reader, count);
            case MetadataType::f64:
                return read_numbers<double, double>(reader, count);
            case MetadataType::boolean:
                return read_booleans(reader, count);
            case MetadataType::string:
            case MetadataType::array:
                break;
        }
        return read_strings(reader, count);
    }();
    HEARTH_TRY_ASSIGN(array.storage, std::move(storage));
    return array;
}

Result<MetadataValue::Storage> read_scalar(GgufReader& reader, MetadataType type) {
    switch (type) {
        case MetadataType::u8:
            return read_number<std::uint8_t, std::uint64_t>(reader);
        case MetadataType::u16:
            return read_number<std::uint16_t, std::uint64_t>(reader);
        case MetadataType::u32:
            return read_number<std::uint32_t, std::uint64_t>(reader);
        case MetadataType::u64:
            return read_number<std::uint64_t, std::uint64_t>(reader);
        case MetadataType::i8:
            return read_number<std::int8_t, std::int64_t>(reader);
        case MetadataType::i16:
            return read_number<std::int16_t, std::int64_t>(reader);
        case MetadataType::i32:
            return read_number<std::int32_t, std::int64_t>(reader);
        case MetadataType::i64:
            return read_number<std::int64_t, std::int64_t>(reader);
        case MetadataType::f32:
            return read_number<float, double>(reader);
        case MetadataType::f64:
            return read_number<double, double>(reader);
        case MetadataType::boolean: {
            HEARTH_TRY_ASSIGN(const auto byte, reader.read<std::uint8_t>());
            HEARTH_TRY_ASSIGN(const bool value, to_boolean(reader, byte));
            return MetadataValue::Storage(value);
        }
        case MetadataType::string:
        case MetadataType::array:
            break;
    }
    HEARTH_TRY_ASSIGN(std::string text, reader.read_string());
    return MetadataValue::Storage(std::move(text));
}

Result<MetadataValue> read_value(GgufReader& reader) {
    HEARTH_TRY_ASSIGN(const MetadataType type, read_type(reader));
    if (type == MetadataType::array) {
        return read_array(reader);
    }
    MetadataValue value{.type = type};
    HEARTH_TRY_ASSIGN(value.storage, read_scalar(reader, type));
    return value;
}

Result<std::string> read_key(GgufReader& reader, const Metadata& seen) {
    HEARTH_TRY_ASSIGN(std::string key, reader.read_string());
    if (key.empty()) {
        return reader.error(ErrorCode::bad_key, "has an empty name");
    }
    if (key.size() > kMaxKey) {
        return reader.error(ErrorCode::string_too_long,
                            fmt::format("has a name of {} bytes, but {} are the most", key.size(), kMaxKey),
                            fmt::format("at most {} bytes", kMaxKey), fmt::format("{} bytes", key.size()));
    }
    reader.enter_key(key);
    if (seen.find(key) != nullptr) {
        return reader.error(ErrorCode::bad_key, "is there twice");
    }
    return key;
}

}  // namespace

std::uint64_t metadata_value_bytes(MetadataType type) {
    switch (type) {
        case MetadataType::u8:
        case MetadataType::i8:
        case MetadataType::boolean:
            return 1;
        case MetadataType::u16:
        case MetadataType::i16:
            return 2;
        case MetadataType::u32:
        case MetadataType::i32:
        case MetadataType::f32:
            return 4;
        case MetadataType::u64:
        case MetadataType::i64:
        case MetadataType::f64:
            return 8;
        case MetadataType::string:
        case MetadataType::array:
            break;
    }
    return 0;
}

Result<Metadata> read_gguf_metadata(GgufReader& reader, std::uint64_t count) {
    reader.enter_header("metadata_kv_count");
    if (count > reader.remaining() / kSmallestPair) {
        Error too_large = reader.error(
            ErrorCode::count_too_large,
            fmt::format("declares {} metadata pairs where {} bytes are left in the file: it is damaged "
                        "or cut off; download it again",
                        count, reader.remaining()),
            fmt::format("at most {}", reader.remaining() / kSmallestPair), std::to_string(count));
        too_large.details.bytes_available = reader.remaining();
        return too_large;
    }
    Metadata metadata(reader.file());
    for (std::uint64_t i = 0; i < count; ++i) {
        reader.enter_key(i);
        // The pair, its key once more in the index, and the index's node.
        constexpr std::uint64_t kPairMemory = 256;
        HEARTH_TRY(reader.charge(1, kPairMemory, ErrorCode::count_too_large));
        HEARTH_TRY_ASSIGN(std::string key, read_key(reader, metadata));
        HEARTH_TRY_ASSIGN(MetadataValue value, read_value(reader));
        metadata.set(std::move(key), std::move(value));
    }
    return metadata;
}

}  // namespace hearth
