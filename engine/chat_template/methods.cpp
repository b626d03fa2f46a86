#include "chat_template/methods.h"

#include "chat_template/dict.h"

#include <algorithm>

#include <fmt/format.h>

namespace hearth::jinja {

namespace {

class BoundMethod : public Object {
 public:
    BoundMethod(const Method& method, const Value& self) : method_(&method), self_(self) {}

    std::string_view type_name() const override { return "builtin_function_or_method"; }
    std::string repr() const override {
        return fmt::format("<built-in method {} of {} object>", method_->name, jinja::type_name(self_));
    }
    Value call(Evaluator& evaluator, const Arguments& arguments) override {
        return method_->function(evaluator, self_, arguments);
    }

 private:
    const Method* method_;
    Value self_;
};

std::span<const Method> methods_of(const Value& object) {
    if (object.is_string()) {
        return string_methods();
    }
    if (object.is_dict()) {
        return dict_methods();
    }
    if (object.list() != nullptr) {
        return list_methods();
    }
    if (object.tuple() != nullptr) {
        return tuple_methods();
    }
    return {};
}

}  // namespace

const Method* find_method(const Value& object, std::string_view name) {
    const auto methods = methods_of(object);
    const auto found =
        std::lower_bound(methods.begin(), methods.end(), name,
                         [](const Method& method, std::string_view key) { return method.name < key; });
    return found != methods.end() && found->name == name ? &*found : nullptr;
}

Value bind_method(const Method& method, const Value& object) {
    if (method.function == nullptr) {
        return make_unsafe(method.name, object);
    }
    return make_object(std::make_shared<BoundMethod>(method, object), object.depth() + 1);
}

}  // namespace hearth::jinja
