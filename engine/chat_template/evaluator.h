#pragma once

#include "chat_template/budget.h"
#include "chat_template/dict.h"
#include "chat_template/program.h"
#include "chat_template/text.h"
#include "chat_template/value.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace hearth::jinja {

class Loop;

/// The names that a block assigns; those of the blocks around it are seen through `parent`.
struct Scope {
    Scope* parent = nullptr;
    std::vector<std::pair<NameId, Value>> values;
    bool captured = false;  ///< a macro defined here needs it after its block has ended
};

/// Renders a program once. Throws Failure.
class Evaluator {
 public:
    /// `globals`: what the template sees, as (name, value).
    Evaluator(const Program& program, Budget& budget, std::chrono::local_seconds now,
              std::vector<std::pair<std::string_view, Value>> globals);
    Evaluator(const Evaluator&) = delete;
    Evaluator& operator=(const Evaluator&) = delete;

    Text run();
    /// Where in the template the evaluation stands.
    std::uint32_t line() const { return line_; }

    // For the filters, tests, functions and methods.

    Budget& budget() { return budget_; }
    std::chrono::local_seconds now() const { return now_; }
    Value call(const Value& callee, const Arguments& arguments);
    Namespace& make_namespace();

    // For macros and loops.

    Value call_macro(const MacroBody& macro, Scope* definition_scope, const Arguments& arguments);
    /// The text of a recursive loop's body for other items.
    Value render_loop(const ForLoop& node, Scope* scope, const Value& iterable, std::int64_t depth);
    /// Whether the loop's condition holds for an item.
    bool loop_accepts(const ForLoop& node, Scope* scope, const Value& item);

 private:
    enum class Flow : std::uint8_t { normal, break_loop, continue_loop };
    class ScopeGuard;
    class OutputGuard;

    // evaluator_statements.cpp
    Flow execute(const Block& block);
    Flow execute(const Statement& statement);
    Flow execute(const IfElse& node);
    Flow execute(const ForLoop& node);
    Flow execute_loop(const ForLoop& node, const Value& iterable, std::int64_t depth);
    Flow execute(const SetBlock& node);
    void execute(const MacroDefinition& node);
    void execute(const CallBlock& node);
    Flow execute(const FilterBlock& node);
    Flow execute(const With& node);
    void assign(const Target& target, const Value& value);
    void store(NameId name, Value value);
    const Value* find(NameId name);
    Value make_macro(const MacroBody& macro);
    void release_scope(std::unique_ptr<Scope> scope);
    /// Runs a chain of filters whose innermost has no input of its own.
    Value apply_filters(const Expression& chain, Text input);

    // evaluator_expressions.cpp
    Value evaluate(const Expression& expression);
    Value evaluate_node(const Expression& expression);
    Value evaluate(const Name& node);
    Value evaluate(const DictLiteral& node);
    Value evaluate(const Subscript& node);
    Value evaluate(const Call& node, const Value* caller);
    Value evaluate_call_block(const CallBlock& node, const Value& caller);
    Value evaluate(const FilterCall& node);
    Value evaluate(const TestCall& node);
    Value evaluate(const Unary& node);
    Value evaluate(const Comparison& node);
    Value evaluate(const Concatenation& node);
    Value evaluate(const Conditional& node);
    std::vector<Value> evaluate_all(const std::vector<ExpressionPointer>& expressions);
    Arguments evaluate(const CallArguments& arguments);
    bool compare(ComparisonOperator operation, const Value& left, const Value& right);

    const Program& program_;
    Budget& budget_;
    std::chrono::local_seconds now_;
    std::uint32_t line_ = 1;
    std::uint32_t depth_ = 0;

    std::vector<std::unique_ptr<Namespace>> namespaces_;
    std::vector<std::unique_ptr<Scope>> captured_;
    std::vector<std::unique_ptr<Scope>> spare_;
    Scope globals_;
    Scope* scope_ = &globals_;
    TextBuilder* output_ = nullptr;
    const Text* filter_input_ = nullptr;
};

}  // namespace hearth::jinja
