#include "chat_template/arguments.h"
#include "chat_template/attribute_path.h"
#include "chat_template/evaluator.h"
#include "chat_template/failure.h"
#include "chat_template/filter_functions.h"
#include "chat_template/filters.h"
#include "chat_template/iteration.h"
#include "chat_template/tests.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace hearth::jinja::filters {

namespace {

std::uint32_t depth_of(const Arguments& arguments) {
    std::uint32_t depth = 0;
    for (const Value& argument : arguments.positional) {
        depth = std::max(depth, argument.depth());
    }
    for (const auto& [name, argument] : arguments.named) {
        depth = std::max(depth, argument.depth());
    }
    return depth;
}

/// The arguments after the first `count` positional ones.
Arguments without_first(const Arguments& arguments, std::size_t count) {
    Arguments out;
    out.named = arguments.named;
    if (arguments.positional.size() > count) {
        out.positional.assign(arguments.positional.begin() + static_cast<std::ptrdiff_t>(count),
                              arguments.positional.end());
    }
    return out;
}

/// As Python's generators: nothing of the arguments is looked at before the first item is wanted.
class LazyFilter : public Generator {
 public:
    LazyFilter(const Value& input, const Arguments& arguments) : input_(input), arguments_(arguments) {}

    std::optional<Value> next(Evaluator& evaluator) final {
        if (running_) {
            fail_operation("generator already executing");
        }
        running_ = true;
        struct Stopper {
            bool& running;
            ~Stopper() { running = false; }
        } const stopper{running_};
        if (!source_) {
            if (done_ || !truth(input_)) {
                return std::nullopt;
            }
            prepare(evaluator, arguments_);
            source_.emplace(input_);
        }
        while (auto item = source_->next(evaluator)) {
            if (auto out = make(evaluator, *std::move(item))) {
                return out;
            }
        }
        done_ = true;
        source_.reset();
        return std::nullopt;
    }

 protected:
    virtual void prepare(Evaluator& evaluator, const Arguments& arguments) = 0;
    /// What to yield for an item, if anything.
    virtual std::optional<Value> make(Evaluator& evaluator, Value item) = 0;

 private:
    Value input_;
    Arguments arguments_;
    std::optional<Iterator> source_;
    bool done_ = false;
    bool running_ = false;  ///< it may come upon itself through a namespace
};

class MapGenerator : public LazyFilter {
 public:
    using LazyFilter::LazyFilter;

 protected:
    void prepare(Evaluator& evaluator, const Arguments& arguments) override {
        if (arguments.positional.empty()) {
            const auto [attribute, otherwise] = bind<2>("map", arguments, {"attribute", "default"});
            if (attribute == nullptr) {
                fail_operation("map requires a filter argument");
            }
            path_.emplace(evaluator, attribute);
            if (otherwise != nullptr) {
                default_ = *otherwise;
            }
            return;
        }
        const std::string_view name = require_text("map", arguments.positional.front()).bytes();
        filter_ = find_filter(name);
        if (filter_ == nullptr) {
            fail_operation(fmt::format("there is no filter '{}'", escaped(name)));
        }
        filter_arguments_ = without_first(arguments, 1);
    }

    std::optional<Value> make(Evaluator& evaluator, Value item) override {
        if (path_) {
            return path_->of(evaluator, item, default_ ? &*default_ : nullptr);
        }
        return filter_->function(evaluator, item, filter_arguments_);
    }

 private:
    std::optional<AttributePath> path_;
    std::optional<Value> default_;
    const Filter* filter_ = nullptr;
    Arguments filter_arguments_;
};

/// select, reject, selectattr, rejectattr: items whose value, or an attribute of it, passes a test or does
/// not.
class SelectGenerator : public LazyFilter {
 public:
    SelectGenerator(const Value& input, const Arguments& arguments, bool by_attribute, bool wanted)
        : LazyFilter(input, arguments), by_attribute_(by_attribute), wanted_(wanted) {}

 protected:
    void prepare(Evaluator& evaluator, const Arguments& arguments) override {
        std::size_t position = 0;
        if (by_attribute_) {
            if (arguments.positional.empty()) {
                fail_operation("Missing parameter for attribute name");
            }
            path_.emplace(evaluator, &arguments.positional.front());
            position = 1;
        }
        if (position >= arguments.positional.size()) {
            return;
        }
        const std::string_view name = require_text("select", arguments.positional[position]).bytes();
        test_ = find_test(name);
        if (test_ == nullptr) {
            fail_operation(fmt::format("there is no test '{}'", escaped(name)));
        }
        test_arguments_ = without_first(arguments, position + 1);
    }

    std::optional<Value> make(Evaluator& evaluator, Value item) override {
        const Value tested = path_ ? path_->of(evaluator, item) : item;
        const bool passes =
            test_ == nullptr ? truth(tested) : test_->function(evaluator, tested, test_arguments_);
        return passes == wanted_ ? std::optional(std::move(item)) : std::nullopt;
    }

 private:
    bool by_attribute_;
    bool wanted_;
    std::optional<AttributePath> path_;
    const Test* test_ = nullptr;
    Arguments test_arguments_;
};

Value make_select(const Value& input, const Arguments& arguments, bool by_attribute, bool wanted) {
    return make_generator(std::make_shared<SelectGenerator>(input, arguments, by_attribute, wanted),
                          std::max(input.depth(), depth_of(arguments)));
}

}  // namespace

Value map(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    return make_generator(std::make_shared<MapGenerator>(input, arguments),
                          std::max(input.depth(), depth_of(arguments)));
}

Value reject(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    return make_select(input, arguments, false, false);
}

Value rejectattr(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    return make_select(input, arguments, true, false);
}

Value select(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    return make_select(input, arguments, false, true);
}

Value selectattr(Evaluator& /*evaluator*/, const Value& input, const Arguments& arguments) {
    return make_select(input, arguments, true, true);
}

}  // namespace hearth::jinja::filters
