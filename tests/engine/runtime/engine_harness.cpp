#include "engine_harness.h"

#include "support/fake_tokenizer.h"

#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

namespace hearth::test {

std::unique_ptr<Engine> make_engine(const EngineConfig& config) {
    std::vector<KvGroupConfig> groups = {{.block_count = config.block_count, .window = std::nullopt}};
    std::vector<std::uint32_t> block_counts = {config.block_count};
    if (config.window_blocks) {
        groups.push_back({.block_count = *config.window_blocks, .window = 8});
        block_counts.push_back(*config.window_blocks);
    }
    EngineInfo info;
    info.model_name = "fake";
    info.vocabulary_size = config.vocabulary_size;
    info.context_tokens = config.context_tokens;
    const std::uint32_t columns = config.vocabulary_size + config.padding_columns;
    auto executor = std::make_unique<FakeExecutor>(FakeExecutor::Config{
        .model = {config.vocabulary_size},
        .logits_columns = columns,
        .block_tokens = config.block_tokens,
        .block_counts = block_counts,
        .run_fault = config.run_fault,
        .copy_fault = config.copy_fault,
    });
    return start_engine({.info = info,
                         .model_file = "fake.gguf",
                         .tokenizer = std::make_shared<FakeTokenizer>(config.vocabulary_size),
                         .chat_template = Error{ErrorCode::no_chat_template, "none"},
                         .executor = std::move(executor),
                         .logits_columns = columns,
                         .cache = KvCache(groups, config.block_tokens),
                         .budget = config.budget});
}

std::vector<TokenId> Outcome::tokens() const {
    std::vector<TokenId> tokens;
    for (const Event& event : events) {
        if (const auto* generated = std::get_if<Generated>(&event.what)) {
            tokens.push_back(generated->token);
        }
    }
    return tokens;
}

std::string Outcome::text() const {
    std::string text;
    for (const Event& event : events) {
        if (const auto* generated = std::get_if<Generated>(&event.what)) {
            text += generated->text;
        } else if (const auto* finished = std::get_if<Finished>(&event.what)) {
            text += finished->text;
        }
    }
    return text;
}

std::size_t Outcome::final_count() const {
    return static_cast<std::size_t>(std::count_if(events.begin(), events.end(), is_final));
}

std::map<SequenceId, Outcome> collect(Engine& engine, const std::vector<SequenceId>& ids) {
    std::map<SequenceId, Outcome> outcomes;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    const auto done = [&] {
        return std::all_of(ids.begin(), ids.end(),
                           [&](SequenceId id) { return outcomes[id].final_count() > 0; });
    };
    while (!done()) {
        if (std::chrono::steady_clock::now() > deadline) {
            ADD_FAILURE() << "requests without a final event";
            break;
        }
        for (Event& event : engine.wait_events(std::chrono::milliseconds(100))) {
            outcomes[event.request].events.push_back(std::move(event));
        }
    }
    // One that comes after the final event is an error, too.
    for (Event& event : engine.wait_events(std::chrono::milliseconds(0))) {
        outcomes[event.request].events.push_back(std::move(event));
    }
    return outcomes;
}

std::vector<TokenId> make_prompt(std::uint32_t seed, std::size_t count) {
    std::vector<TokenId> tokens;
    for (std::uint32_t i = 0; i < count; ++i) {
        tokens.push_back(TokenId{static_cast<std::int32_t>(2 + (seed * 31 + i * i * 7 + i) % 60)});
    }
    return tokens;
}

GenerateRequest make_request(std::vector<TokenId> prompt, std::uint32_t max_tokens) {
    GenerateRequest request;
    request.prompt = std::move(prompt);
    request.max_tokens = max_tokens;
    request.end_tokens = EndTokens::ignore;
    return request;
}

void expect_all_blocks_free(const Engine& engine) {
    EngineLoad load;
    for (int attempt = 0; attempt < 1000; ++attempt) {
        load = engine.load_now();
        if (load.running + load.waiting == 0 && load.blocks_free == load.blocks_total) {
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(load.running, 0U);
    EXPECT_EQ(load.waiting, 0U);
    EXPECT_EQ(load.blocks_free, load.blocks_total);
    EXPECT_GT(load.blocks_total, 0U);
}

}  // namespace hearth::test
