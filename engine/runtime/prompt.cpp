#include "runtime/chat_marks.h"

#include <hearth/prompt.h>

#include <algorithm>
#include <ctime>
#include <string>

#include <fmt/format.h>

namespace hearth {
namespace {

constexpr auto kTemplateKey = "tokenizer.chat_template";

std::string written(const Tokenizer& tokenizer, std::optional<TokenId> token) {
    return token ? std::string(tokenizer.token_text(*token)) : std::string();
}

Result<std::vector<TokenId>> encode_chat(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                         const ChatTemplateInput& input) {
    HEARTH_TRY_ASSIGN(const Segments segments, chat.render(input));
    HEARTH_TRY_ASSIGN(std::vector<TokenId> ids, tokenizer.encode(segments));
    return with_bos(tokenizer, std::move(ids));
}

/// Whether a rendered prompt ends with a message's text; templates may trim its start.
bool ends_with_text(const Segments& segments, std::string_view text) {
    std::string rendered;
    for (const Segment& segment : segments) {
        rendered += segment.text;
    }
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n\r\f\v"), text.size()));
    return rendered.ends_with(text);
}

Error not_continuable(std::string message) {
    return Error{ErrorCode::invalid_request, std::move(message), {.field = "messages"}};
}

}  // namespace

Result<ChatTemplate> read_chat_template(const Metadata& metadata) {
    HEARTH_TRY_ASSIGN(const std::optional<std::string> source, metadata.get<std::string>(kTemplateKey));
    if (!source) {
        return Error{ErrorCode::no_chat_template,
                     fmt::format("{}: the model has no chat template (key {} is missing)",
                                 escaped(metadata.file()), kTemplateKey),
                     {.file = metadata.file(), .field = kTemplateKey}};
    }
    if (source->find_first_not_of(" \t\r\n") == std::string::npos) {
        return Error{ErrorCode::no_chat_template,
                     fmt::format("{}: the model has no chat template (key {} is empty)",
                                 escaped(metadata.file()), kTemplateKey),
                     {.file = metadata.file(), .field = kTemplateKey, .actual = "empty"}};
    }
    return ChatTemplate::parse(*source, metadata.file());
}

// std::chrono::current_zone is missing in libstdc++ 12.
std::chrono::local_seconds local_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
#ifdef _WIN32
    localtime_s(&parts, &now);
#else
    localtime_r(&now, &parts);
#endif
    const auto day = std::chrono::year(parts.tm_year + 1900) /
                     std::chrono::month(static_cast<unsigned>(parts.tm_mon + 1)) /
                     std::chrono::day(static_cast<unsigned>(parts.tm_mday));
    return std::chrono::local_days(day) + std::chrono::hours(parts.tm_hour) +
           std::chrono::minutes(parts.tm_min) + std::chrono::seconds(parts.tm_sec);
}

ChatTemplateInput chat_template_input(const Tokenizer& tokenizer) {
    ChatTemplateInput input;
    input.bos_token = written(tokenizer, tokenizer.bos());
    input.eos_token = written(tokenizer, tokenizer.eos());
    input.now = local_now();
    return input;
}

std::vector<TokenId> with_bos(const Tokenizer& tokenizer, std::vector<TokenId> ids) {
    const std::optional<TokenId> bos = tokenizer.bos();
    if (tokenizer.adds_bos() && bos && (ids.empty() || ids.front() != *bos)) {
        ids.insert(ids.begin(), *bos);
    }
    return ids;
}

Result<Prompt> build_chat_prompt(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                 const ChatTemplateInput& input) {
    Prompt prompt;
    HEARTH_TRY_ASSIGN(prompt.ids, encode_chat(tokenizer, chat, input));
    if (!input.add_generation_prompt) {
        return prompt;
    }
    // The next turn renders the history before the generation prompt again, but perhaps another text after it
    // (a reasoning block is dropped): what both renderings share is safe to keep.
    ChatTemplateInput history = input;
    history.add_generation_prompt = false;
    const auto stable = encode_chat(tokenizer, chat, history);
    if (stable) {
        const auto end = std::mismatch(prompt.ids.begin(), prompt.ids.end(), stable->begin(), stable->end());
        prompt.stable_prefix = static_cast<std::uint32_t>(end.first - prompt.ids.begin());
    }
    return prompt;
}

Result<Prompt> build_continuation_prompt(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                         const ChatTemplateInput& input) {
    if (!input.messages.is_array() || input.messages.empty() || !input.messages.back().is_object()) {
        return not_continuable("there is no last message to continue");
    }
    const nlohmann::ordered_json& last = input.messages.back();
    if (last.value("role", nlohmann::ordered_json()) != "assistant") {
        return not_continuable("the last message is not the model's; only its own can be continued");
    }
    const nlohmann::ordered_json content = last.value("content", nlohmann::ordered_json());
    if (!content.is_string() || content.get_ref<const std::string&>().empty()) {
        return not_continuable("the last message has no text to continue");
    }
    const auto& text = content.get_ref<const std::string&>();

    HEARTH_TRY_ASSIGN(const ChatMarks marks, ChatMarks::choose(input));
    ChatTemplateInput marked = input;
    marked.add_generation_prompt = false;
    marked.messages.back()["content"] = text + marks.mark(input.messages.size() - 1);
    HEARTH_TRY_ASSIGN(Segments segments, chat.render(marked));
    const std::vector<ChatMarks::Found> found = marks.take_from(segments);
    if (found.size() == 1) {
        segments = split_at(segments, found).front();
    }
    if (found.size() != 1 || !ends_with_text(segments, text)) {
        return Error{
            ErrorCode::template_failed,
            "the chat template changes the text of the last message, which therefore cannot be continued",
            {.field = "chat template"}};
    }
    HEARTH_TRY_ASSIGN(std::vector<TokenId> ids, tokenizer.encode(segments));
    return Prompt{with_bos(tokenizer, std::move(ids)), std::nullopt};
}

Result<Prompt> build_raw_prompt(const Tokenizer& tokenizer, std::string_view text) {
    HEARTH_TRY_ASSIGN(std::vector<TokenId> ids, tokenizer.encode_with_control(text));
    return Prompt{with_bos(tokenizer, std::move(ids)), std::nullopt};
}

}  // namespace hearth
