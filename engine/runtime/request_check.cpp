#include "runtime/request_check.h"

#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace hearth {
namespace {

/// A stop string is compared with every new piece of text, so their number and length are bounded.
constexpr std::size_t kMaxStopStrings = 64;
constexpr std::size_t kMaxStopStringBytes = 4096;

Error invalid(std::string field, std::string message) {
    return Error{ErrorCode::invalid_request, std::move(message), {.field = std::move(field)}};
}

Status check_ids(std::string_view field, std::span<const TokenId> ids, std::uint32_t vocabulary_size) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i].value < 0 || static_cast<std::uint32_t>(ids[i].value) >= vocabulary_size) {
            Error error = invalid(fmt::format("{}[{}]", field, i),
                                  fmt::format("{}[{}] is {}, but the vocabulary has {} tokens", field, i,
                                              ids[i].value, vocabulary_size));
            error.details.actual = fmt::format("{}", ids[i].value);
            error.details.expected = fmt::format("0 to {}", vocabulary_size - 1);
            return error;
        }
    }
    return {};
}

Error too_long(std::string field, std::size_t tokens, std::string_view room, std::size_t limit) {
    Error error{ErrorCode::context_too_long,
                fmt::format("{} has {} tokens, but a context of {} tokens {}", field, tokens, limit, room)};
    error.details.field = std::move(field);
    error.details.actual = fmt::format("{}", tokens);
    error.details.expected = fmt::format("{}", limit);
    return error;
}

Status check_stop_strings(std::span<const std::string> strings) {
    if (strings.size() > kMaxStopStrings) {
        return invalid("stop_strings", fmt::format("{} stop strings were given, at most {} are allowed",
                                                   strings.size(), kMaxStopStrings));
    }
    for (std::size_t i = 0; i < strings.size(); ++i) {
        const std::string field = fmt::format("stop_strings[{}]", i);
        if (strings[i].empty()) {
            return invalid(field, field + " is empty");
        }
        if (strings[i].size() > kMaxStopStringBytes) {
            return invalid(field, fmt::format("{} has {} bytes, at most {} are allowed", field,
                                              strings[i].size(), kMaxStopStringBytes));
        }
    }
    return {};
}

}  // namespace

Status check_request(const GenerateRequest& request, const RequestLimits& limits) {
    if (request.prompt.empty()) {
        return invalid("prompt", "the prompt is empty");
    }
    HEARTH_TRY(check_ids("prompt", request.prompt, limits.vocabulary_size));
    if (request.prompt.size() >= limits.context_tokens) {
        return too_long("prompt", request.prompt.size(), "must also hold the answer", limits.context_tokens);
    }
    if (request.stable_prefix && *request.stable_prefix > request.prompt.size()) {
        return invalid("stable_prefix", fmt::format("stable_prefix is {}, but the prompt has {} tokens",
                                                    *request.stable_prefix, request.prompt.size()));
    }
    if (request.max_tokens == 0U) {
        return invalid("max_tokens", "max_tokens is 0; at least one token must be asked for");
    }
    HEARTH_TRY(check_stop_strings(request.stop_strings));
    HEARTH_TRY(check_ids("stop_tokens", request.stop_tokens, limits.vocabulary_size));
    if (request.logprobs && *request.logprobs > limits.vocabulary_size) {
        return invalid("logprobs", fmt::format("logprobs is {}, but the vocabulary has {} tokens",
                                               *request.logprobs, limits.vocabulary_size));
    }
    return {};
}

Status check_request(const ScoreRequest& request, const RequestLimits& limits) {
    if (request.tokens.size() < 2) {
        return invalid("tokens", fmt::format("{} tokens cannot be scored; at least 2 are needed",
                                             request.tokens.size()));
    }
    HEARTH_TRY(check_ids("tokens", request.tokens, limits.vocabulary_size));
    if (request.tokens.size() > limits.context_tokens) {
        return too_long("tokens", request.tokens.size(), "cannot hold them", limits.context_tokens);
    }
    return {};
}

}  // namespace hearth
