// Templates that would use up time, memory or stack end with an error, and soon; long real chats do not.

#include "rendering.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include <sys/resource.h>

namespace hearth {
namespace {

using test::Json;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

std::string repeated(std::string_view text, std::size_t count) {
    std::string out;
    out.reserve(text.size() * count);
    for (std::size_t i = 0; i < count; ++i) {
        out += text;
    }
    return out;
}

struct Bomb {
    std::string name;
    std::string source;
};

std::vector<Bomb> bombs() {
    return {
        {"range", "{% for i in range(1000000000) %}{% endfor %}"},
        {"nested ranges",
         "{% for i in range(900) %}{% for j in range(900) %}{% for k in range(900) %}"
         "{% endfor %}{% endfor %}{% endfor %}"},
        {"repeated text", "{{ 'ab' * 5000000000 }}"},
        {"repeated list", "{{ [1] * 5000000000 }}"},
        {"recursive macro", "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}"},
        {"recursive macros",
         "{% macro f(x) %}{{ g([x]) }}{% endmacro %}{% macro g(x) %}{% if 1 %}{{ f(x) }}{% endif %}"
         "{% endmacro %}{{ f(1) }}"},
        {"recursive loop", "{% for x in [1] recursive %}{{ loop([1]) }}{% endfor %}"},
        {"parentheses", "{{ " + repeated("(", 100'000) + " }}"},
        {"closed parentheses", "{{ " + repeated("(", 100'000) + "1" + repeated(")", 100'000) + " }}"},
        {"brackets", "{{ " + repeated("[", 100'000) + repeated("]", 100'000) + " }}"},
        {"braces", "{{ " + repeated("{1:", 100'000) + " }}"},
        {"not", "{{ " + repeated("not ", 100'000) + "1 }}"},
        {"minus", "{{ " + repeated("-", 100'000) + "1 }}"},
        {"else", "{{ 1" + repeated(" if 0 else 1", 20'000) + " }}"},
        {"sum", "{{ 1" + repeated("+1", 100'000) + " }}"},
        {"attributes", "{{ a" + repeated(".a", 100'000) + " }}"},
        {"calls", "{{ a" + repeated("()", 100'000) + " }}"},
        {"filters", "{{ 1" + repeated("|string", 50'000) + " }}"},
        {"targets", "{% set " + repeated("(", 100'000) + "a %}"},
        {"nested ifs", repeated("{% if true %}", 20'000)},
        {"closed nested ifs", repeated("{% if true %}", 20'000) + repeated("{% endif %}", 20'000)},
        {"nested fors", repeated("{% for i in [1] %}", 20'000)},
        {"doubled text",
         "{% set ns=namespace(s='x') %}{% for i in range(64) %}{% set ns.s=ns.s~ns.s %}{% endfor %}"
         "{{ ns.s }}"},
        {"doubled list",
         "{% set ns=namespace(l=[1]) %}{% for i in range(64) %}{% set ns.l=ns.l+ns.l %}{% endfor %}"},
        {"doubled tree",
         "{% set ns=namespace(l=[1]) %}{% for i in range(90) %}{% set ns.l=[ns.l,ns.l] %}{% endfor %}"
         "{{ ns.l }}"},
        {"doubled tree as JSON",
         "{% set ns=namespace(l=[1]) %}{% for i in range(90) %}{% set ns.l={'a':ns.l,'b':ns.l} %}"
         "{% endfor %}{{ ns.l|tojson|length }}"},
        {"compared trees",
         "{% set ns=namespace(a=[1],b=[1]) %}{% for i in range(90) %}{% set ns.a=[ns.a,ns.a] %}"
         "{% set ns.b=[ns.b,ns.b] %}{% endfor %}{{ ns.a == ns.b }}"},
        {"sorted trees",
         "{% set ns=namespace(a=[1],b=[1]) %}{% for i in range(90) %}{% set ns.a=[ns.a,ns.a] %}"
         "{% set ns.b=[ns.b,ns.b] %}{% endfor %}{{ [ns.a, ns.b]|sort }}"},
        {"hashed tree",
         "{% set ns=namespace(a=(1,)) %}{% for i in range(90) %}{% set ns.a=(ns.a,ns.a) %}{% endfor %}"
         "{{ {ns.a: 1} }}"},
        {"deep list",
         "{% set ns=namespace(l=[]) %}{% for i in range(99999) %}{% set ns.l=[ns.l] %}{% endfor %}"},
        {"deep generator",
         "{% set ns=namespace(l=[]) %}{% for i in range(99999) %}{% set ns.l=ns.l|map('upper') %}"
         "{% endfor %}{{ ns.l|list }}"},
        {"deep loops",
         "{% set ns=namespace(l=1) %}{% for i in range(99999) %}{% for j in [ns.l] %}{% set ns.l=loop %}"
         "{% endfor %}{% endfor %}"},
        {"deep cyclers",
         "{% set ns=namespace(l=1) %}{% for i in range(99999) %}{% set ns.l=cycler(ns.l) %}{% endfor %}"},
        {"kept texts",
         "{% set ns=namespace(l=[]) %}{% for i in range(99999) %}{% set ns.l=ns.l+['x'*9999] %}{% endfor %}"},
        {"kept namespaces",
         "{% for i in range(99999) %}{% for j in range(99) %}{% set x=namespace() %}{% endfor %}"
         "{% endfor %}"},
        {"kept macros",
         "{% for i in range(99999) %}{% for j in range(99) %}{% macro m() %}{{ i }}{% endmacro %}"
         "{% endfor %}{% endfor %}"},
        {"long output", "{% for i in range(99999) %}{{ 'x' * 9999 }}{% endfor %}"},
        {"long template", std::string(20'000'000, 'x')},
        {"indented JSON", "{{ [1]|tojson(indent=1000000000) }}"},
        {"indented text", "{{ 'a\\nb'|indent(10000000000) }}"},
        {"centred text", "{{ 'a'|center(10000000000) }}{{ 'a'.ljust(10000000000) }}"},
        {"wide format", "{{ '%1000000000d' % 1 }}"},
        {"wide braces", "{{ '{:>9999999999}'.format(1) }}"},
        {"precise format", "{{ '%.9999999f' % 1.5 }}"},
        {"batch", "{{ [1]|batch(10000000000, 'x')|list }}"},
        {"slice", "{{ [1]|slice(10000000000, 'x')|list }}"},
        {"many replacements", "{{ ('a' * 1000000)|replace('a', 'b' * 1000) }}"},
        {"powers", "{{ 10 ** 1000000000 }}"},
        {"large integer", "{{ 9223372036854775807 + 1 }}"},
        {"tab stops", "{{ ('\\t' * 1000)|string }}{{ ('\\t' * 1000).expandtabs(1000000000) }}"},
        {"zfill", "{{ '1'.zfill(100000000000) }}"},
        {"many runs",
         "{% set ns=namespace(s='') %}{% for i in range(99999) %}"
         "{% set ns.s = ns.s ~ 'a' ~ messages[0].content %}{% endfor %}"},
        {"many names",
         [] {
             std::string source;
             for (int i = 0; i < 25'000; ++i) {
                 source += "{% set a" + std::to_string(i) + "=1 %}";
             }
             return source + "{% for i in range(99999) %}{{ a24999 }}{% endfor %}";
         }()},
        {"a long time format", "{{ strftime_now('%c' * 9999999) }}"},
        {"many arguments",
         [] {
             std::string source = "{{ dict(";
             for (int i = 0; i < 50'000; ++i) {
                 source += "a" + std::to_string(i) + "=1,";
             }
             return source + ") }}";
         }()},
        {"many parameters", "{% macro m(" +
                                [] {
                                    std::string source;
                                    for (int i = 0; i < 50'000; ++i) {
                                        source += "a" + std::to_string(i) + ",";
                                    }
                                    return source;
                                }() +
                                "z) %}{% endmacro %}"},
        {"unpacked",
         "{% macro m() %}{{ varargs|length }}{% endmacro %}{% set l=[1]*99999 %}{% for i in range(99999) %}"
         "{{ m(*l) }}{% endfor %}"},
    };
}

/// Of the process: what else the machine does is not the template's fault.
double cpu_milliseconds() {
    return 1000.0 * static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

std::size_t peak_bytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

TEST(ChatTemplateLimits, EveryBombEndsSoon) {
    const auto input = test::input_of({{{"role", "user"}, {"content", "x"}}});
    for (const auto& bomb : bombs()) {
        SCOPED_TRACE(bomb.name);
        const std::size_t memory_before = peak_bytes();
        const double start = cpu_milliseconds();
        const auto rendered = test::render(bomb.source, input);
        const double took = cpu_milliseconds() - start;
        ASSERT_FALSE(rendered) << test::text_of(*rendered).substr(0, 100);
        EXPECT_EQ(rendered.error().code, ErrorCode::template_limit) << rendered.error().message;
        EXPECT_TRUE(rendered.error().details.line.has_value());
        RecordProperty(bomb.name, std::to_string(took));
        if (!kSanitized) {
            EXPECT_LT(took, 250) << rendered.error().message;
            EXPECT_LT(peak_bytes() - memory_before, std::size_t{64} << 20U);
        }
        // The next chat works.
        const auto next = test::render("{{ messages[0].content }}", input);
        ASSERT_TRUE(next);
        EXPECT_EQ(test::text_of(*next), "x");
    }
}

TEST(ChatTemplateLimits, CyclesAreHarmless) {
    const auto input = test::input_of(Json::array());
    EXPECT_EQ(test::text_of(*test::render("{% set ns=namespace() %}{% set ns.self=ns %}{% set ns.l=[ns] %}"
                                          "{{ ns.self.self is sameas ns }}{{ ns.l == [ns] }}",
                                          input)),
              "TrueTrue");
    EXPECT_TRUE(test::render("{% set ns=namespace() %}{% set ns.self=ns %}{{ ns }}", input));
    // A generator that comes upon itself.
    EXPECT_FALSE(test::render(
        "{% set ns=namespace() %}{% set ns.g=[ns, ns]|map(attribute='g')|map('list') %}{{ ns.g|list }}",
        input));
    EXPECT_TRUE(test::render("{% for i in [1] %}{{ loop.changed(loop) }}{% endfor %}", input));
    EXPECT_TRUE(
        test::render("{% set ns=namespace() %}{% for i in [1,2] if i %}{% set ns.l=loop %}{% endfor %}"
                     "{{ ns.l.length }}{{ ns.l.index }}{{ ns.l.nextitem is defined }}",
                     input));
    EXPECT_TRUE(
        test::render("{% set ns=namespace() %}{% for i in [1] %}{% set ns.c=loop.cycle %}"
                     "{% macro m() %}{{ m }}{{ i }}{% endmacro %}{% set ns.m=m %}{% endfor %}{{ ns.m() }}",
                     input));
}

/// The template of ChatML, which writes every message once.
constexpr std::string_view kChatMl =
    "{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + "
    "'<|im_end|>' + "
    "'\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}";

/// One that looks at all messages for each message and cleans every text, as the costliest real ones do.
constexpr std::string_view kQuadratic = R"({%- macro clean(text) -%}
{%- if '</think>' in text -%}{{ text.split('</think>')[-1].lstrip('\n') }}{%- else -%}{{ text|trim }}{%- endif -%}
{%- endmacro -%}
{%- for message in messages -%}
  {%- set ns = namespace(last=-1) -%}
  {%- for other in messages[::-1] -%}
    {%- if other.role == 'user' and ns.last < 0 -%}{%- set ns.last = loop.index0 -%}{%- endif -%}
  {%- endfor -%}
  {{- '<|' ~ message.role ~ '|>' ~ clean(message.content)|replace('\t', ' ') ~ '\n' -}}
{%- endfor -%})";

Json conversation(std::size_t turns, std::size_t bytes_each) {
    Json messages = Json::array();
    for (std::size_t i = 0; i < turns; ++i) {
        std::string text;
        while (text.size() < bytes_each) {
            text += i % 3 == 0 ? "Straße 你好 🦊 " : "plain words of a chat ";
        }
        messages.push_back({{"role", i % 2 == 0 ? "user" : "assistant"}, {"content", text}});
    }
    return messages;
}

TEST(ChatTemplateLimits, LongChatsRender) {
    struct Long {
        std::size_t turns;
        std::size_t bytes_each;
    };
    // Sanitizers are ten times slower.
    const std::size_t part = kSanitized ? 10 : 1;
    for (const auto& one :
         {Long{1000 / part, 1000}, Long{1, 1'000'000 / part}, Long{1000 / part, 10}, Long{1500 / part, 3}}) {
        for (const auto source : {kChatMl, kQuadratic}) {
            const auto input = test::input_of(conversation(one.turns, one.bytes_each));
            const auto rendered = test::render(source, input);
            ASSERT_TRUE(rendered) << one.turns << ": " << rendered.error().message;
            EXPECT_GE(test::text_of(*rendered).size(), one.turns * one.bytes_each);
        }
    }
}

TEST(ChatTemplateLimits, AnOrdinaryChatTakesMilliseconds) {
    if (kSanitized) {
        GTEST_SKIP() << "times mean nothing under sanitizers";
    }
    const auto input = test::input_of(conversation(100, 1000));
    const auto parsed = ChatTemplate::parse(kQuadratic);
    ASSERT_TRUE(parsed);
    double best = 1e9;
    for (int i = 0; i < 5; ++i) {
        const double start = cpu_milliseconds();
        ASSERT_TRUE(parsed->render(input));
        best = std::min(best, cpu_milliseconds() - start);
    }
    RecordProperty("milliseconds", std::to_string(best));
    EXPECT_LT(best, 50);
}

}  // namespace
}  // namespace hearth
