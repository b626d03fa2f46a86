#include "base/guarded.h"

#include <exception>
#include <new>
#include <string>

#include <fmt/format.h>

namespace hearth {

Error error_of_exception(std::string_view file) {
    const std::string prefix = file.empty() ? std::string() : escaped(file) + ": ";
    ErrorDetails details;
    details.file = file;
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return {ErrorCode::out_of_memory, prefix + "there is not enough memory", std::move(details)};
    } catch (const std::exception& exception) {
        return {ErrorCode::engine_failed, fmt::format("{}internal error: {}", prefix, exception.what()),
                std::move(details)};
    } catch (...) {
        return {ErrorCode::engine_failed, prefix + "internal error", std::move(details)};
    }
}

}  // namespace hearth
