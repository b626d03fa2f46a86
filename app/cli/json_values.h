#pragma once

#include <hearth/event.h>
#include <hearth/ids.h>

#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth::cli {

nlohmann::ordered_json ids_json(std::span<const TokenId> ids);
/// [{logprob, top: [{id, logprob}]}], natural logarithms.
nlohmann::ordered_json logprobs_json(std::span<const TokenLogprobs> logprobs);
std::string_view finish_reason_name(FinishReason reason);
/// Milliseconds from submission to the first token; null where there was none.
nlohmann::ordered_json first_token_json(const Finished& finished);
/// Tokens per second from the first token to the last; null under two tokens.
nlohmann::ordered_json decode_speed_json(const Finished& finished);

}  // namespace hearth::cli
