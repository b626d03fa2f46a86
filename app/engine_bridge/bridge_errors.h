#pragma once

#include <hearth/error.h>

#include <exception>

namespace hearth {

/// A handle whose model is not (or no longer) loaded.
Error modelNotLoaded();
/// A request without a single turn.
Error nothingToAnswer();
/// A load that was given up.
Error loadCancelled(const std::string& path);
/// A broken invariant, or memory that ran out, caught at the edge of a thread.
Error errorOf(const std::exception_ptr& thrown);

}  // namespace hearth
