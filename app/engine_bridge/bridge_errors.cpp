#include "engine_bridge/bridge_errors.h"

#include <new>

namespace hearth {

Error modelNotLoaded() {
    return Error{ErrorCode::invalid_request, "the model is not loaded", {.field = "model"}};
}

Error nothingToAnswer() {
    return Error{ErrorCode::invalid_request, "there is nothing to answer", {.field = "turns"}};
}

Error loadCancelled(const std::string& path) {
    return Error{ErrorCode::cancelled, escaped(path) + ": loading was given up", {.file = path}};
}

Error errorOf(const std::exception_ptr& thrown) {
    try {
        std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        return Error{ErrorCode::out_of_memory, "there is not enough memory"};
    } catch (const std::exception& exception) {
        return Error{ErrorCode::engine_failed, exception.what()};
    } catch (...) {
        return Error{ErrorCode::engine_failed, "something that is no exception was thrown"};
    }
}

}  // namespace hearth
