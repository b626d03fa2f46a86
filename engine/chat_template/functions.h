#pragma once

#include "chat_template/value.h"

#include <string_view>
#include <utility>
#include <vector>

namespace hearth::jinja {

/// The functions every template can call: range, dict, namespace, cycler, joiner, raise_exception,
/// strftime_now.
std::vector<std::pair<std::string_view, Value>> global_functions();

}  // namespace hearth::jinja
