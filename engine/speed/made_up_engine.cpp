#include "speed/made_up_engine.h"

#include "runtime/engine_parts.h"

#include <hearth/tokenizer.h>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace hearth {
namespace {

/// Every token is the letter a.
class MadeUpTokenizer final : public Tokenizer {
 public:
    explicit MadeUpTokenizer(std::size_t vocabulary_size) : size_(vocabulary_size) {}

    Result<std::vector<TokenId>> encode(std::span<const Segment> /*segments*/) const override {
        return std::vector<TokenId>{TokenId{0}};
    }
    std::string token_bytes(TokenId /*token*/, ShowControl /*show*/) const override { return "a"; }
    std::string decode(std::span<const TokenId> tokens, ShowControl /*show*/) const override {
        return std::string(tokens.size(), 'a');
    }
    std::size_t vocabulary_size() const override { return size_; }
    TokenKind kind(TokenId /*token*/) const override { return TokenKind::normal; }
    std::string_view token_text(TokenId /*token*/) const override { return "a"; }
    std::optional<TokenId> find(std::string_view /*text*/) const override { return std::nullopt; }
    std::optional<TokenId> bos() const override { return std::nullopt; }
    std::optional<TokenId> eos() const override { return std::nullopt; }
    bool adds_bos() const override { return false; }
    bool adds_eos() const override { return false; }
    std::span<const TokenId> end_tokens() const override { return {}; }
    std::span<const std::string> warnings() const override { return {}; }

 private:
    std::size_t size_;
};

}  // namespace

Result<MadeUpEngine> MadeUpEngine::start(MadeUpRun run) {
    const std::uint32_t vocabulary = run.vocabulary_size();
    EngineInfo info;
    info.model_name = "made-up model";
    info.vocabulary_size = vocabulary;
    info.context_tokens = run.block_count() * run.block_tokens();
    return MadeUpEngine(start_engine(
        {.info = std::move(info),
         .model_file = {},
         .tokenizer = std::make_shared<MadeUpTokenizer>(vocabulary),
         .chat_template = Error{ErrorCode::no_chat_template, "a made-up model has no chat template"},
         .executor = std::move(run).take_executor(),
         .logits_columns = vocabulary,
         .cache = KvCache({{.block_count = run.block_count(), .window = std::nullopt}}, run.block_tokens()),
         .budget = {.tokens = 1, .outputs = 1, .sequences = 1}}));
}

Result<double> MadeUpEngine::seconds_per_token(std::uint32_t count) {
    constexpr std::chrono::milliseconds kPatience{100};
    GenerateRequest request;
    request.prompt = {TokenId{0}};
    request.max_tokens = count;
    request.end_tokens = EndTokens::ignore;
    engine_->submit(std::move(request));
    for (;;) {
        for (const Event& event : engine_->wait_events(kPatience)) {
            if (const auto* finished = std::get_if<Finished>(&event.what)) {
                return std::chrono::duration<double>(finished->decode_time).count() /
                       (finished->generated_tokens - 1);
            }
            if (const auto* failed = std::get_if<Failed>(&event.what)) {
                return failed->error;
            }
        }
    }
}

}  // namespace hearth
