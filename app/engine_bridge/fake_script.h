#pragma once

#include "engine_bridge/chat_request.h"
#include "engine_bridge/model_info.h"

#include <hearth/error.h>
#include <hearth/load_plan.h>

#include <QString>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>

namespace hearth {

/// A model as a FakeEngine pretends to load it.
struct FakeModel {
    ModelInfo info;
    std::chrono::milliseconds loadTime{600};
    std::optional<Error> loadError{};  ///< the load fails with it at `loadErrorAt`
    double loadErrorAt = 0.5;          ///< of the load time
    std::uint64_t kvBytesPerToken = 23'040;
};

/// How a FakeEngine answers one request.
struct FakeAnswer {
    QString text;                     ///< Markdown, cut into tokens of a few letters
    std::uint32_t minimumTokens = 0;  ///< the text is repeated until there are as many
    double tokensPerSecond = 40;
    std::chrono::milliseconds readingTime{300};   ///< from the queue to the first token
    std::optional<std::uint32_t> promptTokens{};  ///< absent: estimated from the turns
    std::uint32_t cachedTokens = 0;
    std::optional<Error> failure{};  ///< instead of the end, after `failureTokens`
    std::uint32_t failureTokens = 0;
    bool breaksEngine = false;  ///< the failure takes the whole engine with it
};

/// What a FakeEngine knows.
struct FakeScript {
    std::map<QString, FakeModel> models;  ///< by path; a path that is not here is file_not_found
    /// The answer to a request; `number` counts requests from 0. Absent: fakeAnswerFor.
    std::function<FakeAnswer(const ChatRequest& request, std::uint64_t number)> answer;
    std::uint32_t concurrentRequests = 8;  ///< more than these wait
    std::uint64_t memoryTotalBytes = 16'000'000'000;
    std::uint64_t memoryAvailableBytes = 9'000'000'000;
};

/// A script with a small, a middle and a large model, all of which load.
FakeScript defaultFakeScript();

/// A realistic answer in the language of the last user turn: prose, lists, code, a table, mathematics or
/// thinking, chosen by what was asked and by `number`.
FakeAnswer fakeAnswerFor(const ChatRequest& request, std::uint64_t number);

/// How many tokens a FakeEngine takes a text for.
std::uint32_t fakeTokenCount(QStringView text);

}  // namespace hearth
