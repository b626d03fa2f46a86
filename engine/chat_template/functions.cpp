#include "chat_template/functions.h"

#include "chat_template/arguments.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/iteration.h"
#include "chat_template/limits.h"
#include "chat_template/printing.h"
#include "chat_template/strftime.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

using FunctionPointer = Value (*)(Evaluator&, const Arguments&);

class Function : public Object {
 public:
    Function(std::string_view name, FunctionPointer function) : name_(name), function_(function) {}
    std::string_view type_name() const override { return "function"; }
    std::string repr() const override { return fmt::format("<function {}>", name_); }
    Value call(Evaluator& evaluator, const Arguments& arguments) override {
        return function_(evaluator, arguments);
    }

 private:
    std::string_view name_;
    FunctionPointer function_;
};

Value raise_exception(Evaluator& evaluator, const Arguments& arguments) {
    const auto [message] = bind<1>("raise_exception", arguments, {"message"}, 1);
    const Text text = to_text(evaluator.budget(), *message);
    fail(ErrorCode::template_raised, std::string(text.bytes()));
}

Value strftime_now(Evaluator& evaluator, const Arguments& arguments) {
    const auto [format] = bind<1>("strftime_now", arguments, {"format"}, 1);
    const Text& text = require_text("strftime_now", *format);
    // The clock is data: its characters count as message, those of the format keep their writer.
    TextBuilder out(evaluator.budget());
    const std::string_view bytes = text.bytes();
    std::size_t position = 0;
    while (position < bytes.size()) {
        const std::size_t percent = std::min(bytes.find('%', position), bytes.size());
        out.append(text, position, percent);
        position = percent;
        if (percent == bytes.size()) {
            break;
        }
        const bool unpadded = bytes.substr(percent + 1, 1) == "-";
        const std::string_view conversion = bytes.substr(percent, unpadded ? 3 : 2);
        evaluator.budget().spend(kStepsPerTimeField);
        out.append(format_time(evaluator.now(), conversion), TextOrigin::message);
        position = percent + conversion.size();
    }
    return make_string(&evaluator.budget(), out.finish());
}

Value range(Evaluator& evaluator, const Arguments& arguments) {
    const auto [first, second, third] = bind<3>("range", arguments, {"", "", ""}, 1);
    const std::int64_t start = second == nullptr ? 0 : require_integer("range", *first);
    const std::int64_t stop = require_integer("range", second == nullptr ? *first : *second);
    const std::int64_t step = third == nullptr ? 1 : require_integer("range", *third);
    if (step == 0) {
        fail_operation("range() arg 3 must not be zero");
    }
    TextOrigin origin = TextOrigin::template_text;
    for (const Value& argument : arguments.positional) {
        origin = combine(origin, argument.origin());
    }
    // In unsigned arithmetic, which holds the distance of any two integers.
    const bool empty = step > 0 ? start >= stop : start <= stop;
    const std::uint64_t low = static_cast<std::uint64_t>(step > 0 ? start : stop);
    const std::uint64_t high = static_cast<std::uint64_t>(step > 0 ? stop : start);
    const std::uint64_t stride =
        step > 0 ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
    const std::uint64_t length = empty ? 0 : (high - low - 1) / stride + 1;
    if (length > static_cast<std::uint64_t>(kMaxRangeLength)) {
        fail_limit(fmt::format("range() would have {} items, the limit is {}", length, kMaxRangeLength));
    }
    evaluator.budget().spend(static_cast<std::int64_t>(length));
    const Charge ask_first(&evaluator.budget(), static_cast<std::size_t>(length) * sizeof(Value));
    std::vector<Value> items;
    items.reserve(static_cast<std::size_t>(length));
    for (std::uint64_t i = 0; i < length; ++i) {
        const std::uint64_t item = static_cast<std::uint64_t>(start) + i * static_cast<std::uint64_t>(step);
        items.push_back(make_integer(static_cast<std::int64_t>(item), origin));
    }
    const std::string text = step == 1 ? fmt::format("range({}, {})", start, stop)
                                       : fmt::format("range({}, {}, {})", start, stop, step);
    return make_range(&evaluator.budget(), std::move(items), text, origin);
}

/// As Python's dict(): pairs or a dict, then names.
void fill_dict(Evaluator& evaluator, Dict& dict, std::string_view function, const Arguments& arguments) {
    if (arguments.positional.size() > 1) {
        fail_operation(
            fmt::format("{} expected at most 1 argument, got {}", function, arguments.positional.size()));
    }
    if (!arguments.positional.empty()) {
        const Value& source = arguments.positional.front();
        if (const Dict* other = source.dict()) {
            evaluator.budget().spend(static_cast<std::int64_t>(other->size()));
            for (const auto& [key, value] : other->entries()) {
                dict.set(key, value);
            }
        } else {
            Iterator iterator(source);
            while (const auto item = iterator.next(evaluator)) {
                const auto pair = collect(evaluator, *item);
                if (pair.size() != 2) {
                    fail_operation(fmt::format("{} wants pairs, not sequences of {}", function, pair.size()));
                }
                evaluator.budget().spend(pair[0].weight());
                dict.set(pair[0], pair[1]);
            }
        }
    }
    for (const auto& [name, value] : arguments.named) {
        dict.set(make_string(&evaluator.budget(), name), value);
    }
}

Value make_dict_function(Evaluator& evaluator, const Arguments& arguments) {
    auto dict = std::make_shared<Dict>(&evaluator.budget());
    fill_dict(evaluator, *dict, "dict", arguments);
    return make_dict(std::move(dict));
}

Value make_namespace(Evaluator& evaluator, const Arguments& arguments) {
    Namespace& made = evaluator.make_namespace();
    fill_dict(evaluator, made.attributes, "namespace", arguments);
    return {&made, TextOrigin::template_text};
}

class Joiner : public Object {
 public:
    explicit Joiner(Value separator) : separator_(std::move(separator)) {}
    std::string_view type_name() const override { return "Joiner"; }
    std::string repr() const override { return "<Joiner>"; }
    Value call(Evaluator& evaluator, const Arguments& arguments) override {
        require_no_arguments("joiner", arguments);
        if (used_) {
            return separator_;
        }
        used_ = true;
        return make_string(&evaluator.budget(), Text());
    }

 private:
    Value separator_;
    bool used_ = false;
};

Value make_joiner(Evaluator& evaluator, const Arguments& arguments) {
    const auto [separator] = bind<1>("joiner", arguments, {"sep"});
    Value text =
        separator == nullptr ? make_string(&evaluator.budget(), ", ", TextOrigin::template_text) : *separator;
    const std::uint32_t depth = text.depth() + 1;
    return make_object(std::make_shared<Joiner>(std::move(text)), depth);
}

class Cycler : public Object, public std::enable_shared_from_this<Cycler> {
 public:
    explicit Cycler(std::vector<Value> items) : items_(std::move(items)) {}
    std::string_view type_name() const override { return "Cycler"; }
    std::string repr() const override { return "<Cycler>"; }
    bool callable() const override { return false; }
    Value call(Evaluator& /*evaluator*/, const Arguments& /*arguments*/) override {
        fail_operation("'Cycler' object is not callable");
    }
    std::optional<Value> attribute(Evaluator& evaluator, std::string_view name) override;

    Value next() {
        const Value item = items_[position_];
        position_ = (position_ + 1) % items_.size();
        return item;
    }
    void reset() { position_ = 0; }
    const Value& current() const { return items_[position_]; }

 private:
    std::vector<Value> items_;
    std::size_t position_ = 0;
};

/// `cycler.next` or `cycler.reset`.
class CyclerMethod : public Object {
 public:
    CyclerMethod(std::shared_ptr<Cycler> cycler, bool advances)
        : cycler_(std::move(cycler)), advances_(advances) {}
    std::string_view type_name() const override { return "method"; }
    std::string repr() const override { return "<bound method of Cycler>"; }
    Value call(Evaluator& /*evaluator*/, const Arguments& arguments) override {
        require_no_arguments("cycler", arguments);
        if (advances_) {
            return cycler_->next();
        }
        cycler_->reset();
        return {};
    }

 private:
    std::shared_ptr<Cycler> cycler_;
    bool advances_;
};

std::optional<Value> Cycler::attribute(Evaluator& /*evaluator*/, std::string_view name) {
    if (name == "current") {
        return current();
    }
    if (name == "next" || name == "reset") {
        return make_object(std::make_shared<CyclerMethod>(shared_from_this(), name == "next"), depth + 1);
    }
    return std::nullopt;
}

Value make_cycler(Evaluator& /*evaluator*/, const Arguments& arguments) {
    if (arguments.positional.empty() || !arguments.named.empty()) {
        fail_operation("cycler() wants at least one item");
    }
    std::uint32_t depth = 1;
    for (const Value& item : arguments.positional) {
        depth = std::max(depth, item.depth() + 1);
    }
    return make_object(std::make_shared<Cycler>(arguments.positional), depth);
}

}  // namespace

std::vector<std::pair<std::string_view, Value>> global_functions() {
    static constexpr std::array<std::pair<std::string_view, FunctionPointer>, 7> kFunctions = {{
        {"cycler", make_cycler},
        {"dict", make_dict_function},
        {"joiner", make_joiner},
        {"namespace", make_namespace},
        {"raise_exception", raise_exception},
        {"range", range},
        {"strftime_now", strftime_now},
    }};
    std::vector<std::pair<std::string_view, Value>> out;
    out.reserve(kFunctions.size());
    for (const auto& [name, function] : kFunctions) {
        out.emplace_back(name, make_object(std::make_shared<Function>(name, function)));
    }
    return out;
}

}  // namespace hearth::jinja
