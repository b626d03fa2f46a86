#include "cli/transfer_failure.h"

namespace hearth::cli {

using transfers::FailureKind;

ExitCode exit_code_of(const transfers::Failure& failure) {
    switch (failure.kind) {
        case FailureKind::bad_address:
        case FailureKind::bad_request:
        case FailureKind::no_source:
            return ExitCode::wrong_use;
        case FailureKind::no_such_repository:
        case FailureKind::no_such_file:
            return ExitCode::not_found;
        case FailureKind::http_status:
            return failure.http_status == 404U || failure.http_status == 410U ? ExitCode::not_found
                                                                              : ExitCode::network;
        case FailureKind::wrong_content:
        case FailureKind::wrong_size:
        case FailureKind::file_changed:
        case FailureKind::pointer_file:
        case FailureKind::error_text:
            return ExitCode::does_not_verify;
        case FailureKind::target_exists:
        case FailureKind::no_space:
        case FailureKind::cannot_write:
        case FailureKind::cannot_read:
            return ExitCode::disk;
        case FailureKind::stopped:
        case FailureKind::in_use:
        case FailureKind::internal:
            return ExitCode::failed;
        default:
            return ExitCode::network;
    }
}

nlohmann::ordered_json failure_json(const transfers::Failure& failure) {
    nlohmann::ordered_json json = {{"code", transfers::failure_name(failure.kind)},
                                   {"message", failure.message}};
    const auto add_text = [&](const char* key, const std::string& value) {
        if (!value.empty()) {
            json[key] = value;
        }
    };
    const auto add_number = [&](const char* key, const auto& value) {
        if (value) {
            json[key] = *value;
        }
    };
    add_text("host", failure.host);
    add_text("file", failure.file);
    add_number("http_status", failure.http_status);
    add_number("retry_after_seconds", failure.retry_after_seconds);
    add_number("bytes_needed", failure.bytes_needed);
    add_number("bytes_available", failure.bytes_available);
    return json;
}

Error failed_transfer(const transfers::Failure& failure, Console& console) {
    console.fail_with(exit_code_of(failure));
    if (console.json()) {
        console.write_json_line({{"error", failure_json(failure)}});
    }
    std::string message = failure.message;
    if (failure.kind == FailureKind::token_needed) {
        message += "; give a token of yours in HF_TOKEN";
    } else if (failure.kind == FailureKind::licence_not_accepted) {
        message +=
            "; accept the terms on the model's page, with the account that the token of HF_TOKEN belongs to";
    }
    return Error{ErrorCode::read_failed, std::move(message)};
}

}  // namespace hearth::cli
