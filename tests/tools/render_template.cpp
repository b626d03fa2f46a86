// Renders chat templates for scripts: one JSON object a line on standard input, one a line on standard
// output.
//
// In:  {"template": …, "messages": […], "tools": […]|null, "variables": {…}, "bos_token": …, "eos_token": …,
//       "add_generation_prompt": true, "now": seconds since 1970 in local time}; all but the template may be
//       left out.
// Out: {"text": …, "segments": [{"text": …, "origin": "template"|"message"}]} or
//      {"error": {"code": …, "message": …, "line": …}}.

#include <hearth/chat_template.h>

#include <chrono>
#include <iostream>
#include <string>
#include <unordered_map>

#include <nlohmann/json.hpp>

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const hearth::Error& error) {
    return {{"error",
             {{"code", error_name(error.code)},
              {"message", error.message},
              {"line", error.details.line.value_or(0)}}}};
}

Json to_json(const hearth::Segments& segments) {
    Json out = {{"text", ""}, {"segments", Json::array()}};
    std::string text;
    for (const auto& segment : segments) {
        text += segment.text;
        const bool from_template = segment.origin == hearth::TextOrigin::template_text;
        out["segments"].push_back(
            {{"text", segment.text}, {"origin", from_template ? "template" : "message"}});
    }
    out["text"] = text;
    return out;
}

Json render(const hearth::ChatTemplate& chat_template, const Json& job) {
    hearth::ChatTemplateInput input;
    input.messages = job.value("messages", Json::array());
    input.tools = job.value("tools", Json());
    input.variables = job.value("variables", Json::object());
    input.bos_token = job.value("bos_token", std::string());
    input.eos_token = job.value("eos_token", std::string());
    input.add_generation_prompt = job.value("add_generation_prompt", true);
    input.now = std::chrono::local_seconds(std::chrono::seconds(job.value("now", std::int64_t{0})));
    const auto rendered = chat_template.render(input);
    return rendered ? to_json(*rendered) : to_json(rendered.error());
}

}  // namespace

int main() {
    std::unordered_map<std::string, hearth::Result<hearth::ChatTemplate>> parsed;
    std::string line;
    while (std::getline(std::cin, line)) {
        const Json job = Json::parse(line, nullptr, false);
        if (!job.is_object() || !job.contains("template")) {
            std::cerr << "render_template: a line is no JSON object with a template\n";
            return 2;
        }
        const auto source = job["template"].get<std::string>();
        auto known = parsed.find(source);
        if (known == parsed.end()) {
            known = parsed.emplace(source, hearth::ChatTemplate::parse(source)).first;
        }
        const Json answer = known->second ? render(*known->second, job) : to_json(known->second.error());
        std::cout << answer.dump() << "\n" << std::flush;
    }
    return 0;
}
