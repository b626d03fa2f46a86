#pragma once

#include "transfers/failure.h"

#include <hearth/error.h>

#include <QtGlobal>
#include <exception>
#include <new>
#include <type_traits>
#include <utility>

namespace hearth {

/// What did not happen, told the way that an answer of this type tells it: as a Failure, as an Error, or as
/// no answer at all.
template <class Answer>
Answer unanswered(ErrorCode code, const char* reason) {
    if constexpr (std::is_constructible_v<Answer, transfers::Failure>) {
        return transfers::Failure{
            .kind = transfers::FailureKind::internal, .message = reason, .reason = reason};
    } else if constexpr (std::is_constructible_v<Answer, Error>) {
        return Error{code, reason};
    } else {
        return Answer{};
    }
}

/// Calls `work` on a worker thread and returns its answer. What it throws becomes an answer as well: nothing
/// above it on that thread would take it, and the program would end.
template <class Work>
std::invoke_result_t<Work> guardedAnswer(Work&& work) {
    using Answer = std::invoke_result_t<Work>;
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc& error) {
        return unanswered<Answer>(ErrorCode::out_of_memory, error.what());
    } catch (const std::exception& error) {
        qWarning("a question to a worker thread failed: %s", error.what());
        return unanswered<Answer>(ErrorCode::engine_failed, error.what());
    } catch (...) {
        qWarning("a question to a worker thread failed");
        return unanswered<Answer>(ErrorCode::engine_failed, "unknown reason");
    }
}

}  // namespace hearth
