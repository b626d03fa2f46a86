#include "chat_template/compare.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/iteration.h"
#include "chat_template/limits.h"
#include "chat_template/loop.h"
#include "chat_template/macro.h"
#include "chat_template/printing.h"
#include "chat_template/token_stream.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

// What a scope and a macro take that are kept until the end.
constexpr std::size_t kCapturedScopeBytes = 256;
constexpr std::size_t kMacroBytes = 128;
constexpr std::size_t kNamespaceBytes = 256;

}  // namespace

/// A scope of its own for as long as it lives.
class Evaluator::ScopeGuard {
 public:
    ScopeGuard(Evaluator& evaluator, Scope* parent) : evaluator_(evaluator), outer_(evaluator.scope_) {
        evaluator.budget_.spend(kStepsPerScope);
        if (evaluator.spare_.empty()) {
            scope_ = std::make_unique<Scope>();
        } else {
            scope_ = std::move(evaluator.spare_.back());
            evaluator.spare_.pop_back();
        }
        scope_->parent = parent;
        evaluator.scope_ = scope_.get();
    }
    ScopeGuard(const ScopeGuard&) = delete;
    ScopeGuard& operator=(const ScopeGuard&) = delete;
    ~ScopeGuard() {
        evaluator_.scope_ = outer_;
        evaluator_.release_scope(std::move(scope_));
    }

 private:
    Evaluator& evaluator_;
    Scope* outer_;
    std::unique_ptr<Scope> scope_;
};

/// Prints go to another builder for as long as it lives.
class Evaluator::OutputGuard {
 public:
    OutputGuard(Evaluator& evaluator, TextBuilder& output)
        : evaluator_(evaluator), outer_(std::exchange(evaluator.output_, &output)) {}
    OutputGuard(const OutputGuard&) = delete;
    OutputGuard& operator=(const OutputGuard&) = delete;
    ~OutputGuard() { evaluator_.output_ = outer_; }

 private:
    Evaluator& evaluator_;
    TextBuilder* outer_;
};

Evaluator::Evaluator(const Program& program, Budget& budget, std::chrono::local_seconds now,
                     std::vector<std::pair<std::string_view, Value>> globals)
    : program_(program), budget_(budget), now_(now) {
    for (auto& [name, value] : globals) {
        const auto known = program.ids.find(std::string(name));
        if (known != program.ids.end()) {
            globals_.values.emplace_back(known->second, std::move(value));
        }
    }
}

Text Evaluator::run() {
    TextBuilder output(budget_);
    const OutputGuard to_output(*this, output);
    const ScopeGuard scope(*this, &globals_);
    execute(program_.body);
    return output.finish();
}

void Evaluator::release_scope(std::unique_ptr<Scope> scope) {
    if (scope->captured) {
        captured_.push_back(std::move(scope));
        return;
    }
    scope->values.clear();
    spare_.push_back(std::move(scope));
}

Namespace& Evaluator::make_namespace() {
    budget_.allocate(kNamespaceBytes);
    namespaces_.push_back(std::make_unique<Namespace>(&budget_));
    return *namespaces_.back();
}

const Value* Evaluator::find(NameId name) {
    for (const Scope* scope = scope_; scope != nullptr; scope = scope->parent) {
        budget_.spend(static_cast<std::int64_t>(scope->values.size()) / kNamesPerStep);
        for (const auto& [id, value] : scope->values) {
            if (id == name) {
                return &value;
            }
        }
    }
    return nullptr;
}

void Evaluator::store(NameId name, Value value) {
    budget_.spend(static_cast<std::int64_t>(scope_->values.size()) / kNamesPerStep);
    for (auto& [id, stored] : scope_->values) {
        if (id == name) {
            stored = std::move(value);
            return;
        }
    }
    scope_->values.emplace_back(name, std::move(value));
}

void Evaluator::assign(const Target& target, const Value& value) {
    line_ = target.line;
    switch (target.kind) {
        case Target::Kind::name:
            store(target.name, value);
            return;
        case Target::Kind::attribute: {
            const Value* object = find(target.name);
            Namespace* name_space = object == nullptr ? nullptr : object->name_space();
            if (name_space == nullptr) {
                fail_operation(fmt::format("cannot assign attribute '{}' of '{}', which is no namespace",
                                           target.attribute, program_.names[target.name]));
            }
            name_space->attributes.set(make_string(&budget_, target.attribute, TextOrigin::template_text),
                                       value);
            return;
        }
        case Target::Kind::tuple:
            break;
    }
    const auto items = collect(*this, value);
    if (items.size() != target.items.size()) {
        fail_operation(fmt::format("{} values to unpack (expected {}, got {})",
                                   items.size() < target.items.size() ? "not enough" : "too many",
                                   target.items.size(), items.size()));
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        assign(target.items[i], items[i]);
    }
}

Evaluator::Flow Evaluator::execute(const Block& block) {
    for (const auto& statement : block) {
        const Flow flow = execute(*statement);
        if (flow != Flow::normal) {
            return flow;
        }
    }
    return Flow::normal;
}

Evaluator::Flow Evaluator::execute(const Statement& statement) {
    budget_.step();
    line_ = statement.line;
    const NestingGuard guard(depth_, kMaxEvaluationDepth, line_);
    switch (statement.kind) {
        case StatementKind::text:
            output_->append(static_cast<const TextStatement&>(statement).text, TextOrigin::template_text);
            return Flow::normal;
        case StatementKind::print: {
            const Value value = evaluate(*static_cast<const Print&>(statement).value);
            line_ = statement.line;
            append_str(budget_, *output_, value);
            return Flow::normal;
        }
        case StatementKind::if_else:
            return execute(static_cast<const IfElse&>(statement));
        case StatementKind::for_loop:
            return execute(static_cast<const ForLoop&>(statement));
        case StatementKind::set: {
            const auto& node = static_cast<const Set&>(statement);
            assign(node.target, evaluate(*node.value));
            return Flow::normal;
        }
        case StatementKind::set_block:
            return execute(static_cast<const SetBlock&>(statement));
        case StatementKind::macro:
            execute(static_cast<const MacroDefinition&>(statement));
            return Flow::normal;
        case StatementKind::call_block:
            execute(static_cast<const CallBlock&>(statement));
            return Flow::normal;
        case StatementKind::filter_block:
            return execute(static_cast<const FilterBlock&>(statement));
        case StatementKind::with:
            return execute(static_cast<const With&>(statement));
        case StatementKind::generation: {
            const ScopeGuard scope(*this, scope_);
            return execute(static_cast<const Generation&>(statement).body);
        }
        case StatementKind::break_loop:
            return Flow::break_loop;
        case StatementKind::continue_loop:
            return Flow::continue_loop;
    }
    return Flow::normal;
}

Evaluator::Flow Evaluator::execute(const IfElse& node) {
    for (const auto& [condition, block] : node.branches) {
        if (truth(evaluate(*condition))) {
            return execute(block);
        }
    }
    return execute(node.otherwise);
}

Evaluator::Flow Evaluator::execute(const ForLoop& node) {
    return execute_loop(node, evaluate(*node.iterable), 0);
}

Evaluator::Flow Evaluator::execute_loop(const ForLoop& node, const Value& iterable, std::int64_t depth) {
    line_ = node.line;
    const auto loop = std::make_shared<Loop>(node, scope_, iterable, depth);
    const Value loop_value = make_object(loop, iterable.depth() + 1);
    struct Finisher {
        Loop& loop;
        ~Finisher() { loop.finish(); }
    } const finisher{*loop};

    bool completed = false;  // as in jinja2, a body that was left early does not count
    while (const auto item = loop->advance(*this)) {
        const ScopeGuard scope(*this, scope_);
        store(program_.loop, loop_value);
        assign(node.target, *item);
        const Flow flow = execute(node.body);
        if (flow == Flow::break_loop) {
            break;
        }
        completed = completed || flow == Flow::normal;
        line_ = node.line;
    }
    if (completed) {
        return Flow::normal;
    }
    const ScopeGuard scope(*this, scope_);
    return execute(node.otherwise);
}

bool Evaluator::loop_accepts(const ForLoop& node, Scope* scope, const Value& item) {
    const ScopeGuard own(*this, scope);
    assign(node.target, item);
    return truth(evaluate(*node.condition));
}

Value Evaluator::render_loop(const ForLoop& node, Scope* scope, const Value& iterable, std::int64_t depth) {
    TextBuilder output(budget_);
    const OutputGuard to_output(*this, output);
    const ScopeGuard own(*this, scope);
    execute_loop(node, iterable, depth);
    return make_string(&budget_, output.finish());
}

Value Evaluator::apply_filters(const Expression& chain, Text input) {
    const Text* outer = std::exchange(filter_input_, &input);
    struct Restorer {
        const Text*& place;
        const Text* outer;
        ~Restorer() { place = outer; }
    } const restorer{filter_input_, outer};
    return evaluate(chain);
}

Evaluator::Flow Evaluator::execute(const SetBlock& node) {
    TextBuilder output(budget_);
    {
        const OutputGuard to_output(*this, output);
        const ScopeGuard scope(*this, scope_);
        const Flow flow = execute(node.body);
        if (flow != Flow::normal) {
            return flow;
        }
    }
    Text text = output.finish();
    assign(node.target, node.filter == nullptr ? make_string(&budget_, std::move(text))
                                               : apply_filters(*node.filter, std::move(text)));
    return Flow::normal;
}

Evaluator::Flow Evaluator::execute(const FilterBlock& node) {
    TextBuilder output(budget_);
    {
        const OutputGuard to_output(*this, output);
        const ScopeGuard scope(*this, scope_);
        const Flow flow = execute(node.body);
        if (flow != Flow::normal) {
            return flow;
        }
    }
    append_str(budget_, *output_, apply_filters(*node.filter, output.finish()));
    return Flow::normal;
}

Evaluator::Flow Evaluator::execute(const With& node) {
    // The values see what is outside of the block, not each other.
    std::vector<Value> values;
    values.reserve(node.assignments.size());
    for (const auto& [target, value] : node.assignments) {
        values.push_back(evaluate(*value));
    }
    const ScopeGuard scope(*this, scope_);
    for (std::size_t i = 0; i < values.size(); ++i) {
        assign(node.assignments[i].first, values[i]);
    }
    return execute(node.body);
}

Value Evaluator::make_macro(const MacroBody& macro) {
    budget_.allocate(kMacroBytes);
    for (Scope* scope = scope_; scope != nullptr && !scope->captured; scope = scope->parent) {
        budget_.allocate(kCapturedScopeBytes);
        scope->captured = true;
    }
    return make_object(std::make_shared<Macro>(macro, scope_));
}

void Evaluator::execute(const MacroDefinition& node) {
    store(node.name, make_macro(node.macro));
}

void Evaluator::execute(const CallBlock& node) {
    const Value caller = make_macro(node.caller);
    const Value result = evaluate_call_block(node, caller);
    append_str(budget_, *output_, result);
}

Value Evaluator::call_macro(const MacroBody& macro, Scope* definition_scope, const Arguments& arguments) {
    const NestingGuard guard(depth_, kMaxEvaluationDepth, line_);
    const std::uint32_t call_line = line_;
    const ScopeGuard scope(*this, definition_scope);
    const std::size_t count = macro.parameters.size();
    const std::size_t given = std::min(arguments.positional.size(), count);
    std::vector<bool> used(arguments.named.size(), false);
    const auto take_named = [&](std::string_view name) -> const Value* {
        for (std::size_t i = 0; i < arguments.named.size(); ++i) {
            if (!used[i] && arguments.named[i].first.bytes() == name) {
                used[i] = true;
                return &arguments.named[i].second;
            }
        }
        return nullptr;
    };
    std::vector<const Value*> values(count, nullptr);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = i < given ? &arguments.positional[i] : take_named(macro.parameters[i].first);
    }
    const bool has_caller_parameter =
        std::any_of(macro.parameters.begin(), macro.parameters.end(),
                    [](const auto& parameter) { return parameter.first == "caller"; });
    if (macro.uses_caller && !has_caller_parameter) {
        const Value* caller = take_named("caller");
        store(program_.caller, caller == nullptr ? make_undefined("No caller defined") : *caller);
    }
    const auto unused = std::find(used.begin(), used.end(), false);
    if (unused != used.end() && !macro.uses_kwargs) {
        const auto name = arguments.named[static_cast<std::size_t>(unused - used.begin())].first.bytes();
        fail_operation(fmt::format("macro '{}' takes no keyword argument '{}'", macro.name, escaped(name)));
    }
    if (macro.uses_kwargs) {
        auto rest = std::make_shared<Dict>(&budget_);
        for (std::size_t i = 0; i < used.size(); ++i) {
            if (!used[i]) {
                rest->set(make_string(&budget_, arguments.named[i].first), arguments.named[i].second);
            }
        }
        store(program_.kwargs, make_dict(std::move(rest)));
    }
    if (macro.uses_varargs) {
        std::vector<Value> rest(arguments.positional.begin() + static_cast<std::ptrdiff_t>(given),
                                arguments.positional.end());
        store(program_.varargs, make_sequence(&budget_, SequenceKind::tuple, std::move(rest)));
    } else if (arguments.positional.size() > count) {
        fail_operation(fmt::format("macro '{}' takes not more than {} argument(s)", macro.name, count));
    }
    for (std::size_t i = given; i < count; ++i) {
        // A default that names a parameter means the parameter, not what has its name outside.
        store(macro.parameters[i].second,
              make_undefined(fmt::format("parameter '{}' was not provided", macro.parameters[i].first)));
    }
    for (std::size_t i = 0; i < count; ++i) {
        const NameId id = macro.parameters[i].second;
        const std::size_t first_default = count - macro.defaults.size();
        if (values[i] != nullptr) {
            store(id, *values[i]);
        } else if (i >= first_default) {
            store(id, evaluate(*macro.defaults[i - first_default]));
        }
    }
    TextBuilder output(budget_);
    const OutputGuard to_output(*this, output);
    execute(macro.body);
    line_ = call_line;
    return make_string(&budget_, output.finish());
}

}  // namespace hearth::jinja
