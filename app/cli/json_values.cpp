#include "cli/json_values.h"

#include <chrono>

namespace hearth::cli {

nlohmann::ordered_json ids_json(std::span<const TokenId> ids) {
    auto list = nlohmann::ordered_json::array();
    for (const TokenId id : ids) {
        list.push_back(id.value);
    }
    return list;
}

nlohmann::ordered_json logprobs_json(std::span<const TokenLogprobs> logprobs) {
    auto list = nlohmann::ordered_json::array();
    for (const TokenLogprobs& token : logprobs) {
        auto top = nlohmann::ordered_json::array();
        for (const auto& [id, logprob] : token.top) {
            top.push_back({{"id", id.value}, {"logprob", logprob}});
        }
        list.push_back({{"logprob", token.chosen}, {"top", std::move(top)}});
    }
    return list;
}

std::string_view finish_reason_name(FinishReason reason) {
    switch (reason) {
        case FinishReason::stop:
            return "stop";
        case FinishReason::length:
            return "length";
        case FinishReason::cancelled:
            return "cancelled";
    }
    return "unknown";
}

nlohmann::ordered_json first_token_json(const Finished& finished) {
    if (finished.generated_tokens == 0) {
        return nullptr;
    }
    return std::chrono::duration<double, std::milli>(finished.time_to_first_token).count();
}

nlohmann::ordered_json decode_speed_json(const Finished& finished) {
    const double seconds = std::chrono::duration<double>(finished.decode_time).count();
    if (finished.generated_tokens < 2 || seconds <= 0) {
        return nullptr;
    }
    return (finished.generated_tokens - 1) / seconds;
}

}  // namespace hearth::cli
