#include "chat_template/macro.h"

#include "chat_template/evaluator.h"

namespace hearth::jinja {

Value Macro::call(Evaluator& evaluator, const Arguments& arguments) {
    return evaluator.call_macro(body_, scope_, arguments);
}

std::optional<Value> Macro::attribute(Evaluator& evaluator, std::string_view name) {
    if (name == "name") {
        return make_string(&evaluator.budget(), body_.name, TextOrigin::template_text);
    }
    return std::nullopt;
}

}  // namespace hearth::jinja
