#include "engine_harness.h"

#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

struct BadRequest {
    const char* name;
    std::function<void(GenerateRequest&)> spoil;
    ErrorCode code;
    const char* field;
};

const BadRequest kBadRequests[] = {
    {"empty prompt", [](auto& r) { r.prompt.clear(); }, ErrorCode::invalid_request, "prompt"},
    {"negative id", [](auto& r) { r.prompt[1] = TokenId{-1}; }, ErrorCode::invalid_request, "prompt[1]"},
    {"id past the vocabulary", [](auto& r) { r.prompt[2] = TokenId{64}; }, ErrorCode::invalid_request,
     "prompt[2]"},
    {"prompt fills the context", [](auto& r) { r.prompt = make_prompt(1, 96); }, ErrorCode::context_too_long,
     "prompt"},
    {"prompt past the context", [](auto& r) { r.prompt = make_prompt(1, 500); }, ErrorCode::context_too_long,
     "prompt"},
    {"stable prefix past the prompt", [](auto& r) { r.stable_prefix = 5; }, ErrorCode::invalid_request,
     "stable_prefix"},
    {"no tokens wanted", [](auto& r) { r.max_tokens = 0; }, ErrorCode::invalid_request, "max_tokens"},
    {"empty stop string",
     [](auto& r) {
         r.stop_strings = {"a", ""};
     },
     ErrorCode::invalid_request, "stop_strings[1]"},
    {"long stop string", [](auto& r) { r.stop_strings = {std::string(5000, 'x')}; },
     ErrorCode::invalid_request, "stop_strings[0]"},
    {"a thousand stop strings", [](auto& r) { r.stop_strings.assign(1000, "x"); }, ErrorCode::invalid_request,
     "stop_strings"},
    {"stop token past the vocabulary", [](auto& r) { r.stop_tokens = {TokenId{64}}; },
     ErrorCode::invalid_request, "stop_tokens[0]"},
    {"more alternatives than tokens", [](auto& r) { r.logprobs = 65; }, ErrorCode::invalid_request,
     "logprobs"},
    {"negative temperature", [](auto& r) { r.sampling.temperature = -1; }, ErrorCode::invalid_request,
     "temperature"},
    {"temperature is no number",
     [](auto& r) { r.sampling.temperature = std::numeric_limits<float>::quiet_NaN(); },
     ErrorCode::invalid_request, "temperature"},
    {"top_p above 1", [](auto& r) { r.sampling.top_p = 1.5F; }, ErrorCode::invalid_request, "top_p"},
    {"bias of no token",
     [](auto& r) {
         r.sampling.logit_bias = {{TokenId{64}, 1.0F}};
     },
     ErrorCode::invalid_request, "logit_bias"},
};

TEST(EngineRequest, RefusesWhatMakesNoSenseAndNamesTheField) {
    const auto engine = make_engine({});
    for (const BadRequest& bad : kBadRequests) {
        GenerateRequest request = make_request(make_prompt(1, 4), 3);
        bad.spoil(request);
        const SequenceId id = engine->submit(request);
        auto outcomes = collect(*engine, {id});
        ASSERT_EQ(outcomes[id].events.size(), 1U) << bad.name;
        const auto* failed = outcomes[id].last<Failed>();
        ASSERT_NE(failed, nullptr) << bad.name;
        EXPECT_EQ(failed->error.code, bad.code) << bad.name << ": " << failed->error.message;
        EXPECT_NE(failed->error.details.field.find(bad.field), std::string::npos)
            << bad.name << ": " << failed->error.details.field;
        EXPECT_FALSE(failed->error.message.empty()) << bad.name;
    }
    const SequenceId good = engine->submit(make_request(make_prompt(1, 4), 3));
    EXPECT_NE(collect(*engine, {good})[good].last<Finished>(), nullptr);
}

TEST(EngineRequest, RefusesScoresThatMakeNoSense) {
    const auto engine = make_engine({});
    const std::pair<std::vector<TokenId>, ErrorCode> cases[] = {
        {{}, ErrorCode::invalid_request},
        {make_prompt(1, 1), ErrorCode::invalid_request},
        {{TokenId{3}, TokenId{64}}, ErrorCode::invalid_request},
        {make_prompt(1, 97), ErrorCode::context_too_long},
    };
    for (const auto& [tokens, code] : cases) {
        const SequenceId id = engine->submit(ScoreRequest{.tokens = tokens});
        auto outcomes = collect(*engine, {id});
        ASSERT_NE(outcomes[id].last<Failed>(), nullptr);
        EXPECT_EQ(outcomes[id].last<Failed>()->error.code, code);
    }
}

TEST(EngineRequest, AnEmptyWaitReturnsInTime) {
    const auto engine = make_engine({});
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(engine->wait_events(std::chrono::milliseconds(20)).empty());
    EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(20));
    const SequenceId id = engine->submit(make_request(make_prompt(1, 4), 1));
    // The longest timeout there is does not overflow.
    const std::vector<Event> events = engine->wait_events(std::chrono::milliseconds::max());
    ASSERT_FALSE(events.empty());
    EXPECT_EQ(events.front().request, id);
}

}  // namespace
}  // namespace hearth::test
