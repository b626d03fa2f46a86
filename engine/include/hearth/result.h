#pragma once

#include <hearth/error.h>

#include <optional>
#include <utility>
#include <variant>

namespace hearth {

/// A value or the Error that kept it from existing. Asking for the one that is not there is a broken
/// invariant (std::bad_variant_access).
template <class T>
class [[nodiscard]] Result {
 public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }
    bool has_value() const { return state_.index() == 0; }

    T& value() & { return std::get<0>(state_); }
    const T& value() const& { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const& { return std::get<1>(state_); }
    Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
    std::variant<T, Error> state_;
};

/// Success, or the Error.
template <>
class [[nodiscard]] Result<void> {
 public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_.has_value(); }
    bool has_value() const { return !error_.has_value(); }
    const Error& error() const& { return error_.value(); }
    Error&& error() && { return std::move(error_).value(); }

 private:
    std::optional<Error> error_;
};

using Status = Result<void>;

}  // namespace hearth

#define HEARTH_CONCAT_INNER(a, b) a##b
#define HEARTH_CONCAT(a, b) HEARTH_CONCAT_INNER(a, b)

/// Returns the error of a Status from the enclosing function. Two statements: needs braces after `if`.
#define HEARTH_TRY(expression) HEARTH_TRY_IMPL(HEARTH_CONCAT(hearth_status_, __LINE__), expression)
#define HEARTH_TRY_IMPL(name, expression)  \
    if (auto name = (expression); !name) { \
        return std::move(name).error();    \
    }                                      \
    static_assert(true)

/// Declares `declaration` from the value of a Result, or returns its error from the enclosing function.
#define HEARTH_TRY_ASSIGN(declaration, expression) \
    HEARTH_TRY_ASSIGN_IMPL(HEARTH_CONCAT(hearth_result_, __LINE__), declaration, expression)
#define HEARTH_TRY_ASSIGN_IMPL(name, declaration, expression) \
    auto name = (expression);                                 \
    if (!name) {                                              \
        return std::move(name).error();                       \
    }                                                         \
    declaration = *std::move(name)
