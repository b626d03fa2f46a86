#include "command_runner.h"
#include "support/temporary_folder.h"

#include <gtest/gtest.h>

namespace hearth::test {
namespace {

class Render : public testing::Test {
 protected:
    CommandResult render(const std::string& source, const std::string& messages,
                         std::vector<std::string> more = {}) {
        std::vector<std::string> arguments = {
            "render",     "--json",
            "--template", folder_.write("template.jinja", source).string(),
            "--messages", folder_.write("messages.json", messages).string()};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_command(arguments);
    }

    TemporaryFolder folder_;
};

TEST_F(Render, MarksWhoWroteWhat) {
    const CommandResult result = render(
        "{{ bos_token }}[{% for m in messages %}{{ m.role }}:{{ m.content }};{% endfor %}]"
        "{% if add_generation_prompt %}A{% endif %}{{ eos_token }}",
        R"([{"role": "user", "content": "hé [x]"}])", {"--bos", "<s>", "--eos", "</s>"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const auto json = result.json();
    EXPECT_EQ(json["text"], "<s>[user:hé [x];]A</s>");
    EXPECT_FALSE(json.contains("ids"));
    std::string joined;
    for (const auto& segment : json["segments"]) {
        joined += segment["text"].get<std::string>();
        EXPECT_TRUE(segment["origin"] == "template" || segment["origin"] == "message");
    }
    EXPECT_EQ(joined, json["text"]);
    EXPECT_EQ(json["segments"][0]["origin"], "template");
    EXPECT_EQ(json["segments"][1]["origin"], "message");
}

TEST_F(Render, TakesToolsAndCanLeaveTheGenerationPromptOut) {
    const std::string tools = folder_.write("tools.json", R"([{"b": 1, "a": 2}])").string();
    const CommandResult result = render("{{ tools | tojson }}{% if add_generation_prompt %}A{% endif %}",
                                        "[]", {"--tools", tools, "--no-generation-prompt"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    EXPECT_EQ(result.json()["text"], R"([{"b": 1, "a": 2}])");
}

TEST_F(Render, AFailingTemplateIsAnErrorWithItsLine) {
    const CommandResult raised = render("a\n{{ raise_exception('no system turn here') }}", "[]");
    EXPECT_EQ(raised.exit_code, 1);
    EXPECT_EQ(raised.error("code"), "TemplateRaised");
    EXPECT_NE(raised.error("message").find("no system turn here"), std::string::npos);
    EXPECT_EQ(raised.json()["error"]["line"], 2);
    const CommandResult syntax = render("{% if x %}", "[]");
    EXPECT_EQ(syntax.exit_code, 1);
    EXPECT_EQ(syntax.error("code"), "TemplateSyntax");
    EXPECT_EQ(render("x", "{").error("code"), "BadValue");
    EXPECT_EQ(render("x", "{}").error("code"), "BadValue");
    EXPECT_EQ(render("x", "").error("code"), "BadValue");
    for (const CommandResult& result : {raised, syntax}) {
        EXPECT_NE(result.errors.find("template.jinja: "), std::string::npos) << result.errors;
    }
}

TEST_F(Render, JsonThatIsWrongIsToldInOurWords) {
    struct Case {
        const char* messages;
        const char* says;
    };
    const Case cases[] = {
        {"[\n{\"a\": nope}]", "line 2 goes wrong at"},
        {"[{\"a\": 1}", "ends too early"},
        {"[{\"n\": 18446744073709551616}]", "18446744073709551616 does not fit into 64 bits"},
        {"[\"\xFF\"]", "line 1 goes wrong at"},
    };
    for (const Case& each : cases) {
        const CommandResult result = render("x", each.messages);
        EXPECT_EQ(result.exit_code, 1);
        EXPECT_EQ(result.error("code"), "BadValue");
        EXPECT_NE(result.errors.find(each.says), std::string::npos) << result.errors;
        EXPECT_NE(result.errors.find("messages.json: "), std::string::npos) << result.errors;
        EXPECT_EQ(result.errors.find("json.exception"), std::string::npos) << result.errors;
    }
    const CommandResult exact = render("{{ messages[0].n }}", "[{\"n\": 18446744073709551615}]");
    EXPECT_TRUE(exact.exit_code == 1 || exact.json()["text"] == "18446744073709551615") << exact.output;
}

}  // namespace
}  // namespace hearth::test
