#include "chat_template/tests.h"

#include "chat_template/access.h"
#include "chat_template/arguments.h"
#include "chat_template/compare.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/filters.h"
#include "chat_template/iteration.h"
#include "chat_template/operators.h"
#include "chat_template/printing.h"
#include "chat_template/unicode.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

using Property = bool (*)(const Value&);

template <Property Holds>
bool test_property(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    require_no_arguments("this test", arguments);
    return Holds(input);
}

bool is_boolean(const Value& value) {
    return value.get<bool>() != nullptr;
}

bool is_callable(const Value& value) {
    // Undefined has a __call__, which fails.
    return value.is_undefined() || (value.object() != nullptr && value.object()->callable());
}

bool is_defined(const Value& value) {
    return !value.is_undefined();
}

bool is_escaped(const Value& value) {
    return value.is_string() && value.string()->markup;
}

bool is_false(const Value& value) {
    return is_boolean(value) && !truth(value);
}

bool is_true(const Value& value) {
    return is_boolean(value) && truth(value);
}

bool is_float(const Value& value) {
    return value.get<double>() != nullptr;
}

bool is_integer(const Value& value) {
    return value.get<std::int64_t>() != nullptr;
}

bool is_mapping(const Value& value) {
    return value.is_dict();
}

bool is_none(const Value& value) {
    return value.is_none();
}

bool is_number(const Value& value) {
    return value.number().has_value();
}

bool is_sequence(const Value& value) {
    // What has a length and positions or keys; so, as Python sees it, has an undefined.
    const Sequence* sequence = value.sequence();
    return value.is_string() || value.is_dict() || value.is_undefined() ||
           (sequence != nullptr && sequence->kind <= SequenceKind::range);
}

bool is_string(const Value& value) {
    return value.is_string();
}

bool is_undefined(const Value& value) {
    return value.is_undefined();
}

template <bool (*Wanted)(char32_t)>
bool test_case(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("this test", arguments);
    const Text text = to_text(evaluator.budget(), input);
    evaluator.budget().spend_bytes(text.size());
    bool any = false;
    for (std::size_t i = 0; i < text.size(); i += character_bytes(text.bytes()[i])) {
        const char32_t c = decode_at(text.bytes(), i);
        if (is_cased(c) && !Wanted(c)) {
            return false;
        }
        any = any || Wanted(c);
    }
    return any;
}

const Value& single_argument(std::string_view name, const Arguments& arguments) {
    const auto [argument] = bind<1>(name, arguments, {"other"}, 1);
    return *argument;
}

bool test_divisibleby(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [number] = bind<1>("divisibleby", arguments, {"num"}, 1);
    const Value remainder = apply(evaluator, BinaryOperator::modulo, input, *number);
    return equal(remainder, make_integer(0));
}

template <bool Even>
bool test_parity(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    require_no_arguments("this test", arguments);
    const Value remainder = apply(evaluator, BinaryOperator::modulo, input, make_integer(2));
    return equal(remainder, make_integer(Even ? 0 : 1));
}

template <bool Equal>
bool test_equality(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const Value& other = single_argument("equalto", arguments);
    evaluator.budget().spend(std::min(input.weight(), other.weight()));
    return equal(input, other) == Equal;
}

template <Ordering Order>
bool test_order(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const Value& other = single_argument("this comparison", arguments);
    evaluator.budget().spend(std::min(input.weight(), other.weight()));
    return ordered(input, other, Order);
}

bool test_in(Evaluator& evaluator, const Value& input, const Arguments& arguments) {
    const auto [haystack] = bind<1>("in", arguments, {"seq"}, 1);
    return contains(evaluator, *haystack, input);
}

bool test_sameas(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    return input.same_as(single_argument("sameas", arguments));
}

bool test_filter(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    require_no_arguments("filter", arguments);
    return input.is_string() && find_filter(input.string()->text.bytes()) != nullptr;
}

bool test_test(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    require_no_arguments("test", arguments);
    return input.is_string() && find_test(input.string()->text.bytes()) != nullptr;
}

constexpr std::array<Test, 39> kTests = {{
    {"!=", test_equality<false>},
    {"<", test_order<Ordering::less>},
    {"<=", test_order<Ordering::less_equal>},
    {"==", test_equality<true>},
    {">", test_order<Ordering::greater>},
    {">=", test_order<Ordering::greater_equal>},
    {"boolean", test_property<is_boolean>},
    {"callable", test_property<is_callable>},
    {"defined", test_property<is_defined>},
    {"divisibleby", test_divisibleby},
    {"eq", test_equality<true>},
    {"equalto", test_equality<true>},
    {"escaped", test_property<is_escaped>},
    {"even", test_parity<true>},
    {"false", test_property<is_false>},
    {"filter", test_filter},
    {"float", test_property<is_float>},
    {"ge", test_order<Ordering::greater_equal>},
    {"greaterthan", test_order<Ordering::greater>},
    {"gt", test_order<Ordering::greater>},
    {"in", test_in},
    {"integer", test_property<is_integer>},
    {"iterable", test_property<is_iterable>},
    {"le", test_order<Ordering::less_equal>},
    {"lessthan", test_order<Ordering::less>},
    {"lower", test_case<is_lower>},
    {"lt", test_order<Ordering::less>},
    {"mapping", test_property<is_mapping>},
    {"ne", test_equality<false>},
    {"none", test_property<is_none>},
    {"number", test_property<is_number>},
    {"odd", test_parity<false>},
    {"sameas", test_sameas},
    {"sequence", test_property<is_sequence>},
    {"string", test_property<is_string>},
    {"test", test_test},
    {"true", test_property<is_true>},
    {"undefined", test_property<is_undefined>},
    {"upper", test_case<is_upper>},
}};

static_assert(std::is_sorted(kTests.begin(), kTests.end(),
                             [](const Test& a, const Test& b) { return a.name < b.name; }));

}  // namespace

const Test* find_test(std::string_view name) {
    const auto* const found =
        std::lower_bound(kTests.begin(), kTests.end(), name,
                         [](const Test& test, std::string_view key) { return test.name < key; });
    return found != kTests.end() && found->name == name ? found : nullptr;
}

}  // namespace hearth::jinja
