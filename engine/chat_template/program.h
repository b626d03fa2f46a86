#pragma once

#include "chat_template/ast.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace hearth::jinja {

/// A parsed template: never changes, shared by all renderings.
struct Program {
    std::vector<std::string> names;  ///< by NameId
    std::unordered_map<std::string, NameId> ids;
    Block body;
    // Names that the evaluator sets itself.
    NameId loop = 0;
    NameId caller = 0;
    NameId varargs = 0;
    NameId kwargs = 0;
};

}  // namespace hearth::jinja
