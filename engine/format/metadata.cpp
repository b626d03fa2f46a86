#include <hearth/metadata.h>

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

#include <fmt/format.h>

namespace hearth {

namespace {

template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};

template <class T>
constexpr MetadataType type_of() {
    if constexpr (std::same_as<T, bool>) {
        return MetadataType::boolean;
    } else if constexpr (std::same_as<T, std::uint32_t>) {
        return MetadataType::u32;
    } else if constexpr (std::same_as<T, std::int32_t>) {
        return MetadataType::i32;
    } else if constexpr (std::same_as<T, std::uint64_t>) {
        return MetadataType::u64;
    } else if constexpr (std::same_as<T, std::int64_t>) {
        return MetadataType::i64;
    } else if constexpr (std::same_as<T, float>) {
        return MetadataType::f32;
    } else if constexpr (std::same_as<T, double>) {
        return MetadataType::f64;
    } else if constexpr (std::same_as<T, std::string>) {
        return MetadataType::string;
    } else {
        static_assert(IsVector<T>::value);
        return MetadataType::array;
    }
}

/// The widened type in which a value of type T is stored.
template <class T>
using Widened = std::conditional_t<
    std::same_as<T, bool> || std::same_as<T, std::string>, T,
    std::conditional_t<std::floating_point<T>, double,
                       std::conditional_t<std::unsigned_integral<T>, std::uint64_t, std::int64_t>>>;

std::string describe_type(const MetadataValue& value) {
    return value.type == MetadataType::array
               ? fmt::format("array of {}", metadata_type_name(value.element_type))
               : std::string(metadata_type_name(value.type));
}

template <class T>
std::string describe_type() {
    if constexpr (IsVector<T>::value) {
        return fmt::format("array of {}", metadata_type_name(type_of<typename T::value_type>()));
    } else {
        return std::string(metadata_type_name(type_of<T>()));
    }
}

/// `from` as To, if To holds exactly that value (a double may lose digits as a float, not its magnitude).
template <class To, class From>
std::optional<To> converted(const From& from) {
    if constexpr (std::same_as<To, From>) {
        return from;
    } else if constexpr (std::integral<To> && std::integral<From> && !std::same_as<To, bool> &&
                         !std::same_as<From, bool>) {
        return std::in_range<To>(from) ? std::optional(static_cast<To>(from)) : std::nullopt;
    } else if constexpr (std::floating_point<To> && std::floating_point<From>) {
        const bool fits =
            !std::isfinite(from) || std::abs(from) <= static_cast<From>(std::numeric_limits<To>::max());
        return fits ? std::optional(static_cast<To>(from)) : std::nullopt;
    } else {
        return std::nullopt;
    }
}

/// Whether values of type From may be read as To at all.
template <class To, class From>
constexpr bool kConvertible = std::same_as<To, From> ||
                              (std::floating_point<To> && std::floating_point<From>) ||
                              (std::integral<To> && std::integral<From> && !std::same_as<To, bool> &&
                               !std::same_as<From, bool>);

struct Mismatch {
    std::string actual;
};

template <class T>
std::variant<T, Mismatch> read_scalar(const MetadataValue& value) {
    return std::visit(
        [&](const auto& stored) -> std::variant<T, Mismatch> {
            using Stored = std::decay_t<decltype(stored)>;
            if constexpr (!IsVector<Stored>::value && kConvertible<T, Stored>) {
                if (auto result = converted<T>(stored)) {
                    return *std::move(result);
                }
                if constexpr (!std::same_as<T, Stored>) {
                    return Mismatch{fmt::format("{} ({})", stored, describe_type(value))};
                }
            }
            return Mismatch{describe_type(value)};
        },
        value.storage);
}

template <class T>
std::variant<T, Mismatch> read_array(const MetadataValue& value) {
    using Element = typename T::value_type;
    return std::visit(
        [&](const auto& stored) -> std::variant<T, Mismatch> {
            using Stored = std::decay_t<decltype(stored)>;
            if constexpr (std::same_as<Stored, T>) {
                return stored;
            } else if constexpr (IsVector<Stored>::value) {
                if (stored.empty()) {
                    return T{};  // no element has a wrong type
                }
                using StoredElement = typename Stored::value_type;
                if constexpr (kConvertible<Element, StoredElement>) {
                    T result;
                    result.reserve(stored.size());
                    for (std::size_t i = 0; i < stored.size(); ++i) {
                        const auto element = converted<Element>(StoredElement(stored[i]));
                        if (!element) {
                            return Mismatch{fmt::format("{} at position {} ({})", StoredElement(stored[i]), i,
                                                        describe_type(value))};
                        }
                        result.push_back(*element);
                    }
                    return result;
                }
            }
            return Mismatch{describe_type(value)};
        },
        value.storage);
}

}  // namespace

std::string_view metadata_type_name(MetadataType type) {
    switch (type) {
        case MetadataType::u8:
            return "u8";
        case MetadataType::i8:
            return "i8";
        case MetadataType::u16:
            return "u16";
        case MetadataType::i16:
            return "i16";
        case MetadataType::u32:
            return "u32";
        case MetadataType::i32:
            return "i32";
        case MetadataType::f32:
            return "f32";
        case MetadataType::boolean:
            return "bool";
        case MetadataType::string:
            return "string";
        case MetadataType::array:
            return "array";
        case MetadataType::u64:
            return "u64";
        case MetadataType::i64:
            return "i64";
        case MetadataType::f64:
            return "f64";
    }
    return "unknown";
}

template <class T>
MetadataValue MetadataValue::of(const T& value) {
    MetadataValue result;
    result.type = type_of<T>();
    if constexpr (IsVector<T>::value) {
        using Element = typename T::value_type;
        result.element_type = type_of<Element>();
        result.storage = std::vector<Widened<Element>>(value.begin(), value.end());
    } else {
        result.storage = static_cast<Widened<T>>(value);
    }
    return result;
}

std::size_t MetadataValue::size() const {
    return std::visit(
        [](const auto& stored) -> std::size_t {
            if constexpr (IsVector<std::decay_t<decltype(stored)>>::value) {
                return stored.size();
            } else {
                return 1;
            }
        },
        storage);
}

const MetadataValue* Metadata::find(std::string_view key) const {
    const auto found = index_.find(key);
    return found == index_.end() ? nullptr : &entries_[found->second].second;
}

void Metadata::set(std::string key, MetadataValue value) {
    const auto [place, added] = index_.try_emplace(key, entries_.size());
    if (added) {
        entries_.emplace_back(std::move(key), std::move(value));
    } else {
        entries_[place->second].second = std::move(value);
    }
}

template <class T>
Result<std::optional<T>> Metadata::get(std::string_view key) const {
    const MetadataValue* const value = find(key);
    if (value == nullptr) {
        return std::optional<T>();
    }
    auto result = [&] {
        if constexpr (IsVector<T>::value) {
            return read_array<T>(*value);
        } else {
            return read_scalar<T>(*value);
        }
    }();
    if (auto* const mismatch = std::get_if<Mismatch>(&result)) {
        Error error{ErrorCode::bad_value,
                    fmt::format("{}: metadata key \"{}\" is {} where {} is needed", escaped(file_, 4096),
                                escaped(key), mismatch->actual, describe_type<T>())};
        error.details.file = file_;
        error.details.field = key;
        error.details.expected = describe_type<T>();
        error.details.actual = std::move(mismatch->actual);
        return error;
    }
    return std::optional<T>(std::get<T>(std::move(result)));
}

template <class T>
Result<T> Metadata::require(std::string_view key) const {
    HEARTH_TRY_ASSIGN(std::optional<T> value, get<T>(key));
    if (!value) {
        Error error{ErrorCode::missing_key,
                    fmt::format("{}: metadata key \"{}\" is missing", escaped(file_, 4096), escaped(key))};
        error.details.file = file_;
        error.details.field = key;
        error.details.expected = describe_type<T>();
        return error;
    }
    return *std::move(value);
}

#define HEARTH_METADATA_TYPE(...)                                                                   \
    template MetadataValue MetadataValue::of(const __VA_ARGS__&);                                   \
    template Result<std::optional<__VA_ARGS__>> Metadata::get<__VA_ARGS__>(std::string_view) const; \
    template Result<__VA_ARGS__> Metadata::require<__VA_ARGS__>(std::string_view) const

HEARTH_METADATA_TYPE(bool);
HEARTH_METADATA_TYPE(std::uint32_t);
HEARTH_METADATA_TYPE(std::int32_t);
HEARTH_METADATA_TYPE(std::uint64_t);
HEARTH_METADATA_TYPE(std::int64_t);
HEARTH_METADATA_TYPE(float);
HEARTH_METADATA_TYPE(double);
HEARTH_METADATA_TYPE(std::string);
HEARTH_METADATA_TYPE(std::vector<bool>);
HEARTH_METADATA_TYPE(std::vector<std::uint32_t>);
HEARTH_METADATA_TYPE(std::vector<std::int32_t>);
HEARTH_METADATA_TYPE(std::vector<float>);
HEARTH_METADATA_TYPE(std::vector<std::string>);

#undef HEARTH_METADATA_TYPE

}  // namespace hearth
