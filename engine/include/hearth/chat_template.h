#pragma once

#include <hearth/result.h>
#include <hearth/segment.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace hearth {

/// What a chat template is rendered with. JSON keeps the order of its keys.
struct ChatTemplateInput {
    nlohmann::ordered_json messages = nlohmann::ordered_json::array();    ///< [{role, content, …}]
    nlohmann::ordered_json tools;                                         ///< null: the template sees none
    nlohmann::ordered_json variables = nlohmann::ordered_json::object();  ///< e.g. enable_thinking
    std::string bos_token;
    std::string eos_token;
    bool add_generation_prompt = true;
    /// Local wall-clock time for strftime_now.
    std::chrono::local_seconds now{};
};

/// A parsed Jinja template as models ship it (`tokenizer.chat_template`). Immutable, safe from any thread.
/// Sandboxed: no I/O, and limits on steps, output size, nesting and value sizes (template_limit).
class ChatTemplate {
 public:
    /// template_syntax names the line and what was expected. `file`, where the template comes from one, is
    /// named in this template's errors, those of render too.
    static Result<ChatTemplate> parse(std::string_view source, std::string file = {});

    /// The prompt, as segments that tell template text from message text for every character; neighbours
    /// differ in origin, none is empty. Fails with template_raised (raise_exception's text),
    /// template_undefined, template_failed or template_limit, each with its line.
    Result<Segments> render(const ChatTemplateInput& input) const;

    struct Program;

 private:
    explicit ChatTemplate(std::shared_ptr<const Program> program) : program_(std::move(program)) {}
    std::shared_ptr<const Program> program_;
};

}  // namespace hearth
