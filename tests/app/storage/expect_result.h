#pragma once

#include "storage/storage_problem.h"

#include <hearth/result.h>

#include <utility>

#include <gtest/gtest.h>

namespace hearth::storage {

/// The value of a Result that must be there; says the error when it is not.
template <class T>
T must(Result<T> result) {
    if (!result) {
        ADD_FAILURE() << result.error().message;
        throw std::runtime_error(result.error().message);
    }
    return std::move(result).value();
}

inline void must(const Status& status) {
    if (!status) {
        ADD_FAILURE() << status.error().message;
    }
}

/// The problem a Result or Status failed with; none where it succeeded.
template <class R>
std::optional<StorageProblem> problem(const R& result) {
    return result ? std::nullopt : problem_of(result.error());
}

}  // namespace hearth::storage
