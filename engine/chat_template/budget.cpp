#include "chat_template/budget.h"

#include "chat_template/failure.h"
#include "chat_template/limits.h"

#include <fmt/format.h>

namespace hearth::jinja {

void Budget::spend_bytes(std::size_t bytes) {
    spend(static_cast<std::int64_t>(bytes) / kBytesPerStep);
}

void Budget::fail_steps() const {
    fail_limit(fmt::format("the template did not end within {} steps", steps_));
}

void Budget::fail_bytes() const {
    fail_limit(fmt::format("the template needs more than {} bytes for its values and output", bytes_));
}

}  // namespace hearth::jinja
