#pragma once

#include <hearth/chat_template.h>
#include <hearth/ids.h>
#include <hearth/metadata.h>
#include <hearth/result.h>
#include <hearth/tokenizer.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace hearth {

/// Token ids ready for a GenerateRequest.
struct Prompt {
    std::vector<TokenId> ids;
    /// See GenerateRequest::stable_prefix; absent where the next turn is not known to start the same way.
    std::optional<std::uint32_t> stable_prefix;
};

/// The template stored under `tokenizer.chat_template`. no_chat_template, where there is none or it is
/// empty, names file and key; a template that cannot be parsed gives its own error.
Result<ChatTemplate> read_chat_template(const Metadata& metadata);

/// The wall clock of the person's time zone, as a template's strftime_now shows it.
std::chrono::local_seconds local_now();

/// What `chat` is rendered with for this model: BOS and EOS as the vocabulary writes them, the local time
/// now, and the generation prompt. The caller adds messages, tools and variables.
ChatTemplateInput chat_template_input(const Tokenizer& tokenizer);

/// Renders and tokenizes a chat. Control tokens come from the template alone. BOS is put in front where the
/// model asks for it and the template has not printed it.
Result<Prompt> build_chat_prompt(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                 const ChatTemplateInput& input);

/// A chat whose last message, the model's own, is to be written on: the prompt ends with that message's text,
/// its turn still open. invalid_request where there is no such message; template_failed where the template
/// does not show the text as it is.
Result<Prompt> build_continuation_prompt(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                         const ChatTemplateInput& input);

/// What a chat takes of the context, in tokens.
struct ChatLength {
    /// Per message: the length of the prompt through the end of its turn. Never less than the one before;
    /// equal to it where the template shows nothing of the message or shows it in a later turn.
    std::vector<std::uint32_t> turn_ends;
    std::uint32_t total = 0;  ///< the whole prompt, as build_chat_prompt makes it
};

/// Measures a chat in time linear in its length. Turns are exact where control tokens separate them, else
/// within a token or two.
Result<ChatLength> measure_chat(const Tokenizer& tokenizer, const ChatTemplate& chat,
                                const ChatTemplateInput& input);

/// A prompt without template: control tokens written in the text are recognised, BOS is put in front where
/// the model asks for it and the text does not start with it.
Result<Prompt> build_raw_prompt(const Tokenizer& tokenizer, std::string_view text);

/// The ids with BOS in front where the model asks for it and they do not start with it.
std::vector<TokenId> with_bos(const Tokenizer& tokenizer, std::vector<TokenId> ids);

}  // namespace hearth
