#include "storage/storage_problem.h"

#include <array>
#include <utility>

namespace hearth::storage {
namespace {

struct ProblemRow {
    StorageProblem problem;
    std::string_view name;
    ErrorCode code;
    std::string_view because;
};

constexpr std::array<ProblemRow, 13> kProblems{{
    {StorageProblem::disk_full, "DiskFull", ErrorCode::write_failed, "the disk is full"},
    {StorageProblem::read_only, "ReadOnly", ErrorCode::write_failed, "it cannot be written to"},
    {StorageProblem::cannot_open, "CannotOpen", ErrorCode::read_failed, "it cannot be opened"},
    {StorageProblem::damaged, "Damaged", ErrorCode::read_failed, "the file is damaged"},
    {StorageProblem::newer_version, "NewerVersion", ErrorCode::bad_version, "a newer Hearth wrote it"},
    {StorageProblem::busy, "Busy", ErrorCode::write_failed, "another program is using it"},
    {StorageProblem::device_failed, "DeviceFailed", ErrorCode::write_failed, "the drive reported a failure"},
    {StorageProblem::out_of_memory, "OutOfMemory", ErrorCode::out_of_memory, "there is not enough memory"},
    {StorageProblem::too_large, "TooLarge", ErrorCode::invalid_request, "it is too large"},
    {StorageProblem::not_found, "NotFound", ErrorCode::invalid_request, "it is not there"},
    {StorageProblem::not_open, "NotOpen", ErrorCode::invalid_request, "the file is not open"},
    {StorageProblem::invalid_value, "InvalidValue", ErrorCode::invalid_request, "it makes no sense"},
    {StorageProblem::internal, "Internal", ErrorCode::engine_failed, "Hearth made a mistake"},
}};

const ProblemRow& row_of(StorageProblem problem) {
    for (const ProblemRow& row : kProblems) {
        if (row.problem == problem) {
            return row;
        }
    }
    return kProblems.back();
}

}  // namespace

std::string_view problem_name(StorageProblem problem) {
    return row_of(problem).name;
}

std::optional<StorageProblem> problem_of(const Error& error) {
    for (const ProblemRow& row : kProblems) {
        if (error.code == row.code && error.details.actual == row.name) {
            return row.problem;
        }
    }
    return std::nullopt;
}

bool is_hopeless(const Error& error) {
    const std::optional<StorageProblem> problem = problem_of(error);
    return problem == StorageProblem::not_found || problem == StorageProblem::too_large ||
           problem == StorageProblem::invalid_value;
}

Error storage_error(StorageProblem problem, std::string_view file, std::string_view what,
                    std::string_view cause) {
    const ProblemRow& row = row_of(problem);
    std::string message = "cannot ";
    message.append(what);
    if (!file.empty()) {
        message.append(" (").append(escaped(file)).append(")");
    }
    message.append(": ").append(row.because);
    if (!cause.empty()) {
        message.append(" (").append(escaped(cause)).append(")");
    }
    Error error{row.code, std::move(message)};
    error.details.file = file;
    error.details.actual = row.name;
    return error;
}

}  // namespace hearth::storage
