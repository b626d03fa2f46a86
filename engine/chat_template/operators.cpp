#include "chat_template/operators.h"

#include "chat_template/compare.h"
#include "chat_template/dict.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/iteration.h"
#include "chat_template/percent_format.h"
#include "chat_template/printing.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

const char* symbol(BinaryOperator operation) {
    switch (operation) {
        case BinaryOperator::add:
            return "+";
        case BinaryOperator::subtract:
            return "-";
        case BinaryOperator::multiply:
            return "*";
        case BinaryOperator::divide:
            return "/";
        case BinaryOperator::floor_divide:
            return "//";
        case BinaryOperator::modulo:
            return "%";
        case BinaryOperator::power:
            return "**";
    }
    return "";
}

[[noreturn]] void fail_overflow() {
    fail_limit("the template makes an integer of more than 64 bits");
}

std::int64_t multiply(std::int64_t a, std::int64_t b) {
    std::int64_t out = 0;
    if (__builtin_mul_overflow(a, b, &out)) {
        fail_overflow();
    }
    return out;
}

std::int64_t integer_power(std::int64_t base, std::int64_t exponent) {
    std::int64_t out = 1;
    while (exponent > 0) {
        if ((exponent & 1) != 0) {
            out = multiply(out, base);
        }
        exponent >>= 1;
        if (exponent > 0) {
            const bool settled = base == 0 || base == 1 || base == -1;
            base = settled ? base * base : multiply(base, base);
        }
    }
    return out;
}

std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
    if (b == -1) {
        return multiply(a, -1);
    }
    return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0);
}

std::int64_t floor_remainder(std::int64_t a, std::int64_t b) {
    if (b == -1) {
        return 0;
    }
    const std::int64_t remainder = a % b;
    return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

/// As Python's float `%`: the sign of the divisor.
double floor_remainder(double a, double b) {
    double remainder = std::fmod(a, b);
    if (remainder != 0 && (remainder < 0) != (b < 0)) {
        remainder += b;
    }
    return remainder == 0 ? std::copysign(0.0, b) : remainder;
}

double floor_quotient(double a, double b) {
    double quotient = (a - floor_remainder(a, b)) / b;
    if (quotient == 0) {
        return std::copysign(0.0, a / b);
    }
    const double floored = std::floor(quotient);
    return quotient - floored > 0.5 ? floored + 1 : floored;
}

void require_divisor(bool zero) {
    if (zero) {
        fail_operation("division by zero");
    }
}

Value apply_integers(BinaryOperator operation, std::int64_t a, std::int64_t b, TextOrigin origin) {
    std::int64_t out = 0;
    switch (operation) {
        case BinaryOperator::add:
            if (__builtin_add_overflow(a, b, &out)) {
                fail_overflow();
            }
            break;
        case BinaryOperator::subtract:
            if (__builtin_sub_overflow(a, b, &out)) {
                fail_overflow();
            }
            break;
        case BinaryOperator::multiply:
            out = multiply(a, b);
            break;
        case BinaryOperator::divide:
            require_divisor(b == 0);
            return make_float(static_cast<double>(a) / static_cast<double>(b), origin);
        case BinaryOperator::floor_divide:
            require_divisor(b == 0);
            out = floor_quotient(a, b);
            break;
        case BinaryOperator::modulo:
            require_divisor(b == 0);
            out = floor_remainder(a, b);
            break;
        case BinaryOperator::power:
            if (b < 0) {
                require_divisor(a == 0);
                return make_float(std::pow(static_cast<double>(a), static_cast<double>(b)), origin);
            }
            out = integer_power(a, b);
            break;
    }
    return make_integer(out, origin);
}

Value apply_floats(BinaryOperator operation, double a, double b, TextOrigin origin) {
    switch (operation) {
        case BinaryOperator::add:
            return make_float(a + b, origin);
        case BinaryOperator::subtract:
            return make_float(a - b, origin);
        case BinaryOperator::multiply:
            return make_float(a * b, origin);
        case BinaryOperator::divide:
            require_divisor(b == 0);
            return make_float(a / b, origin);
        case BinaryOperator::floor_divide:
            require_divisor(b == 0);
            return make_float(floor_quotient(a, b), origin);
        case BinaryOperator::modulo:
            require_divisor(b == 0);
            return make_float(floor_remainder(a, b), origin);
        case BinaryOperator::power:
            break;
    }
    require_divisor(a == 0 && b < 0);
    const double out = std::pow(a, b);
    if (std::isnan(out) && !std::isnan(a) && !std::isnan(b)) {
        fail_operation("a negative number has no real power of a fraction");
    }
    if (std::isinf(out) && std::isfinite(a) && std::isfinite(b)) {
        fail_operation("the result of ** is too large");
    }
    return make_float(out, origin);
}

/// The text that `+` and `%` take from a side, HTML-escaped next to markup.
void append_side(Evaluator& evaluator, TextBuilder& out, const Value& side, bool markup) {
    const String* string = side.string();
    if (markup && !string->markup) {
        append_html_escaped(out, string->text);
    } else {
        append_str(evaluator.budget(), out, side);
    }
}

Value add_strings(Evaluator& evaluator, const Value& left, const Value& right) {
    const bool markup = left.string()->markup || right.string()->markup;
    TextBuilder out(evaluator.budget());
    append_side(evaluator, out, left, markup);
    append_side(evaluator, out, right, markup);
    return make_string(&evaluator.budget(), out.finish(), markup);
}

Value add_sequences(Evaluator& evaluator, const Sequence& left, const Sequence& right) {
    const std::size_t count = left.items.size() + right.items.size();
    evaluator.budget().spend(static_cast<std::int64_t>(count));
    const Charge ask_first(&evaluator.budget(), count * sizeof(Value));
    std::vector<Value> items;
    items.reserve(count);
    items.insert(items.end(), left.items.begin(), left.items.end());
    items.insert(items.end(), right.items.begin(), right.items.end());
    return make_sequence(&evaluator.budget(), left.kind, std::move(items),
                         combine(left.origin, right.origin));
}

/// Lists and tuples, but not ranges and views, add and multiply.
bool concatenates(const Sequence* sequence) {
    return sequence != nullptr &&
           (sequence->kind == SequenceKind::list || sequence->kind == SequenceKind::tuple);
}

std::optional<Value> repeat(Evaluator& evaluator, const Value& value, std::int64_t count) {
    const auto times = static_cast<std::size_t>(std::max<std::int64_t>(count, 0));
    if (const String* string = value.string()) {
        TextBuilder out(evaluator.budget());
        out.append_repeated(string->text, times);
        return make_string(&evaluator.budget(), out.finish(), string->markup);
    }
    const Sequence* sequence = value.sequence();
    if (!concatenates(sequence)) {
        return std::nullopt;
    }
    const std::size_t size = sequence->items.size();
    std::size_t total = 0;
    if (__builtin_mul_overflow(size, times, &total) || total > (std::size_t{1} << 40U)) {
        fail_limit("the template makes a list larger than any memory");
    }
    evaluator.budget().spend(static_cast<std::int64_t>(total));
    const Charge ask_first(&evaluator.budget(), total * sizeof(Value));
    std::vector<Value> items;
    items.reserve(total);
    for (std::size_t i = 0; i < total; ++i) {
        items.push_back(sequence->items[i % size]);
    }
    return make_sequence(&evaluator.budget(), sequence->kind, std::move(items), sequence->origin);
}

}  // namespace

Value apply(Evaluator& evaluator, BinaryOperator operation, const Value& left, const Value& right) {
    if (operation == BinaryOperator::modulo && left.is_string()) {
        return percent_format(evaluator, *left.string(), right);
    }
    if (const auto a = left.integer(), b = right.integer(); a && b) {
        return apply_integers(operation, *a, *b, combine(left.origin(), right.origin()));
    }
    if (const auto a = left.number(), b = right.number(); a && b) {
        return apply_floats(operation, *a, *b, combine(left.origin(), right.origin()));
    }
    if (operation == BinaryOperator::add) {
        if (left.is_string() && right.is_string()) {
            return add_strings(evaluator, left, right);
        }
        const Sequence* a = left.sequence();
        const Sequence* b = right.sequence();
        if (concatenates(a) && concatenates(b) && a->kind == b->kind) {
            return add_sequences(evaluator, *a, *b);
        }
    }
    if (operation == BinaryOperator::multiply) {
        const auto count = left.integer() ? left.integer() : right.integer();
        if (count) {
            if (auto repeated = repeat(evaluator, left.integer() ? right : left, *count)) {
                return *std::move(repeated);
            }
        }
    }
    require_defined(left);
    require_defined(right);
    fail_operation(fmt::format("unsupported operand type(s) for {}: '{}' and '{}'", symbol(operation),
                               type_name(left), type_name(right)));
}

Value negate(const Value& value) {
    if (const auto integer = value.integer()) {
        return make_integer(multiply(*integer, -1), value.origin());
    }
    if (const auto* floating = value.get<double>()) {
        return make_float(-*floating, value.origin());
    }
    require_defined(value);
    fail_operation(fmt::format("bad operand type for unary -: '{}'", type_name(value)));
}

Value affirm(const Value& value) {
    if (const auto integer = value.integer()) {
        return make_integer(*integer, value.origin());
    }
    if (value.get<double>() != nullptr) {
        return value;
    }
    require_defined(value);
    fail_operation(fmt::format("bad operand type for unary +: '{}'", type_name(value)));
}

bool contains(Evaluator& evaluator, const Value& haystack, const Value& needle) {
    if (const String* string = haystack.string()) {
        const String* part = needle.string();
        if (part == nullptr) {
            fail_operation(
                fmt::format("'in <string>' requires string as left operand, not {}", type_name(needle)));
        }
        evaluator.budget().spend_bytes(string->text.size());
        return string->text.bytes().find(part->text.bytes()) != std::string_view::npos;
    }
    if (const Dict* dict = haystack.dict()) {
        evaluator.budget().spend(needle.weight());
        return dict->find(needle) != nullptr;
    }
    if (!is_iterable(haystack)) {
        fail_operation(fmt::format("argument of type '{}' is not iterable", type_name(haystack)));
    }
    Iterator iterator(haystack);
    while (const auto item = iterator.next(evaluator)) {
        evaluator.budget().spend(std::min(item->weight(), needle.weight()));
        if (equal(*item, needle)) {
            return true;
        }
    }
    return false;
}

}  // namespace hearth::jinja
