#pragma once

#include <hearth/result.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hearth {

/// Value types of GGUF metadata; the numbers are those of the file format.
enum class MetadataType : std::uint8_t {
    u8 = 0,
    i8,
    u16,
    i16,
    u32,
    i32,
    f32,
    boolean,
    string,
    array,
    u64,
    i64,
    f64,
};

std::string_view metadata_type_name(MetadataType type);

/// A metadata value with the type it was stored as. Integers are widened, arrays are homogeneous.
struct MetadataValue {
    using Storage = std::variant<bool, std::uint64_t, std::int64_t, double, std::string, std::vector<bool>,
                                 std::vector<std::uint64_t>, std::vector<std::int64_t>, std::vector<double>,
                                 std::vector<std::string>>;
    MetadataType type = MetadataType::u32;
    MetadataType element_type = MetadataType::u32;  ///< of an array
    Storage storage{};

    /// `value` with the type it has in C++. T: one of those of Metadata::get.
    template <class T>
    static MetadataValue of(const T& value);

    /// Number of elements of an array; 1 for a scalar.
    std::size_t size() const;
};

/// The key-value section of a model file, in file order. Keys may hold any bytes; show them through
/// escaped().
class Metadata {
 public:
    explicit Metadata(std::string file = {}) : file_(std::move(file)) {}

    /// The file named in errors.
    const std::string& file() const { return file_; }
    const std::vector<std::pair<std::string, MetadataValue>>& entries() const { return entries_; }
    const MetadataValue* find(std::string_view key) const;
    /// Adds or replaces.
    void set(std::string key, MetadataValue value);

    /// The value of `key` as T, or nothing where the key is absent. T: bool, std::uint32_t, std::int32_t,
    /// std::uint64_t, std::int64_t, float, double, std::string, and std::vector of std::uint32_t,
    /// std::int32_t, float, std::string, bool. An integer may come from any integer type that holds its
    /// value, a float from f32 or f64, an array without elements is one of any type; anything else is
    /// bad_value naming file, key, and both types.
    template <class T>
    Result<std::optional<T>> get(std::string_view key) const;

    /// As get; an absent key is missing_key.
    template <class T>
    Result<T> require(std::string_view key) const;

 private:
    std::string file_;
    std::vector<std::pair<std::string, MetadataValue>> entries_;
    /// Ordered: keys chosen to collide in a hash table cannot slow it down.
    std::map<std::string, std::size_t, std::less<>> index_;
};

}  // namespace hearth
