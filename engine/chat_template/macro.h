#pragma once

#include "chat_template/ast.h"
#include "chat_template/value.h"

#include <string>
#include <string_view>

namespace hearth::jinja {

struct Scope;

/// A macro together with the scope it was defined in, which the evaluator keeps.
class Macro : public Object {
 public:
    Macro(const MacroBody& body, Scope* scope) : body_(body), scope_(scope) {}
    std::string_view type_name() const override { return "Macro"; }
    std::string repr() const override { return "<Macro '" + body_.name + "'>"; }
    Value call(Evaluator& evaluator, const Arguments& arguments) override;
    std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;

 private:
    const MacroBody& body_;
    Scope* scope_;
};

}  // namespace hearth::jinja
