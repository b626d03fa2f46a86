// libFuzzer: any bytes as a chat template, parsed and rendered for a small conversation. Everything up to a
// NUL byte is the template, the rest, if it is JSON, are the messages.

#include <hearth/chat_template.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <nlohmann/json.hpp>

namespace {

const nlohmann::ordered_json& conversation() {
    static const auto messages = nlohmann::ordered_json::parse(R"([
        {"role": "system", "content": "S\n", "n": 3, "f": 1.5},
        {"role": "user", "content": "é <|x|> 你好"},
        {"role": "assistant", "content": null, "tool_calls": [{"id": "c", "function": {"name": "f", "arguments": {"a": [1, true]}}}]},
        {"role": "tool", "content": [{"type": "text", "text": "t"}]}])");
    return messages;
}

void check(bool holds) {
    if (!holds) {
        std::abort();  // libFuzzer reports it
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t zero = bytes.find('\0');
    hearth::ChatTemplateInput input;
    input.messages = conversation();
    if (zero != std::string_view::npos) {
        auto messages = nlohmann::ordered_json::parse(bytes.substr(zero + 1), nullptr, false);
        if (messages.is_array()) {
            input.messages = std::move(messages);
        }
        bytes = bytes.substr(0, zero);
    }
    input.tools = conversation();
    input.bos_token = "<s>";
    const auto parsed = hearth::ChatTemplate::parse(bytes);
    if (!parsed) {
        check(!parsed.error().message.empty() && parsed.error().details.line.value_or(0) > 0);
        return 0;
    }
    const auto rendered = parsed->render(input);
    if (!rendered) {
        check(!rendered.error().message.empty());
        return 0;
    }
    for (std::size_t i = 0; i < rendered->size(); ++i) {
        check(!(*rendered)[i].text.empty());
        check(i == 0 || (*rendered)[i].origin != (*rendered)[i - 1].origin);
    }
    return 0;
}
