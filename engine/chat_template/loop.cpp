#include "chat_template/loop.h"

#include "chat_template/access.h"
#include "chat_template/arguments.h"
#include "chat_template/compare.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"

#include <algorithm>
#include <utility>

namespace hearth::jinja {

namespace {

/// `loop.cycle` and `loop.changed` as values. They do not keep the loop alive beyond its block.
class LoopMethod : public Object {
 public:
    enum class Kind : std::uint8_t { cycle, changed };
    LoopMethod(std::weak_ptr<Loop> loop, Kind kind) : loop_(std::move(loop)), kind_(kind) {}

    std::string_view type_name() const override { return "method"; }
    std::string repr() const override { return "<bound method of LoopContext>"; }
    Value call(Evaluator& evaluator, const Arguments& arguments) override {
        const auto loop = loop_.lock();
        if (loop == nullptr) {
            fail_operation("the loop has ended");
        }
        return kind_ == Kind::cycle ? loop->cycle(arguments) : loop->changed(evaluator, arguments);
    }

 private:
    std::weak_ptr<Loop> loop_;
    Kind kind_;
};

}  // namespace

Loop::Loop(const ForLoop& node, Scope* scope, const Value& iterable, std::int64_t recursion)
    : node_(node),
      scope_(scope),
      source_(std::in_place, iterable),
      data_origin_(iterable.generator() != nullptr ? TextOrigin::message : iterable.origin()),
      depth0_(recursion) {
    if (node.condition != nullptr || iterable.generator() != nullptr) {
        return;
    }
    if (const Sequence* sequence = iterable.sequence()) {
        length_ = static_cast<std::int64_t>(sequence->items.size());
    }
}

std::optional<Value> Loop::take(Evaluator& evaluator) {
    if (!rest_.empty()) {
        std::optional<Value> item = std::move(rest_.back());
        rest_.pop_back();
        return item;
    }
    while (source_) {
        auto item = source_->next(evaluator);
        if (!item || node_.condition == nullptr || evaluator.loop_accepts(node_, scope_, *item)) {
            return item;
        }
    }
    return std::nullopt;
}

std::optional<Value> Loop::advance(Evaluator& evaluator) {
    std::optional<Value> item = after_ ? std::exchange(after_, std::nullopt) : take(evaluator);
    if (item) {
        ++index0_;
        before_ = std::exchange(current_, item);
    }
    return item;
}

void Loop::finish() {
    source_.reset();
    last_changed_.reset();
}

const std::optional<Value>& Loop::peek(Evaluator& evaluator) {
    if (!after_) {
        after_ = take(evaluator);
    }
    return after_;
}

std::optional<std::int64_t> Loop::length(Evaluator& evaluator) {
    if (!length_) {
        std::vector<Value> rest;
        while (auto item = take(evaluator)) {
            rest.push_back(*std::move(item));
        }
        length_ = index0_ + 1 + static_cast<std::int64_t>(rest.size()) + (after_ ? 1 : 0);
        std::reverse(rest.begin(), rest.end());
        rest_ = std::move(rest);
    }
    return length_;
}

std::optional<Value> Loop::attribute(Evaluator& evaluator, std::string_view name) {
    // The counters come from the template's own counting; what depends on how many items there are comes from
    // the data.
    if (name == "index") {
        return make_integer(index0_ + 1);
    }
    if (name == "index0") {
        return make_integer(index0_);
    }
    if (name == "first") {
        return make_bool(index0_ == 0);
    }
    if (name == "last") {
        return make_bool(!peek(evaluator), data_origin_);
    }
    if (name == "length") {
        return make_integer(*length(evaluator), data_origin_);
    }
    if (name == "revindex") {
        return make_integer(*length(evaluator) - index0_, data_origin_);
    }
    if (name == "revindex0") {
        return make_integer(*length(evaluator) - index0_ - 1, data_origin_);
    }
    if (name == "depth") {
        return make_integer(depth0_ + 1);
    }
    if (name == "depth0") {
        return make_integer(depth0_);
    }
    if (name == "previtem") {
        return before_ ? *before_ : make_undefined("there is no previous item");
    }
    if (name == "nextitem") {
        const auto& next = peek(evaluator);
        return next ? *next : make_undefined("there is no next item");
    }
    if (name == "cycle" || name == "changed") {
        const auto kind = name == "cycle" ? LoopMethod::Kind::cycle : LoopMethod::Kind::changed;
        return make_object(std::make_shared<LoopMethod>(weak_from_this(), kind));
    }
    return std::nullopt;
}

Value Loop::call(Evaluator& evaluator, const Arguments& arguments) {
    const auto [iterable] = bind<1>("loop", arguments, {""}, 1);
    if (!node_.recursive || !source_) {
        fail_operation("The loop must have the 'recursive' marker to be called recursively.");
    }
    return evaluator.render_loop(node_, scope_, *iterable, depth0_ + 1);
}

Value Loop::cycle(const Arguments& arguments) const {
    if (arguments.positional.empty()) {
        fail_operation("no items for cycling given");
    }
    return arguments.positional[static_cast<std::size_t>(index0_) % arguments.positional.size()];
}

Value Loop::changed(Evaluator& evaluator, const Arguments& arguments) {
    const auto same = [&](const Value& a, const Value& b) {
        evaluator.budget().spend(std::min(a.weight(), b.weight()));
        return equal(a, b);
    };
    const bool unchanged =
        last_changed_ && std::equal(last_changed_->begin(), last_changed_->end(),
                                    arguments.positional.begin(), arguments.positional.end(), same);
    if (!unchanged && source_) {
        last_changed_ = arguments.positional;
    }
    return make_bool(!unchanged);
}

}  // namespace hearth::jinja
