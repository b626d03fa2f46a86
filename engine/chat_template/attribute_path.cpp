#include "chat_template/attribute_path.h"

#include "chat_template/access.h"
#include "chat_template/evaluator.h"
#include "chat_template/number_text.h"
#include "chat_template/text_operations.h"

#include <algorithm>

namespace hearth::jinja {

AttributePath::AttributePath(Evaluator& evaluator, const Value* path) {
    if (path == nullptr || path->is_none()) {
        return;
    }
    const String* string = path->string();
    if (string == nullptr) {
        keys_.push_back(*path);
        return;
    }
    const Text& text = string->text;
    for (const ByteRange& range : split(evaluator.budget(), text, ".", std::nullopt, Side::left)) {
        const std::string_view key = text.bytes().substr(range.begin, range.end - range.begin);
        const bool digits = !key.empty() && key.find_first_not_of("0123456789") == std::string_view::npos;
        const auto position = digits ? parse_integer(key, 10) : std::nullopt;
        keys_.push_back(position ? make_integer(*position)
                                 : make_string(&evaluator.budget(), part(evaluator.budget(), text, range)));
    }
}

Value AttributePath::of(Evaluator& evaluator, const Value& item, const Value* otherwise) const {
    Value value = item;
    for (const Value& key : keys_) {
        value = get_item(evaluator, value, key);
        if (otherwise != nullptr && !otherwise->is_none() && value.is_undefined()) {
            value = *otherwise;
        }
    }
    return value;
}

std::uint32_t AttributePath::depth() const {
    std::uint32_t depth = 0;
    for (const Value& key : keys_) {
        depth = std::max(depth, key.depth());
    }
    return depth;
}

std::vector<AttributePath> AttributePath::several(Evaluator& evaluator, const Value* paths) {
    std::vector<AttributePath> out;
    if (paths == nullptr || !paths->is_string()) {
        out.push_back(AttributePath(evaluator, paths));
        return out;
    }
    const Text& text = paths->string()->text;
    for (const ByteRange& range : split(evaluator.budget(), text, ",", std::nullopt, Side::left)) {
        const Value path = make_string(&evaluator.budget(), part(evaluator.budget(), text, range));
        out.push_back(AttributePath(evaluator, &path));
    }
    return out;
}

}  // namespace hearth::jinja
