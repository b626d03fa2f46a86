#pragma once

#include "chat_template/value.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::jinja {

struct Filter;
struct Test;

/// Index into Program::names.
using NameId = std::uint32_t;

enum class ExpressionKind : std::uint8_t {
    constant,
    name,
    list,
    tuple,
    dict,
    attribute,
    subscript,
    slice,
    call,
    filter,
    test,
    unary,
    binary,
    logical,
    comparison,
    concatenation,
    conditional,
};

struct Expression {
    Expression(ExpressionKind expression_kind, std::uint32_t expression_line)
        : kind(expression_kind), line(expression_line) {}
    Expression(const Expression&) = delete;
    Expression& operator=(const Expression&) = delete;
    virtual ~Expression() = default;

    ExpressionKind kind;
    std::uint32_t line;
    std::uint32_t height = 1;  ///< of the tree below; the parser bounds it
};
using ExpressionPointer = std::unique_ptr<const Expression>;

/// What is between the parentheses of a call, filter or test.
struct CallArguments {
    std::vector<ExpressionPointer> positional;
    std::vector<std::pair<std::string, ExpressionPointer>> named;
    ExpressionPointer unpacked_positional;  ///< `*expression`, or null
    ExpressionPointer unpacked_named;       ///< `**expression`, or null
};

template <ExpressionKind Kind>
struct ExpressionOf : Expression {
    explicit ExpressionOf(std::uint32_t expression_line) : Expression(Kind, expression_line) {}
};

struct Constant : ExpressionOf<ExpressionKind::constant> {
    using ExpressionOf::ExpressionOf;
    Value value;
};

struct Name : ExpressionOf<ExpressionKind::name> {
    using ExpressionOf::ExpressionOf;
    NameId id = 0;
};

struct ListLiteral : ExpressionOf<ExpressionKind::list> {
    using ExpressionOf::ExpressionOf;
    std::vector<ExpressionPointer> items;
};

struct TupleLiteral : ExpressionOf<ExpressionKind::tuple> {
    using ExpressionOf::ExpressionOf;
    std::vector<ExpressionPointer> items;
};

struct DictLiteral : ExpressionOf<ExpressionKind::dict> {
    using ExpressionOf::ExpressionOf;
    std::vector<std::pair<ExpressionPointer, ExpressionPointer>> entries;
};

/// `object.attribute`
struct Attribute : ExpressionOf<ExpressionKind::attribute> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer object;
    std::string attribute;
};

/// `object[key]`; the key of `object[a:b:c]` is a Slice.
struct Subscript : ExpressionOf<ExpressionKind::subscript> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer object;
    ExpressionPointer key;
};

struct Slice : ExpressionOf<ExpressionKind::slice> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer start;  ///< or null, as the others
    ExpressionPointer stop;
    ExpressionPointer step;
};

struct Call : ExpressionOf<ExpressionKind::call> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer callee;
    CallArguments arguments;
};

struct FilterCall : ExpressionOf<ExpressionKind::filter> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer input;  ///< null: the text of the block that is filtered
    std::string name;
    const Filter* filter = nullptr;  ///< null: no such filter, an error if it is ever reached
    CallArguments arguments;
};

struct TestCall : ExpressionOf<ExpressionKind::test> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer input;
    std::string name;
    const Test* test = nullptr;  ///< null: no such test, an error if it is ever reached
    CallArguments arguments;
};

enum class UnaryOperator : std::uint8_t { logical_not, minus, plus };

struct Unary : ExpressionOf<ExpressionKind::unary> {
    using ExpressionOf::ExpressionOf;
    UnaryOperator operation = UnaryOperator::logical_not;
    ExpressionPointer operand;
};

enum class BinaryOperator : std::uint8_t { add, subtract, multiply, divide, floor_divide, modulo, power };

struct Binary : ExpressionOf<ExpressionKind::binary> {
    using ExpressionOf::ExpressionOf;
    BinaryOperator operation = BinaryOperator::add;
    ExpressionPointer left;
    ExpressionPointer right;
};

/// `and`, `or`: the value of the operand that decides.
struct Logical : ExpressionOf<ExpressionKind::logical> {
    using ExpressionOf::ExpressionOf;
    bool is_and = true;
    ExpressionPointer left;
    ExpressionPointer right;
};

enum class ComparisonOperator : std::uint8_t {
    equal,
    not_equal,
    less,
    less_equal,
    greater,
    greater_equal,
    in,
    not_in,
};

/// `a < b <= c`
struct Comparison : ExpressionOf<ExpressionKind::comparison> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer first;
    std::vector<std::pair<ComparisonOperator, ExpressionPointer>> rest;
};

/// `a ~ b ~ c`
struct Concatenation : ExpressionOf<ExpressionKind::concatenation> {
    using ExpressionOf::ExpressionOf;
    std::vector<ExpressionPointer> parts;
};

/// `then if condition else otherwise`
struct Conditional : ExpressionOf<ExpressionKind::conditional> {
    using ExpressionOf::ExpressionOf;
    ExpressionPointer condition;
    ExpressionPointer then;
    ExpressionPointer otherwise;  ///< null: undefined
};

/// What is assigned to: a name, `namespace.attribute`, or a tuple of them.
struct Target {
    enum class Kind : std::uint8_t { name, attribute, tuple };
    Kind kind = Kind::name;
    std::uint32_t line = 1;
    NameId name = 0;
    std::string attribute;
    std::vector<Target> items;
};

enum class StatementKind : std::uint8_t {
    text,
    print,
    if_else,
    for_loop,
    set,
    set_block,
    macro,
    call_block,
    filter_block,
    with,
    generation,
    break_loop,
    continue_loop,
};

struct Statement {
    Statement(StatementKind statement_kind, std::uint32_t statement_line)
        : kind(statement_kind), line(statement_line) {}
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;
    virtual ~Statement() = default;

    StatementKind kind;
    std::uint32_t line;
};
using Block = std::vector<std::unique_ptr<const Statement>>;

template <StatementKind Kind>
struct StatementOf : Statement {
    explicit StatementOf(std::uint32_t statement_line) : Statement(Kind, statement_line) {}
};

struct TextStatement : StatementOf<StatementKind::text> {
    using StatementOf::StatementOf;
    std::string text;
};

struct Print : StatementOf<StatementKind::print> {
    using StatementOf::StatementOf;
    ExpressionPointer value;
};

struct IfElse : StatementOf<StatementKind::if_else> {
    using StatementOf::StatementOf;
    std::vector<std::pair<ExpressionPointer, Block>> branches;
    Block otherwise;
};

struct ForLoop : StatementOf<StatementKind::for_loop> {
    using StatementOf::StatementOf;
    Target target;
    ExpressionPointer iterable;
    ExpressionPointer condition;  ///< null: all items
    bool recursive = false;
    Block body;
    Block otherwise;  ///< when there was no item
};

struct Set : StatementOf<StatementKind::set> {
    using StatementOf::StatementOf;
    Target target;
    ExpressionPointer value;
};

struct SetBlock : StatementOf<StatementKind::set_block> {
    using StatementOf::StatementOf;
    Target target;
    ExpressionPointer filter;  ///< chain of FilterCall whose innermost has no input; or null
    Block body;
};

/// The signature and body of a macro, or of a call block, whose body the macro gets as `caller`.
struct MacroBody {
    std::string name;
    std::vector<std::pair<std::string, NameId>> parameters;
    std::vector<ExpressionPointer> defaults;  ///< of the last parameters
    bool uses_caller = false;
    bool uses_varargs = false;
    bool uses_kwargs = false;
    Block body;
};

struct MacroDefinition : StatementOf<StatementKind::macro> {
    using StatementOf::StatementOf;
    NameId name = 0;
    MacroBody macro;
};

struct CallBlock : StatementOf<StatementKind::call_block> {
    using StatementOf::StatementOf;
    ExpressionPointer call;  ///< a Call
    MacroBody caller;
};

struct FilterBlock : StatementOf<StatementKind::filter_block> {
    using StatementOf::StatementOf;
    ExpressionPointer filter;
    Block body;
};

struct With : StatementOf<StatementKind::with> {
    using StatementOf::StatementOf;
    std::vector<std::pair<Target, ExpressionPointer>> assignments;
    Block body;
};

/// `{% generation %}`: marks what the assistant said; renders its body.
struct Generation : StatementOf<StatementKind::generation> {
    using StatementOf::StatementOf;
    Block body;
};

struct Break : StatementOf<StatementKind::break_loop> {
    using StatementOf::StatementOf;
};

struct Continue : StatementOf<StatementKind::continue_loop> {
    using StatementOf::StatementOf;
};

}  // namespace hearth::jinja
