#include "chat_template/access.h"
#include "chat_template/arguments.h"
#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/filter_functions.h"
#include "chat_template/number_text.h"
#include "chat_template/operators.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace hearth::jinja::filters {

Value abs(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    require_no_arguments("abs", arguments);
    if (const auto integer = input.integer()) {
        return *integer < 0 ? negate(input) : affirm(input);
    }
    if (const auto* floating = input.get<double>()) {
        return make_float(std::fabs(*floating), input.origin());
    }
    fail_operation(fmt::format("bad operand type for abs(): '{}'", type_name(input)));
}

Value attr(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [name] = bind<1>("attr", arguments, {"name"}, 1);
    const std::string_view wanted = require_text("attr", *name).bytes();
    require_defined(input);
    auto found = find_attribute(evaluator, input, wanted);
    return found ? *std::move(found) : missing_attribute(input, wanted);
}

Value default_value(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [otherwise, boolean] = bind<2>("default", arguments, {"default_value", "boolean"});
    if (!input.is_undefined() && (boolean == nullptr || !truth(*boolean) || truth(input))) {
        return input;
    }
    return otherwise == nullptr ? make_string(&evaluator.budget(), Text()) : *otherwise;
}

Value to_integer(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [otherwise, base_argument] = bind<2>("int", arguments, {"default", "base"});
    const std::int64_t base = base_argument == nullptr ? 10 : require_integer("int", *base_argument);
    require_defined(input);
    std::optional<std::int64_t> value = input.integer();
    if (const String* string = input.string()) {
        const std::string_view text = string->text.bytes();
        evaluator.budget().spend_bytes(text.size());
        if (base != 0 && (base < 2 || base > 36)) {
            fail_operation("int() base must be >= 2 and <= 36, or 0");
        }
        value = parse_integer(text, static_cast<int>(base));
        if (!value) {
            const auto floating = parse_float(text);  // "42.23" is 42
            value = floating ? truncate_to_integer(*floating) : std::nullopt;
        }
    } else if (const auto* floating = input.get<double>()) {
        if (std::isinf(*floating)) {
            fail_operation("cannot convert float infinity to integer");
        }
        value = truncate_to_integer(*floating);
    }
    if (value) {
        return make_integer(*value, input.origin());
    }
    return otherwise == nullptr ? make_integer(0, input.origin()) : *otherwise;
}

Value to_float(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [otherwise] = bind<1>("float", arguments, {"default"});
    require_defined(input);
    std::optional<double> value = input.number();
    if (const String* string = input.string()) {
        evaluator.budget().spend_bytes(string->text.size());
        value = parse_float(string->text.bytes());
    }
    if (value) {
        return make_float(*value, input.origin());
    }
    return otherwise == nullptr ? make_float(0, input.origin()) : *otherwise;
}

namespace {

/// Correctly rounded, halves of the exact binary value to even, as Python's round().
double round_to(double value, std::int64_t digits) {
    if (!std::isfinite(value) || digits > 323) {
        return value;
    }
    if (digits < -308) {
        return std::copysign(0.0, value);
    }
    if (digits < 0) {
        const double unit = std::pow(10.0, static_cast<double>(-digits));
        return std::nearbyint(value / unit) * unit;
    }
    std::string text(700, '\0');
    const auto printed = std::to_chars(text.data(), text.data() + text.size(), value,
                                       std::chars_format::fixed, static_cast<int>(digits));
    double rounded = value;
    std::from_chars(text.data(), printed.ptr, rounded);
    return rounded;
}

std::int64_t round_to(std::int64_t value, std::int64_t digits) {
    if (digits >= 0) {
        return value;
    }
    if (digits < -18) {
        return 0;
    }
    std::int64_t unit = 1;
    for (std::int64_t i = 0; i > digits; --i) {
        unit *= 10;
    }
    std::int64_t quotient = value / unit;
    const std::int64_t remainder = std::abs(value % unit);
    if (remainder > unit / 2 || (remainder == unit / 2 && quotient % 2 != 0)) {
        quotient += value < 0 ? -1 : 1;
    }
    return quotient * unit;
}

}  // namespace

Value round(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    const auto [precision, method] = bind<2>("round", arguments, {"precision", "method"});
    const std::int64_t digits = precision == nullptr ? 0 : require_integer("round", *precision);
    const std::string_view how = method == nullptr ? "common" : require_text("round", *method).bytes();
    if (how != "common" && how != "ceil" && how != "floor") {
        fail_operation("round: method must be common, ceil or floor");
    }
    const auto number = input.number();
    if (!number) {
        require_defined(input);
        fail_operation(fmt::format("round() wants a number, not '{}'", type_name(input)));
    }
    if (how == "common") {
        if (const auto integer = input.integer()) {
            return make_integer(round_to(*integer, digits), input.origin());
        }
        return make_float(round_to(*number, digits), input.origin());
    }
    const double unit = std::pow(10.0, static_cast<double>(digits));
    const double scaled = *number * unit;
    return make_float((how == "ceil" ? std::ceil(scaled) : std::floor(scaled)) / unit, input.origin());
}

}  // namespace hearth::jinja::filters
