#pragma once

#include "chat_template/ast.h"
#include "chat_template/iteration.h"
#include "chat_template/value.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::jinja {

struct Scope;

/// `loop` inside a for block. Items are taken from the iterable as late as possible, as jinja2 does.
class Loop : public Object, public std::enable_shared_from_this<Loop> {
 public:
    /// `scope` is what the loop's block stands in; `recursion` counts recursive calls from 0.
    Loop(const ForLoop& node, Scope* scope, const Value& iterable, std::int64_t recursion);

    /// Moves to the next item.
    std::optional<Value> advance(Evaluator& evaluator);
    /// The block has ended: what is still held of it stays as it is.
    void finish();

    std::string_view type_name() const override { return "LoopContext"; }
    std::string repr() const override { return "<LoopContext>"; }
    bool callable() const override { return true; }
    Value call(Evaluator& evaluator, const Arguments& arguments) override;
    std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;
    std::optional<std::int64_t> length(Evaluator& evaluator) override;

    Value cycle(const Arguments& arguments) const;
    Value changed(Evaluator& evaluator, const Arguments& arguments);

 private:
    std::optional<Value> take(Evaluator& evaluator);
    const std::optional<Value>& peek(Evaluator& evaluator);

    const ForLoop& node_;
    Scope* scope_;
    std::optional<Iterator> source_;  ///< absent: finished
    std::vector<Value> rest_;         ///< taken from the source to count them, last first
    std::optional<std::int64_t> length_;
    TextOrigin data_origin_;
    std::int64_t depth0_;
    std::int64_t index0_ = -1;
    std::optional<Value> before_;
    std::optional<Value> current_;
    std::optional<Value> after_;
    std::optional<std::vector<Value>> last_changed_;
};

}  // namespace hearth::jinja
