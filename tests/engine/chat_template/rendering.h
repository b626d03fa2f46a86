#pragma once

#include <hearth/chat_template.h>

#include <chrono>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace hearth::test {

using Json = nlohmann::ordered_json;

inline Json read_json(const std::string& name) {
    std::ifstream file(std::string(HEARTH_TEST_DATA) + "/chat_template/" + name);
    return Json::parse(file);
}

/// 2026-03-01 23:30:05, the clock of the expected answers.
inline std::chrono::local_seconds oracle_time() {
    using namespace std::chrono;
    return local_days(2026y / March / 1) + hours(23) + minutes(30) + seconds(5);
}

inline std::string text_of(const Segments& segments) {
    std::string text;
    for (const auto& segment : segments) {
        text += segment.text;
    }
    return text;
}

/// `T(…)` for template text, `M(…)` for message text: provenance in one line.
inline std::string marked(const Segments& segments) {
    std::string out;
    for (const auto& segment : segments) {
        out += (segment.origin == TextOrigin::template_text ? "T(" : "M(") + segment.text + ")";
    }
    return out;
}

inline Result<Segments> render(std::string_view source, const ChatTemplateInput& input) {
    HEARTH_TRY_ASSIGN(const ChatTemplate parsed, ChatTemplate::parse(source));
    return parsed.render(input);
}

inline ChatTemplateInput input_of(Json messages, Json variables = Json::object()) {
    ChatTemplateInput input;
    input.messages = std::move(messages);
    input.variables = std::move(variables);
    input.bos_token = "<s>";
    input.eos_token = "</s>";
    input.now = oracle_time();
    return input;
}

}  // namespace hearth::test
