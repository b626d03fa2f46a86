// Errors: code, line and words; hostile input; threads.

#include "rendering.h"

#include <string>
#include <thread>
#include <vector>

namespace hearth {
namespace {

using test::Json;

Error error_of(std::string_view source, const ChatTemplateInput& input = test::input_of(Json::array())) {
    auto rendered = test::render(source, input);
    EXPECT_FALSE(rendered) << source;
    return rendered ? Error{ErrorCode::engine_failed, "rendered"} : std::move(rendered).error();
}

TEST(ChatTemplateErrors, NameTheLine) {
    struct Case {
        const char* source;
        ErrorCode code;
        std::uint32_t line;
        const char* says;
    };
    const std::vector<Case> cases = {
        {"a\n{% if x %}\nb\n", ErrorCode::template_syntax, 3, "'{% endif %}'"},
        {"a\n\n{{ 1 + }}", ErrorCode::template_syntax, 3, "an expression"},
        {"a\n{{ 'x\n }}", ErrorCode::template_syntax, 2, "the string has no end"},
        {"a\n{# x", ErrorCode::template_syntax, 2, "#}"},
        {"{% nosuch %}", ErrorCode::template_syntax, 1, "unknown tag 'nosuch'"},
        {"\n{% include 'x' %}", ErrorCode::template_syntax, 2, "'include' is not supported"},
        {"\n{{ 1|nosuch }}", ErrorCode::template_syntax, 2, "no filter 'nosuch'"},
        {"\r\n\r\n{{ nope.x }}", ErrorCode::template_undefined, 3, "'nope' is undefined"},
        {"{{ 1 }}\n{{\n  'a' +\n  nope }}", ErrorCode::template_undefined, 3, "'nope' is undefined"},
        {"{%- if true %}\n\n{{- messages[0].x -}}\n{% endif %}", ErrorCode::template_undefined, 3,
         "no element 0"},
        {"{% macro m() %}\n{{ 1/0 }}\n{% endmacro %}\n\n{{ m() }}", ErrorCode::template_failed, 2,
         "division by zero"},
        {"\n\n{{ raise_exception('stop: \"é\"') }}", ErrorCode::template_raised, 3, "stop: \"é\""},
        {"\n{% for i in range(200000) %}{% endfor %}", ErrorCode::template_limit, 2, "100000"},
        {"{{ [1].append(2) }}", ErrorCode::template_failed, 1, "'append' of 'list' object is unsafe"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.source);
        const Error error = error_of(one.source);
        EXPECT_EQ(error_name(error.code), error_name(one.code)) << error.message;
        EXPECT_EQ(error.details.line, one.line) << error.message;
        EXPECT_NE(error.message.find(one.says), std::string::npos) << error.message;
        EXPECT_NE(error.message.find("line " + std::to_string(one.line)), std::string::npos) << error.message;
    }
}

TEST(ChatTemplateErrors, NameTheFileWhereThereIsOne) {
    const auto broken = ChatTemplate::parse("\n{{ 1 + }}", "m.gguf");
    ASSERT_FALSE(broken);
    EXPECT_TRUE(broken.error().message.starts_with("m.gguf: chat template, line 2: "))
        << broken.error().message;
    EXPECT_EQ(broken.error().details.file, "m.gguf");

    const auto chat = ChatTemplate::parse("{{ raise_exception('no') }}", "m.gguf");
    ASSERT_TRUE(chat);
    const auto raised = chat->render(test::input_of(Json::array()));
    ASSERT_FALSE(raised);
    EXPECT_EQ(raised.error().message, "m.gguf: chat template, line 1: no");
    EXPECT_EQ(raised.error().details.file, "m.gguf");
}

TEST(ChatTemplateErrors, RaisedTextIsKeptAsItIs) {
    EXPECT_EQ(error_of("{{ raise_exception('Rollen müssen wechseln') }}").details.actual,
              "Rollen müssen wechseln");
}

TEST(ChatTemplateErrors, GoTemplatesAreNamed) {
    for (const char* source : {"{{ .System }}", "{{- if .System }}{{ .System }}{{ end }}",
                               "{{ range .Messages }}{{ .Content }}{{ end }}", "<|user|>{{ .Prompt }}",
                               "{{- $last := 1 }}{{ end }}"}) {
        const auto parsed = ChatTemplate::parse(source);
        ASSERT_FALSE(parsed) << source;
        EXPECT_EQ(parsed.error().code, ErrorCode::template_syntax);
        EXPECT_NE(parsed.error().message.find("not a Jinja template"), std::string::npos)
            << parsed.error().message;
    }
    const auto parsed = ChatTemplate::parse("{{ 1 + }}");
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().message.find("Go"), std::string::npos);
}

TEST(ChatTemplateErrors, InternalsOfPythonAreOutOfReach) {
    for (const char* name :
         {"__class__", "__init__", "__globals__", "__mro__", "__subclasses__", "__dict__"}) {
        for (const char* object :
             {"messages", "''", "{}", "range", "namespace()", "joiner()", "5", "none", "cycler"}) {
            const std::string access = std::string(object) + "." + name;
            const auto shown = test::render("{{ (" + access + ") }}", test::input_of(Json::array()));
            ASSERT_TRUE(shown) << access << shown.error().message;
            EXPECT_EQ(test::text_of(*shown), "") << access;
            EXPECT_FALSE(test::render("{{ " + access + ".x }}", test::input_of(Json::array()))) << access;
            EXPECT_FALSE(test::render("{{ " + access + "() }}", test::input_of(Json::array()))) << access;
        }
    }
}

TEST(ChatTemplateErrors, BadInputIsNamed) {
    const auto parsed = ChatTemplate::parse("{{ messages }}{{ v }}");
    ASSERT_TRUE(parsed);

    const auto rejects = [&](const ChatTemplateInput& input, ErrorCode code, std::string_view says) {
        const auto rendered = parsed->render(input);
        ASSERT_FALSE(rendered) << says;
        EXPECT_EQ(error_name(rendered.error().code), error_name(code)) << rendered.error().message;
        EXPECT_NE(rendered.error().message.find(says), std::string::npos) << rendered.error().message;
        EXPECT_FALSE(rendered.error().details.field.empty()) << rendered.error().message;
        EXPECT_FALSE(rendered.error().details.line.has_value()) << rendered.error().message;
    };
    rejects(test::input_of("text"), ErrorCode::invalid_request, "messages is not a list");
    rejects(test::input_of(Json::array(), Json::array()), ErrorCode::invalid_request,
            "variables is not an object");
    rejects(test::input_of(Json::array(), {{"messages", 1}}), ErrorCode::invalid_request,
            "variables.messages");
    rejects(test::input_of(Json::array(), {{"raise_exception", 1}}), ErrorCode::invalid_request,
            "raise_exception");
    rejects(test::input_of({{{"content", "a\xFFz"}}}), ErrorCode::invalid_utf8, "messages[0].content");
    rejects(test::input_of({{{"a\xC3", 1}}}), ErrorCode::invalid_utf8, "messages[0]");
    rejects(test::input_of(Json::array(), {{"v", std::uint64_t{1} << 63U}}), ErrorCode::template_limit,
            "variables.v");
    auto token = test::input_of(Json::array());
    token.bos_token = "\xFF";
    rejects(token, ErrorCode::invalid_utf8, "bos_token");
    rejects(test::input_of(Json::array({Json::binary({1, 2})})), ErrorCode::invalid_request, "messages[0]");

    Json deep = 1;
    for (int i = 0; i < 100'000; ++i) {
        deep = Json::array({std::move(deep)});
    }
    auto nested = test::input_of(Json::array());
    nested.messages = std::move(deep);
    rejects(nested, ErrorCode::template_limit, "messages nests deeper");

    EXPECT_FALSE(ChatTemplate::parse("a\n\xFF"));
    EXPECT_EQ(ChatTemplate::parse("a\n\xFF").error().details.line, 2U);
}

TEST(ChatTemplateErrors, DeepDataThatIsAllowedRenders) {
    Json deep = "x";
    for (int i = 0; i < 120; ++i) {
        deep = Json::array({std::move(deep)});
    }
    const auto rendered = test::render("{{ v|tojson|length }}{{ [v] == [v] }}{{ v }}",
                                       test::input_of(Json::array(), {{"v", std::move(deep)}}));
    ASSERT_TRUE(rendered) << rendered.error().message;
}

TEST(ChatTemplate, EveryThreadMayRender) {
    const auto parsed = ChatTemplate::parse(
        "{% macro m(x) %}<{{ x|upper }}>{% endmacro %}{% for m in messages %}{{ m.role ~ 'lit' ~ loop.index "
        "}}"
        "{% endfor %}{{ ['a', 'b']|map('upper')|join('-') }}");
    ASSERT_TRUE(parsed);
    std::vector<std::thread> threads;
    std::vector<std::string> texts(4);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        threads.emplace_back([&, i] {
            for (int k = 0; k < 100; ++k) {
                const auto rendered = parsed->render(test::input_of({{{"role", std::to_string(i)}}}));
                texts[i] = rendered ? test::text_of(*rendered) : rendered.error().message;
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
        EXPECT_EQ(texts[i], std::to_string(i) + "lit1A-B");
    }
}

TEST(ChatTemplate, DefinesWhatTransformersDefines) {
    auto input = test::input_of(Json::array());
    const std::string_view source =
        "{{ tools is none }}{{ documents is none }}{{ add_generation_prompt }}{{ bos_token }}{{ eos_token }}";
    EXPECT_EQ(test::text_of(*test::render(source, input)), "TrueTrueTrue<s></s>");
    input.tools = Json::array();
    input.variables = {{"documents", Json::array()}};
    input.add_generation_prompt = false;
    EXPECT_EQ(test::text_of(*test::render(source, input)), "FalseFalseFalse<s></s>");
    input.variables = nullptr;
    EXPECT_TRUE(test::render(source, input));
}

TEST(ChatTemplate, TimeDoesNotFollowTheLocale) {
    auto input = test::input_of(Json::array());
    using namespace std::chrono;
    input.now = local_days(2024y / December / 31) + hours(0) + minutes(5) + seconds(9);
    EXPECT_EQ(
        test::text_of(*test::render("{{ strftime_now('%A %d %B %Y %I:%M:%S %p %j %U %V %G') }}", input)),
        "Tuesday 31 December 2024 12:05:09 AM 366 52 01 2025");
}

}  // namespace
}  // namespace hearth
