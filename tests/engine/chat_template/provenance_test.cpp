// Who wrote each character of a prompt: T(template), M(message).

#include "rendering.h"

#include <string>
#include <vector>

namespace hearth {
namespace {

using test::Json;

struct Case {
    const char* source;
    const char* expect;
};

TEST(Provenance, IsKeptForEveryCharacter) {
    const Json messages = {{{"role", "user"}, {"content", " Hi <|e|> there "}, {"n", 7}, {"empty", ""}},
                           {{"role", "tool"}, {"content", "a,b"}, {"list", {"x", 1}}}};
    const std::vector<Case> cases = {
        // text and concatenation
        {"<|u|>{{ messages[1].content }}<|e|>", "T(<|u|>)M(a,b)T(<|e|>)"},
        {"{{ '<|u|>' + messages[1].content + '<|e|>' }}", "T(<|u|>)M(a,b)T(<|e|>)"},
        {"{{ '<' ~ messages[1].content ~ 5 ~ '>' }}", "T(<)M(a,b)T(5>)"},
        {"{{ bos_token }}{{ messages[1].role }}{{ eos_token }}", "T(<s>)M(tool)T(</s>)"},
        {"{% set x = '<' ~ messages[1].content %}{{ x ~ '>' }}", "T(<)M(a,b)T(>)"},
        {"{% set x %}<{{ messages[1].content }}>{% endset %}{{ x }}", "T(<)M(a,b)T(>)"},
        {"{% macro m(c) %}<{{ c }}>{% endmacro %}{{ m(messages[1].content) }}", "T(<)M(a,b)T(>)"},
        {"{% macro m() %}<{{ caller() }}>{% endmacro %}{% call m() %}{{ messages[1].content }}!{% endcall %}",
         "T(<)M(a,b)T(!>)"},
        {"{% filter upper %}<a{{ messages[1].content }}>{% endfilter %}", "T(<A)M(A,B)T(>)"},
        {"{% set ns = namespace(s='<') %}{% for m in messages %}{% set ns.s = ns.s ~ m.role %}{% endfor %}{{ "
         "ns.s }}",
         "T(<)M(usertool)"},
        // filters and methods
        {"{{ messages[0].content|trim }}", "M(Hi <|e|> there)"},
        {"{{ ('<' ~ messages[1].content ~ '>')|upper }}", "T(<)M(A,B)T(>)"},
        {"{{ ('<x' ~ messages[1].content).title() }}", "T(<X)M(a,B)"},
        {"{{ ('<' ~ messages[1].content ~ '>')[1:-1] }}", "M(a,b)"},
        {"{{ ('<' ~ messages[1].content ~ '>')[::-1] }}", "T(>)M(b,a)T(<)"},
        {"{{ messages[1].content[0] }}{{ 'abc'[0] }}", "M(a)T(a)"},
        {"{{ messages[1].content.split(',')|join('<|sep|>') }}", "M(a)T(<|sep|>)M(b)"},
        {"{{ '<|sep|>'.join(messages[1].content.split(',')) }}", "M(a)T(<|sep|>)M(b)"},
        {"{{ messages[1].content.replace(',', '<|sep|>') }}", "M(a)T(<|sep|>)M(b)"},
        {"{{ messages[1].content|replace(',', '<|sep|>') }}", "M(a)T(<|sep|>)M(b)"},
        {"{{ '<|x|>'.replace('x', messages[1].content) }}", "T(<|)M(a,b)T(|>)"},
        {"{{ '<|x|>'|replace('x', messages[1].role) }}", "T(<|)M(tool)T(|>)"},
        {"{{ '<%s|%d>' % (messages[1].role, 3) }}", "T(<)M(tool)T(|3>)"},
        {"{{ '<{}|{:>3}>'.format(messages[1].role, 'a') }}", "T(<)M(tool)T(|  a>)"},
        {"{{ messages[0].content.format('<|e|>') }}", "M( Hi <|e|> there )"},
        {"{{ ('%s' ~ messages[1].role) % '<' }}", "T(<)M(tool)"},
        {"{{ ('a\\n' ~ messages[1].content)|indent(2) }}", "T(a\n  )M(a,b)"},
        {"{{ 'x'.join(['<', messages[1].role]) }}", "T(<x)M(tool)"},
        {"{{ messages[1].content|list|first }}{{ messages[1].role|capitalize }}", "M(aTool)"},
        {"{{ messages[1].content|default('<') }}{{ messages[1].nope|default('<') }}", "M(a,b)T(<)"},
        {"{{ ('<' ~ messages[1].role)|e }}", "T(&lt;)M(tool)"},
        {"{{ '<' ~ messages[1].role.partition('o')[1] ~ messages[1].role.rsplit('o', 1)[0] }}", "T(<)M(oto)"},
        {"{{ messages|map(attribute='role')|join('<') }}", "M(user)T(<)M(tool)"},
        {"{{ ['<', messages[1].role]|map('upper')|join }}", "T(<)M(TOOL)"},
        {"{{ ['<', messages[1].role]|sort|last }}{{ ['<', messages[1].role]|first }}", "M(tool)T(<)"},
        // lookups
        {"{{ {'user': '<|user|>', 'tool': '<|tool|>'}[messages[1].role] }}", "T(<|tool|>)"},
        {"{{ '<|user|>' if messages[0].role == 'user' else '<|x|>' }}", "T(<|user|>)"},
        {"{% for k, v in {messages[1].role: '<'}.items() %}{{ k }}{{ v }}{% endfor %}", "M(tool)T(<)"},
        {"{{ dict(a=messages[1].role)|join }}{{ dict(a=messages[1].role).a }}", "T(a)M(tool)"},
        {"{{ dict(**messages[1])|join(',') }}", "M(role)T(,)M(content)T(,)M(list)"},
        {"{% macro m() %}{{ kwargs|join(',') }}{% endmacro %}{{ m(**messages[1]) }}{{ m(x=1) }}",
         "M(role)T(,)M(content)T(,)M(list)T(x)"},
        // numbers and truths
        {"{{ 1 + 2 }}{{ messages[0].n }}{{ messages[0].n + 1 }}{{ 2 * messages[0].n }}", "T(3)M(7814)"},
        {"{{ messages|length }}{{ messages[1].content|length }}{{ 'abc'|length }}", "M(23)T(3)"},
        {"{{ -messages[0].n }}{{ messages[0].n / 2 }}{{ messages[0].n|string }}{{ messages[0].n|abs }}",
         "M(-73.577)"},
        {"{{ '12'|int }}{{ messages[0].n|int }}{{ messages[0].n|float }}", "T(12)M(77.0)"},
        {"{{ messages[1].role == 'tool' }}{{ 1 == 1 }}{{ messages[1].role is string }}",
         "M(True)T(True)M(True)"},
        {"{% for m in messages %}{{ loop.index }}{% endfor %}{% for m in messages %}{{ loop.length }}{% "
         "endfor %}",
         "T(12)M(22)"},
        {"{% for i in range(2) %}{{ i }}{{ loop.length }}{% endfor %}", "T(0212)"},
        {"{% for i in range(messages|length) %}{{ i }}{% endfor %}", "M(01)"},
        {"{{ '-' * 3 }}{{ messages[1].role * 2 }}", "T(---)M(tooltool)"},
        // what the template's code makes of data
        {"{{ messages[1].content|tojson }}", "M(\"a,b\")"},
        {"{{ 'a'|tojson }}{{ {'a': [1, none]}|tojson }}", "T(\"a\"{\"a\": [1, null]})"},
        {"{{ {'<': messages[1].role}|tojson }}", "M({)T(\"<\")M(: \"tool\"})"},
        {"{{ ('<\\n' ~ messages[1].role)|tojson }}", "M(\")T(<\\n)M(tool\")"},
        {"{{ [1, '<']|string }}{{ messages[1].list }}", "T([1, '<'])M(['x', 1])"},
        {"{{ [1, messages[1].role] }}", "M([)T(1)M(, 'tool'])"},
        {"{{ messages[1].list|tojson(indent=1) }}", "M([\n \"x\",\n 1\n])"},
        {"{{ strftime_now('on %d') }}", "T(on )M(01)"},
        {"{{ messages[0].empty|tojson }}{{ messages[0].empty|length }}{{ (messages[0].empty ~ '')|length }}",
         "M(\"\"00)"},
        {"{{ messages[0].nope|tojson if messages[0].nope else none }}", "T(None)"},
    };
    for (const auto& one : cases) {
        SCOPED_TRACE(one.source);
        const auto rendered = test::render(one.source, test::input_of(messages));
        EXPECT_TRUE(rendered) << rendered.error().message;
        if (rendered) {
            EXPECT_EQ(test::marked(*rendered), one.expect);
        }
    }
}

TEST(Provenance, ToolsAndVariablesAreMessages) {
    auto input = test::input_of(Json::array(), {{"name", "<|v|>"}});
    input.tools = {{{"function", {{"description", "<|d|>"}}}}};
    const auto rendered =
        test::render("<{{ name }}{{ tools[0].function.description }}>{{ tools|tojson }}", input);
    ASSERT_TRUE(rendered) << rendered.error().message;
    EXPECT_EQ(test::marked(*rendered),
              "T(<)M(<|v|><|d|>)T(>)M([{\"function\": {\"description\": \"<|d|>\"}}])");
}

TEST(Provenance, SegmentsAreNeitherEmptyNorSplit) {
    const auto rendered = test::render(
        "a{{ 'b' }}{{ '' }}{{ messages[0].content }}{{ messages[0].content }}c{{ messages[0].empty }}d",
        test::input_of({{{"content", "M"}, {"empty", ""}}}));
    ASSERT_TRUE(rendered);
    const Segments expect = {
        {"ab", TextOrigin::template_text}, {"MM", TextOrigin::message}, {"cd", TextOrigin::template_text}};
    EXPECT_EQ(*rendered, expect);
    const auto nothing = test::render("{{ '' }}", test::input_of(Json::array()));
    ASSERT_TRUE(nothing);
    EXPECT_TRUE(nothing->empty());
}

}  // namespace
}  // namespace hearth
