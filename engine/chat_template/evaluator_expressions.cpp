#include "chat_template/access.h"
#include "chat_template/compare.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/filters.h"
#include "chat_template/iteration.h"
#include "chat_template/limits.h"
#include "chat_template/methods.h"
#include "chat_template/operators.h"
#include "chat_template/printing.h"
#include "chat_template/tests.h"
#include "chat_template/token_stream.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja {

Value Evaluator::evaluate(const Expression& expression) {
    budget_.step();
    line_ = expression.line;
    switch (expression.kind) {
        case ExpressionKind::constant:
            return static_cast<const Constant&>(expression).value;
        case ExpressionKind::name:
            return evaluate(static_cast<const Name&>(expression));
        default:
            break;
    }
    const NestingGuard guard(depth_, kMaxEvaluationDepth, line_);
    return evaluate_node(expression);
}

Value Evaluator::evaluate_node(const Expression& expression) {
    switch (expression.kind) {
        case ExpressionKind::list:
            return make_sequence(&budget_, SequenceKind::list,
                                 evaluate_all(static_cast<const ListLiteral&>(expression).items));
        case ExpressionKind::tuple:
            return make_sequence(&budget_, SequenceKind::tuple,
                                 evaluate_all(static_cast<const TupleLiteral&>(expression).items));
        case ExpressionKind::dict:
            return evaluate(static_cast<const DictLiteral&>(expression));
        case ExpressionKind::attribute: {
            const auto& node = static_cast<const Attribute&>(expression);
            const Value object = evaluate(*node.object);
            line_ = node.line;
            return get_attribute(*this, object, node.attribute);
        }
        case ExpressionKind::subscript:
            return evaluate(static_cast<const Subscript&>(expression));
        case ExpressionKind::call:
            return evaluate(static_cast<const Call&>(expression), nullptr);
        case ExpressionKind::filter:
            return evaluate(static_cast<const FilterCall&>(expression));
        case ExpressionKind::test:
            return evaluate(static_cast<const TestCall&>(expression));
        case ExpressionKind::unary:
            return evaluate(static_cast<const Unary&>(expression));
        case ExpressionKind::binary: {
            const auto& node = static_cast<const Binary&>(expression);
            const Value left = evaluate(*node.left);
            const Value right = evaluate(*node.right);
            line_ = node.line;
            return apply(*this, node.operation, left, right);
        }
        case ExpressionKind::logical: {
            const auto& node = static_cast<const Logical&>(expression);
            Value left = evaluate(*node.left);
            return truth(left) == node.is_and ? evaluate(*node.right) : std::move(left);
        }
        case ExpressionKind::comparison:
            return evaluate(static_cast<const Comparison&>(expression));
        case ExpressionKind::concatenation:
            return evaluate(static_cast<const Concatenation&>(expression));
        case ExpressionKind::conditional:
            return evaluate(static_cast<const Conditional&>(expression));
        case ExpressionKind::constant:
        case ExpressionKind::name:
        case ExpressionKind::slice:
            break;  // the first two are done already, slices belong to their subscript
    }
    return {};
}

Value Evaluator::evaluate(const Name& node) {
    const Value* value = find(node.id);
    return value != nullptr ? *value
                            : make_undefined(fmt::format("'{}' is undefined", program_.names[node.id]));
}

std::vector<Value> Evaluator::evaluate_all(const std::vector<ExpressionPointer>& expressions) {
    std::vector<Value> out;
    out.reserve(expressions.size());
    for (const auto& expression : expressions) {
        out.push_back(evaluate(*expression));
    }
    return out;
}

Value Evaluator::evaluate(const DictLiteral& node) {
    auto dict = std::make_shared<Dict>(&budget_);
    for (const auto& [key_node, value_node] : node.entries) {
        const Value key = evaluate(*key_node);
        Value value = evaluate(*value_node);
        line_ = key_node->line;
        budget_.spend(key.weight());
        dict->set(key, std::move(value));
    }
    return make_dict(std::move(dict));
}

Value Evaluator::evaluate(const Subscript& node) {
    const Value object = evaluate(*node.object);
    if (node.key->kind != ExpressionKind::slice) {
        const Value key = evaluate(*node.key);
        line_ = node.line;
        return get_item(*this, object, key);
    }
    const auto& slice = static_cast<const Slice&>(*node.key);
    const auto bound = [this](const ExpressionPointer& expression) {
        return expression == nullptr ? Value() : evaluate(*expression);
    };
    const Value start = bound(slice.start);
    const Value stop = bound(slice.stop);
    const Value step = bound(slice.step);
    line_ = node.line;
    return get_slice(*this, object, start, stop, step);
}

Arguments Evaluator::evaluate(const CallArguments& arguments) {
    Arguments out;
    out.positional = evaluate_all(arguments.positional);
    if (arguments.unpacked_positional != nullptr) {
        auto unpacked = collect(*this, evaluate(*arguments.unpacked_positional));
        std::move(unpacked.begin(), unpacked.end(), std::back_inserter(out.positional));
    }
    out.named.reserve(arguments.named.size());
    for (const auto& [name, value] : arguments.named) {
        out.named.emplace_back(Text(name, TextOrigin::template_text), evaluate(*value));
    }
    if (arguments.unpacked_named != nullptr) {
        const Value unpacked = evaluate(*arguments.unpacked_named);
        if (!unpacked.is_dict()) {
            require_defined(unpacked);
            fail_operation(fmt::format("argument after ** must be a mapping, not {}", type_name(unpacked)));
        }
        for (const auto& [key, value] : unpacked.dict()->entries()) {
            const String* name = key.string();
            const bool repeated =
                name != nullptr && std::any_of(out.named.begin(), out.named.end(), [&](const auto& known) {
                    return known.first.bytes() == name->text.bytes();
                });
            if (name == nullptr || repeated) {
                fail_operation("the keys of an argument after ** must be strings and new names");
            }
            budget_.spend(static_cast<std::int64_t>(out.named.size()));
            out.named.emplace_back(name->text, value);
        }
    }
    return out;
}

Value Evaluator::call(const Value& callee, const Arguments& arguments) {
    Object* object = callee.object();
    if (object == nullptr) {
        require_defined(callee);
        fail_operation(fmt::format("'{}' object is not callable", type_name(callee)));
    }
    return object->call(*this, arguments);
}

Value Evaluator::evaluate(const Call& node, const Value* caller) {
    const auto arguments = [&] {
        Arguments out = evaluate(node.arguments);
        if (caller != nullptr) {
            out.named.emplace_back(Text("caller", TextOrigin::template_text), *caller);
        }
        line_ = node.line;
        return out;
    };
    if (node.callee->kind == ExpressionKind::attribute) {
        // Calls of methods are most of what templates call: do without the bound method.
        const auto& attribute = static_cast<const Attribute&>(*node.callee);
        const Value object = evaluate(*attribute.object);
        line_ = node.line;
        const Method* method = find_method(object, attribute.attribute);
        if (method != nullptr && method->function != nullptr) {
            return method->function(*this, object, arguments());
        }
        const Value callee = get_attribute(*this, object, attribute.attribute);
        return call(callee, arguments());
    }
    const Value callee = evaluate(*node.callee);
    return call(callee, arguments());
}

Value Evaluator::evaluate_call_block(const CallBlock& node, const Value& caller) {
    return evaluate(static_cast<const Call&>(*node.call), &caller);
}

Value Evaluator::evaluate(const FilterCall& node) {
    const Value input = node.input == nullptr ? make_string(&budget_, *filter_input_) : evaluate(*node.input);
    line_ = node.line;
    if (node.filter == nullptr) {
        fail_operation(fmt::format("there is no filter '{}'", node.name));
    }
    const Arguments arguments = evaluate(node.arguments);
    line_ = node.line;
    return node.filter->function(*this, input, arguments);
}

Value Evaluator::evaluate(const TestCall& node) {
    const Value input = evaluate(*node.input);
    line_ = node.line;
    if (node.test == nullptr) {
        fail_operation(fmt::format("there is no test '{}'", node.name));
    }
    const Arguments arguments = evaluate(node.arguments);
    line_ = node.line;
    TextOrigin origin = input.origin();
    for (const Value& argument : arguments.positional) {
        origin = combine(origin, argument.origin());
    }
    return make_bool(node.test->function(*this, input, arguments), origin);
}

Value Evaluator::evaluate(const Unary& node) {
    const Value operand = evaluate(*node.operand);
    line_ = node.line;
    switch (node.operation) {
        case UnaryOperator::logical_not:
            return make_bool(!truth(operand), operand.origin());
        case UnaryOperator::minus:
            return negate(operand);
        case UnaryOperator::plus:
            return affirm(operand);
    }
    return operand;
}

bool Evaluator::compare(ComparisonOperator operation, const Value& left, const Value& right) {
    budget_.spend(std::min(left.weight(), right.weight()));
    switch (operation) {
        case ComparisonOperator::equal:
            return equal(left, right);
        case ComparisonOperator::not_equal:
            return !equal(left, right);
        case ComparisonOperator::less:
            return ordered(left, right, Ordering::less);
        case ComparisonOperator::less_equal:
            return ordered(left, right, Ordering::less_equal);
        case ComparisonOperator::greater:
            return ordered(left, right, Ordering::greater);
        case ComparisonOperator::greater_equal:
            return ordered(left, right, Ordering::greater_equal);
        case ComparisonOperator::in:
            return contains(*this, right, left);
        case ComparisonOperator::not_in:
            return !contains(*this, right, left);
    }
    return false;
}

Value Evaluator::evaluate(const Comparison& node) {
    Value left = evaluate(*node.first);
    TextOrigin origin = left.origin();
    for (const auto& [operation, operand] : node.rest) {
        Value right = evaluate(*operand);
        line_ = node.line;
        origin = combine(origin, right.origin());
        if (!compare(operation, left, right)) {
            return make_bool(false, origin);
        }
        left = std::move(right);
    }
    return make_bool(true, origin);
}

Value Evaluator::evaluate(const Concatenation& node) {
    TextBuilder out(budget_);
    for (const auto& part : node.parts) {
        append_str(budget_, out, evaluate(*part));
    }
    return make_string(&budget_, out.finish());
}

Value Evaluator::evaluate(const Conditional& node) {
    if (truth(evaluate(*node.condition))) {
        return evaluate(*node.then);
    }
    if (node.otherwise != nullptr) {
        return evaluate(*node.otherwise);
    }
    return make_undefined("the inline if-expression evaluated to false and no else section was defined.");
}

}  // namespace hearth::jinja
