"""Writes tests/data/chat_template/constructs.json: small templates of our own and what jinja2 makes of them.

    make_template_cases.py [OUTPUT]

Each case is {id, template, expect} or {id, template, error}; error is the stable name of our error code. Where jinja2
keeps the address of an object or the order of a set in its answer there is no case. Groups that are one idea share the
first part of their id.
"""
import json
import pathlib
import sys

from jinja2 import TemplateError, TemplateSyntaxError, UndefinedError

import jinja_reference

MESSAGES = [
    {"role": "system", "content": "S"},
    {"role": "user", "content": "a"},
    {"role": "assistant", "content": "<think>\nhid\n</think>\n\nb"},
    {"role": "user", "content": "c", "n": 3},
]
VARIABLES = {
    "text": "Hello, Wörld!  ",
    "html": "<b a='1'>&\"</b>",
    "lines": "one\n\n  two\r\nthree\n",
    "data": {"b": [1, 2.5, None, True], "a": {"z": "é\n", "items": [1], "get": 5}, "c": "x"},
    "words": ["delta", "Alpha", "charlie", "Bravo", "alpha"],
    "people": [
        {"name": "Bo", "age": 3, "tags": ["x"]},
        {"name": "al", "age": 10, "city": {"name": "Y"}},
        {"name": "Cy", "age": 3},
    ],
    "big": 9007199254740993,
    "schema": {"type": "object", "properties": {"q": {"type": ["string", "null"]}}, "items": {"type": "t"}},
}

GROUPS = {
    "whitespace": [
        "A\n  {% if true %}\n  B\n  {% endif %}\nC\n\n", "{{ 1 }}\n", "{{ 1 }}\n\n", "a\n\n{# c #}\n\nb", "a {#- c -#} b",
        "a\n  {#- c #}\n  b", "a\n  {# c -#}\n  b", "  {%+ if true %}x{% endif %}", "a\n  {%+ if true -%}\n  x\n {% endif +%}\nb",
        "{% if true +%}\nx{% endif %}", "a {{- 1 -}} b", "a\n\t {{ 1 }}\n", "\n\n{% set x = 1 %}\n\n{{ x }}", "{% set x = 1 -%}\n\n  {{ x }}",
        "a {% set x = 1 %} b", "{% raw %}\n {{ x }}\n{% endraw %}\ny", "a {%- raw -%} {{ x }} {%- endraw -%} b", "a\n  {% raw %}x{% endraw %}\nb",
        "{% raw %} {% if %} {# #}{% endraw %}", "a\r\nb\rc\n", "{{ 'x\r\ny' }}", "{#\n multi\n#}\n{#-\n#}z", "a\u00a0{%- if true %}b{% endif %}",
        "{%- for i in range(2) %}\n- {{ i }}\n{%- endfor %}\n", "{% for i in range(2) -%}\n  {{ i }}\n{% endfor %}", "{{ '}}' }}{{ '%}' }}",
        "{{ {'a': {'b': 1}} }}", "{{ {'a': {'b': 1}}['a']['b'] }}", "{%if true%}x{%endif%}", "{{1}}{{-2}}{{+3}}", "x{# {{ y }} #}z", "{#-#}a",
        "a{{ 1 }} \n b", "{% if true %}{% endif %}\n\n", "  {# x #}  \ny", "{%-if true-%} a {%-endif-%} b", "{{ 1 }}{# a #}{# b #}\n c",
        " {% set a = 1 %}x", "x {% set a = 1 %}\ny", "{% if true %} {% if true %}\n z {% endif %} {% endif %}",
    ],
    "literal": [
        "{{ 1_000 }} {{ 0x1F }} {{ 0b101 }} {{ 0o17 }} {{ 1e3 }} {{ 1.5e-7 }} {{ 00 }}", "{{ 'a' \"b\" 'c' }}", "{{ '\\x41\\u00e9\\U0001F98A\\101\\n\\t\\\\\\'' }}",
        "{{ '\\q\\d' }}", "{{ '\\é' }}", "{{ 'a\\\nb' }}", "{{ [] }}{{ {} }}{{ () }}{{ (1,) }}{{ (1, 2) }}{{ 1, 2 }}", "{{ [1, 2,] }}{{ {'a': 1,} }}",
        "{{ true }}{{ True }}{{ false }}{{ False }}{{ none }}{{ None }}", "{{ 'it\\'s' }}{{ [\"it's\"] }}{{ ['\"'] }}{{ ['\\'\"'] }}", "{{ ['\\n\\t\\r\\\\\\x00\\x7f\\xa0é\\u200b\\U0001F98A'] }}",
        "{{ {1: 'a', 1.5: 'b', none: 'c', true: 'd', (1, 2): 'e'} }}", "{{ {1: 'a', 1.0: 'b', true: 'c'} }}", "{{ 1.0 }} {{ 1e16 }} {{ 1e15 }} {{ 123456789012345678.0 }} {{ 0.0001 }} {{ 0.00001 }} {{ 1e22 }} {{ 5e-324 }} {{ 1.7976931348623157e308 }}",
        "{{ -0.0 }} {{ 0.1 + 0.2 }} {{ 1/3 }} {{ 100.0 }} {{ 1e100 }}", "{{ 9223372036854775807 }} {{ big }}", "{{ 'a'.0 }}", "{{ [1,2].1 }}", "{{ '' }}|{{ \"\" }}|", "{{ '{{ x }}' }}", "{{ 1.e }}", "{{ 'é' }}{{ '你好'|length }}",
    ],
    "arithmetic": [
        "{{ 7//2 }} {{ -7//2 }} {{ 7//-2 }} {{ 7%3 }} {{ -7%3 }} {{ 7%-3 }} {{ 2**10 }} {{ 2**-1 }} {{ 2**0.5 }} {{ 7/2 }} {{ 6/3 }}", "{{ 7.5//2 }} {{ -7.5//2 }} {{ 7.5%2 }} {{ -7.5%2 }} {{ 1e308*10 }}",
        "{{ 1 + 2 * 3 - 4 }} {{ (1 + 2) * 3 }} {{ 2 ** 3 ** 2 }} {{ -2 ** 2 }} {{ 10 - 3 - 2 }}", "{{ true + 1 }} {{ true * 3 }} {{ 3 - true }} {{ -true }} {{ +true }}", "{{ 'ab' * 3 }} {{ 2 * 'x' }} {{ [1] * 2 }} {{ (1,) * 2 }} {{ 'a' * 0 }}|{{ 'a' * -1 }}|",
        "{{ 'a' + 'b' }} {{ [1] + [2] }} {{ (1,) + (2,) }}", "{{ 1 + 'a' }}", "{{ 'a' + 1 }}", "{{ [1] + (2,) }}", "{{ none + 1 }}", "{{ 1 / 0 }}", "{{ 1 // 0 }}", "{{ 1 % 0 }}", "{{ 1.0 / 0 }}", "{{ 0 ** -1 }}",
        "{{ 1 ~ 2 ~ 'a' ~ none ~ true ~ [1] ~ nope }}", "{{ 1 ~ 2 + 3 }}", "{{ -1|abs }} {{ -1.5|abs }} {{ 'a' ~ 1|string }}", "{{ 1 - -1 }} {{ - - 1 }} {{ + 1 }} {{ not not 1 }}", "{{ -'a' }}", "{{ 5.0 // 0.3 }} {{ 5 % 0.3 }} {{ 1e16 + 1 }}",
    ],
    "comparison": [
        "{{ 1 < 2 < 3 }} {{ 1 < 3 < 2 }} {{ 1 == 1.0 }} {{ 1 == true }} {{ '1' == 1 }} {{ 'a' < 'b' }} {{ 'B' < 'a' }} {{ [1, 2] < [1, 3] }} {{ (1,) == [1] }} {{ [1] == [1.0] }}", "{{ {'a': 1, 'b': 2} == {'b': 2, 'a': 1} }} {{ none == false }} {{ none == none }} {{ nope == nada }} {{ nope == none }} {{ nope != 1 }}",
        "{{ 1 < 'a' }}", "{{ none < 1 }}", "{{ {} < {} }}", "{{ nope < 1 }}", "{{ 'a' in 'abc' }} {{ '' in 'abc' }} {{ 'd' not in 'abc' }} {{ 1 in [1, 2] }} {{ 1.0 in [1] }} {{ 'b' in data }} {{ 'q' in data }} {{ 2 in (1, 2) }} {{ 3 in range(5) }} {{ 'a' in data.keys() }}",
        "{{ 1 in 'abc' }}", "{{ 1 in 5 }}", "{{ 1 in none }}", "{{ 1 in nope }} {{ nope in [1] }}", "{{ nope in 'abc' }}", "{{ [1] in data }}", "{{ 1 == 1 == 1 }} {{ 1 < 2 > 1 != 5 }} {{ 1 in [1] == true }}", "{{ 'a' if 1 > 2 else 'b' if 1 > 2 else 'c' }}", "{{ 1 and 2 }} {{ 0 and 2 }} {{ 0 or 'x' }} {{ '' or none }} {{ 1 or nope.x }} {{ not '' }} {{ not 1 == 1 }}",
        "{{ 'x' if nope }}|{{ ('x' if false) is defined }}|{{ 'y' if true }}", "{{ (1 if false).x }}", "{{ 'é' > 'z' }} {{ '🦊' > '\\uffff' }}", "{{ [nope] == [nope] }} {{ [none, 1] == [none, true] }}",
    ],
    "access": [
        "{{ messages[0].role }} {{ messages[0]['role'] }} {{ messages[-1].n }} {{ messages[9] }}|{{ messages['x'] }}|{{ messages[1.5] }}|{{ messages[true].role }}", "{{ data.a.z }} {{ data['a']['z'] }} {{ data.nope }}|{{ data['nope'] }}|", "{{ data.nope.deep }}", "{{ none.x }}|{{ (1).x }}|{{ 'a'.x }}|{{ 'a'['x'] }}|", "{{ none['x'] }}|{{ 5[0] }}|",
        "{{ nope['x'] }}", "{{ nope.x is defined }}", "{{ 'héllo'[1] }}{{ 'héllo'[-1] }}{{ 'héllo'[9] }}|{{ '你好🦊x'[2] }}{{ '你好🦊x'[-2] }}", "{{ 'abcdef'[1:3] }} {{ 'abcdef'[:2] }} {{ 'abcdef'[4:] }} {{ 'abcdef'[::-1] }} {{ 'abcdef'[::2] }} {{ 'abcdef'[5:1:-2] }} {{ 'abcdef'[-3:-1] }} {{ 'abcdef'[10:] }}|{{ 'abcdef'[:-10] }}|{{ 'abcdef'[:] }}",
        "{{ '你好🦊xé'[1:4] }} {{ '你好🦊xé'[::-1] }} {{ '你好🦊xé'[::2] }} {{ '你好🦊xé'[-2:] }}", "{{ [1,2,3,4][1:] }} {{ [1,2,3,4][::-2] }} {{ (1,2,3)[:2] }} {{ [1,2,3][none:none] }} {{ [1,2,3][-100:100:100] }}", "{{ [1][::0] }}", "{{ text[nope:] }}", "{{ text['a':] }}", "{{ data[1:] }}", "{{ nope[1:] }}",
        "{{ schema.items is mapping }} {{ schema['items'] is mapping }} {{ schema.items is callable }} {{ schema.properties.q.type }} {{ data.a.get is number }} {{ data.a['get'] }} {{ data.a.items is defined }}", "{{ schema.items.type is defined }}", "{{ data.a.keys()|list }} {{ data.values()|list|length }} {{ data.items()|list|first }}", "{{ data.items()[0] }}|", "{{ data.keys()|first }}",
        "{{ data.get('q') }} {{ data.get('q', 7) }} {{ data.get('c') }} {{ data.get() }}", "{{ data.pop('c') }}", "{{ words.append(1) }}", "{{ words.append }}|{{ data.update }}|{{ words.append is defined }}", "{{ words.sort() }}", "{{ data.clear() }}", "{{ data.setdefault('a', 1) }}", "{{ words.index('charlie') }} {{ words.count('Alpha') }} {{ (1,2,1).count(1) }} {{ (1,2).index(2) }}", "{{ words.index('zz') }}",
        "{{ messages.__class__ }}|{{ ''.__class__ }}|{{ data.__init__ }}|{{ data['__class__'] }}|", "{{ ''.__class__.__mro__ }}", "{{ messages|attr('__class__') }}|{{ messages[0]|attr('role') }}|", "{{ '{0.__class__}'.format(1) }}|{{ '{0.role}{0[content]}'.format(messages[0]) }}", "{{ messages.__class__() }}", "{{ cycler.__init__ }}|{{ range.__globals__ }}|{{ namespace().__class__ }}|{{ joiner().__class__ }}", "{{ loop }}|", "{{ {'a b': 1}['a b'] }} {{ {1: 2}[1] }} {{ {1: 2}[1.0] }} {{ {(1,2): 3}[(1,2)] }} {{ {(1,2): 3}[1,2] }}", "{{ {}[[]] }}|", "{{ {[]: 1} }}", "{{ data['a'].items() }}", "{{ words[0][0] }}{{ words[0][1:3] }}",
    ],
    "statement": [
        "{% if 0 %}a{% elif '' %}b{% elif [] %}c{% else %}d{% endif %}", "{% if nope %}a{% endif %}|{% if none is none %}b{% endif %}", "{% set a, b = 1, 2 %}{{ a }}{{ b }}", "{% set a, b = [1] %}", "{% set (a, b) = 'xy' %}{{ a }}{{ b }}", "{% set a = 1, %}{{ a }}", "{% set x = 1 %}{% if true %}{% set x = 2 %}{% endif %}{{ x }}", "{% set x = 1 %}{% for i in [1] %}{% set x = 2 %}{{ x }}{% endfor %}{{ x }}",
        "{% set x %}a{{ 1 }}{% endset %}{{ x }}{{ x|length }}", "{% set x | upper %}a{{ 'b' }}{% endset %}{{ x }}", "{% set x | replace('a', 'b') | upper %}aca{% endset %}{{ x }}", "{% set x %}{% set y = 1 %}{% endset %}{{ y }}|", "{% set ns = namespace() %}{% set ns.x %}block{% endset %}{{ ns.x }}", "{% set ns = namespace(a=1, b='x') %}{% for i in range(3) %}{% set ns.a = ns.a + i %}{% endfor %}{{ ns.a }}{{ ns.b }}{{ ns.c }}|{{ ns['a'] }}", "{% set ns = namespace({'k': 1}) %}{{ ns.k }}", "{% set data.x = 1 %}", "{% set nope.x = 1 %}",
        "{% set ns = namespace(l=[]) %}{% for i in range(3) %}{% set ns.l = ns.l + [i] %}{% endfor %}{{ ns.l }}", "{% with a = 1, b = 2 %}{{ a }}{{ b }}{% endwith %}{{ a }}|", "{% with %}{% set z = 1 %}{{ z }}{% endwith %}{{ z }}|", "{% set a = 1 %}{% with a = 2, b = a %}{{ a }}{{ b }}{% endwith %}", "{% filter upper %}a{{ 'b' }}{% endfilter %}", "{% filter replace('a', 'x') | upper %}abc{% endfilter %}", "{% generation %}a{% set q = 1 %}{% endgeneration %}{{ q }}|",
        "{% print 1, 'a' %}", "{% macro m(a, b=2) %}{{ a }}{{ b }}{% endmacro %}{{ m(1) }}{{ m(1, 3) }}{{ m(b=5, a=4) }}{{ m() }}|", "{% macro m(a) %}{{ a is defined }}{% endmacro %}{{ m() }}", "{% macro m(a) %}{{ a.x }}{% endmacro %}{{ m() }}", "{% macro m(a) %}{% endmacro %}{{ m(1, 2) }}", "{% macro m(a) %}{% endmacro %}{{ m(b=2) }}", "{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, x=3) }}", "{% macro m(a, b=a) %}{{ b }}{% endmacro %}{{ m(7) }}",
        "{% macro f(n) %}{% if n > 0 %}{{ n }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(4) }}", "{% macro m() %}{{ x }}{% endmacro %}{% set x = 5 %}{{ m() }}", "{% for i in [1, 2] %}{% macro m() %}{{ i }}{% endmacro %}{{ m() }}{% endfor %}", "{% macro m() %}{% set x = 1 %}{% endmacro %}{{ m() }}{{ x }}|", "{% macro box(t) %}<{{ t }}>{{ caller() }}</{{ t }}>{% endmacro %}{% call box('q') %}in{{ 1 }}{% endcall %}", "{% macro each(l) %}{% for i in l %}{{ caller(i, k=i * 2) }}{% endfor %}{% endmacro %}{% call(i, k=0) each([1, 2]) %}[{{ i }}:{{ k }}]{% endcall %}",
        "{% macro m() %}{{ caller is defined }}{% if caller %}{{ caller() }}{% endif %}{% endmacro %}{{ m() }}{% call m() %}x{% endcall %}", "{% macro m() %}x{% endmacro %}{{ m }}|{{ m.name }}", "{{ m() }}{% macro m() %}x{% endmacro %}", "{% macro a() %}{{ b() }}{% endmacro %}{% macro b() %}B{% endmacro %}{{ a() }}", "{% macro m(x) %}{{ x }}{% endmacro %}{{ [1, 2]|map('string')|map('upper')|join }}{{ m(x='k')|upper }}{{ m('a') ~ m('b') }}", "{% macro m(a, b) %}{{ a }}-{{ b }}{% endmacro %}{{ m(*[1, 2]) }} {{ m(**{'b': 1, 'a': 2}) }} {{ m(3, **{'b': 4}) }}",
        "{% macro m(a) %}{% endmacro %}{{ m(1, a=2) }}", "{{ range(3)(1) }}", "{{ 'a'() }}", "{{ nope() }}", "{{ none() }}", "{{ raise_exception('boom ' ~ 1) }}", "a{% if messages|length > 3 %}{{ raise_exception('four') }}{% endif %}b", "{% set x = 5 %}{% macro m(x=x) %}{{ x }}{% endmacro %}{{ m() }}|",
    ],
    "loop": [
        "{% for i in [1,2,3] %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }} {% endfor %}", "{% for i in 'ab' %}{{ i }}{{ loop.length }}{% endfor %}", "{% for k in data %}{{ k }}{% endfor %}", "{% for k, v in data.items() %}{{ k }}={{ v }};{% endfor %}", "{% for k, v in data|items %}{{ k }}{{ loop.last }}{% endfor %}", "{% for i in [] %}x{% else %}none{% endfor %}", "{% for i in nope %}x{% else %}none{% endfor %}",
        "{% for i in 5 %}{% endfor %}", "{% for i in none %}{% endfor %}", "{% for i in range(6) if i % 2 %}{{ i }}{{ loop.index }}{{ loop.last }}{{ loop.length }} {% endfor %}", "{% for i in range(3) if i > 5 %}x{% else %}e{% endfor %}", "{% for i in range(5) %}{% if i == 3 %}{% break %}{% endif %}{% if i == 1 %}{% continue %}{% endif %}{{ i }}{% endfor %}", "{% for i in range(2) %}{% for j in range(3) %}{% if j == 1 %}{% break %}{% endif %}{{ i }}{{ j }} {% endfor %}{{ loop.index }}{% endfor %}", "{% for i in range(2) %}{% break %}{% else %}e{% endfor %}|",
        "{% for a, b in [[1, 2], (3, 4)] %}{{ a }}{{ b }}{% endfor %}", "{% for a, (b, c) in [[1, [2, 3]]] %}{{ a }}{{ b }}{{ c }}{% endfor %}", "{% for a, b in [[1]] %}{% endfor %}", "{% for a, b in [1] %}{% endfor %}", "{% for i in [1,2,3] %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.previtem is defined }}{{ loop.nextitem is defined }} {% endfor %}", "{% for i in range(4) %}{{ loop.cycle('a', 'b') }}{% endfor %}", "{% for i in [1,1,2] %}{{ loop.changed(i) }}{% endfor %}", "{% for i in [1] %}{{ loop.depth }}{{ loop.depth0 }}{{ loop.nope }}{% endfor %}",
        "{% for i in range(3)|map('string') %}{{ i }}{{ loop.last }}{{ loop.length }}{% endfor %}", "{% for i in [1, 2] %}{% set outer = loop %}{% for j in [3] %}{{ outer.index }}{{ loop.index }}{% endfor %}{% endfor %}", "{% for x in [[1, [2, [3]]]] recursive %}{% if x is iterable %}({{ loop(x) }}){% else %}{{ x }}.{{ loop.depth }}{% endif %}{% endfor %}", "{% for i in [1] %}{{ loop([2]) }}{% endfor %}", "{% for i in range(3) %}{{ i }}{% endfor %}{{ i }}|", "{% set i = 9 %}{% for i in range(2) %}{% endfor %}{{ i }}", "{% for m in messages[1:] %}{{ m.role }}{% if not loop.last %},{% endif %}{% endfor %}", "{% for m in messages|reverse %}{{ m.role[0] }}{% endfor %}", "{% for i in (1, 2) %}{{ i }}{% endfor %}{% for i in 1, 2 %}{{ i }}{% endfor %}", "{% for i in range(5, 0, -2) %}{{ i }}{% endfor %}|{{ range(3) }}|{{ range(1, 9, 3)|list }}|{{ range(3)|length }}|{{ range(5)[-1] }}|{{ range(0) }}", "{% set ns = namespace(stop=false) %}{% for i in range(9) if not ns.stop %}{{ i }}{% if i == 2 %}{% set ns.stop = true %}{% endif %}{% endfor %}", "{{ range(0, 5, 0) }}", "{{ range('a') }}", "{% for c in 'é你🦊' %}[{{ c }}]{% endfor %}",
    ],
    "text-filter": [
        "{{ text|upper }}|{{ text|lower }}|{{ text|title }}|{{ text|capitalize }}|{{ text|trim }}|{{ text|length }}|{{ text|wordcount }}", "{{ 'straße ŉ ǰ ﬁ İ ΑΣ Σ ΑΣΑ ǆ'|upper }}|{{ 'straße ŉ ǰ ﬁ İ ΑΣ Σ ΑΣΑ ǅ'|lower }}|{{ 'ßa ǆ ﬁx'|capitalize }}|{{ 'ßa ǆb ﬁx'|title }}|{{ 'ßa ǆb ﬁx'.title() }}", "{{ 'a-b (c) [d] {e} <f> g_h 1i o\\'k'|title }}|{{ 'a-b (c) o\\'k 1i'.title() }}", "{{ 'xxhixx'|trim('x') }}|{{ '  a '|trim }}|{{ 12|trim }}|{{ nope|trim }}|{{ none|trim }}", "{{ 'aaa'|replace('a', 'b') }}{{ 'aaa'|replace('a', 'b', 2) }}{{ 'aaa'|replace('', '-') }}{{ 123|replace(2, 9) }}{{ 'a'|replace('a', none) }}", "{{ lines|indent }}|", "{{ lines|indent(2, true) }}|", "{{ lines|indent(2, blank=true) }}|", "{{ lines|indent(width='> ', first=True) }}|", "{{ ''|indent(first=true) }}|{{ 'a\\n'|indent }}|{{ '\\n'|indent(blank=true) }}|", "{{ 5|indent }}", "{{ nope|indent }}",
        "{{ html|escape }}|{{ html|e|upper }}|{{ html|safe }}|{{ html|safe|e }}|{{ html|e|e }}|{{ html|e|forceescape }}", "{{ '<'|safe + '<' }}|{{ '<' + '<'|safe }}|{{ ('<'|safe) ~ '<' }}|{{ '<'|e + html }}|{{ ('%s'|safe) % '<' }}|{{ ('{}'|safe).format('<') }}|{{ '<'|safe * 2 }}", "{{ ('<b>'|safe).upper() + '<' }}|{{ ('a,<'|safe).split(',')[1] + '<' }}|{{ ('<'|safe)[0] + '<' }}|{{ ('a'|safe).join(['<']) }}|{{ ('a'|safe).replace('a', '<') }}|{{ ['<', '<'|safe]|join('<') }}|{{ ('a'|safe)|replace('a', '<') }}|{{ ' <'|safe|trim + '<' }}|{{ '<'|safe|string + '<' }}", "{{ ['<'|safe] }}",
        "{{ 'a'|center(5) }}|{{ 'ab'|center(5) }}|{{ 'abc'|center(2) }}|{{ 'a'|center }}|", "{{ 'foo bar baz qux'|truncate(9) }}|{{ 'foo bar baz qux'|truncate(9, true) }}|{{ 'foo bar baz qux'|truncate(11) }}|{{ 'foo bar baz qux'|truncate(11, false, '..', 0) }}", "{{ 'x'|truncate(2) }}", "{{ '%s-%d-%.2f-%r'|format('a', 5, 1.234, 'q') }}|{{ '%(a)s'|format(a=1) }}", "{{ 'a b/é?&='|urlencode }}|{{ {'a b': 'c/d', 'e': 1}|urlencode }}|{{ [('x', 'y z')]|urlencode }}", "{{ 5|string ~ none|string ~ true|string ~ 1.0|string ~ [1]|string }}|{{ nope|string }}|", "{{ 'abc'|reverse }}|{{ 'abc'|first }}{{ 'abc'|last }}|{{ 'abc'|list }}|{{ 'cab'|sort }}|{{ 'aAb'|unique|list }}|{{ 'abc'|join('-') }}|{{ ''|first }}|", "{{ none|upper }}|{{ 1.5|upper }}|{{ [1]|lower }}|{{ nope|upper }}|{{ nope|length }}", "{{ 5|length }}", "{{ none|length }}",
    ],
    "tojson": [
        "{{ data|tojson }}", "{{ data|tojson(indent=2) }}", "{{ data|tojson(indent=4, sort_keys=true) }}", "{{ data|tojson(ensure_ascii=true) }}", "{{ data|tojson(separators=(',', ':')) }}", "{{ data|tojson(true, none, [', ', ' : '], true) }}", "{{ [1, []]|tojson(indent='\\t') }}", "{{ [1, [2]]|tojson(indent=0) }}|{{ [1]|tojson(indent=-1) }}|{{ [1]|tojson(indent=true) }}", "{{ '\\x00\\x1f\\x7f\\b\\f/<>&\\'\\u2028é🦊'|tojson }}", "{{ '\\x7fé🦊\\uffff'|tojson(ensure_ascii=true) }}", "{{ {1: 2, 1.5: 3, none: 4, true: 5}|tojson }}", "{{ {(1,): 2}|tojson }}", "{{ nope|tojson }}", "{{ [nope]|tojson }}", "{{ range(3)|tojson }}", "{{ [1]|map('string')|tojson }}", "{{ data.items()|tojson }}", "{{ (1, 2)|tojson }}|{{ 1e20|tojson }}|{{ 1.0|tojson }}|{{ true|tojson }}|{{ none|tojson }}|{{ ''|tojson }}|{{ {}|tojson }}|{{ []|tojson(indent=2) }}", "{{ (1e308 * 10)|tojson }}|{{ (1e308 * -10)|tojson }}", "{{ {'b': 1, 1: 2}|tojson(sort_keys=true) }}", "{{ namespace()|tojson }}", "{{ ('<'|safe)|tojson }}", "{{ data|tojson(foo=1) }}", "{{ data.items|tojson }}",
    ],
    "sequence-filter": [
        "{{ words|sort }}|{{ words|sort(true) }}|{{ words|sort(case_sensitive=true) }}|{{ [3, 1, 2.5, true]|sort }}", "{{ people|sort(attribute='age')|map(attribute='name')|list }}|{{ people|sort(attribute='age,name', reverse=true)|map(attribute='name')|join }}", "{{ [1, 'a']|sort }}", "{{ people|sort(attribute='city.name') }}", "{{ [[2, 1], [1, 2]]|sort(attribute=1) }}|{{ [[2, 1], [1, 2]]|sort(attribute='0') }}", "{{ words|unique|list }}|{{ words|unique(true)|list }}|{{ people|unique(attribute='age')|map(attribute='name')|list }}|{{ [1, 1.0, true, '1']|unique|list }}", "{{ [[1]]|unique|list }}", "{{ words|min }}|{{ words|max }}|{{ [3, 1]|min }}|{{ []|max }}|{{ people|max(attribute='age') }}", "{{ [1, 2.5]|sum }}|{{ people|sum(attribute='age') }}|{{ [[1], [2]]|sum(start=[]) }}|{{ []|sum }}", "{{ ['a']|sum }}",
        "{{ words|first }}{{ words|last }}{{ []|first }}|{{ []|last }}|{{ data|first }}|{{ data|last }}|{{ range(3)|last }}|{{ nope|first }}|", "{{ (words|map('upper'))|last }}", "{{ nope|last }}", "{{ 5|first }}", "{{ words|join(', ') }}|{{ people|join('-', attribute='name') }}|{{ [1, none, true, nope]|join(',') }}|{{ nope|join }}|{{ [1, 2]|join(0) }}|{{ words|join(d='/') }}", "{{ 5|join }}", "{{ words|length }}|{{ words|count }}|{{ data|length }}|{{ (1, 2)|length }}", "{{ (words|map('upper'))|length }}", "{{ words|list }}|{{ data|list }}|{{ nope|list }}|{{ (1, 2)|list }}", "{{ 5|list }}", "{{ words|map('upper')|list }}|{{ people|map(attribute='name')|list }}|{{ people|map(attribute='city.name')|list }}|{{ people|map(attribute='tags.0', default='-')|list }}|{{ words|map('replace', 'a', 'x')|list }}|{{ [[1, 2]]|map('first')|list }}", "{{ people|map(attribute='city.name.x.y')|list }}", "{{ words|map|list }}", "{{ words|map('nosuch')|list }}", "{{ words|map(attribute='x', foo=1)|list }}", "{{ nope|map('upper')|list }}",
        "{{ [0, 1, '', 'a', none, nope]|select|list }}|{{ [0, 1, '']|reject|list }}|{{ range(6)|select('odd')|list }}|{{ range(6)|reject('divisibleby', 3)|list }}|{{ range(6)|select('greaterthan', 3)|list }}|{{ words|select('in', ['Alpha'])|list }}", "{{ people|selectattr('city')|map(attribute='name')|list }}|{{ people|selectattr('age', 'eq', 3)|map(attribute='name')|list }}|{{ people|rejectattr('age', '>', 3)|map(attribute='name')|list }}|{{ people|selectattr('tags', 'defined')|list|length }}|{{ people|selectattr('city.name', 'equalto', 'Y')|list|length }}", "{{ people|selectattr('age', 'nosuch')|list }}", "{{ people|selectattr()|list }}", "{{ (people|selectattr('age', 'eq', 99)) is defined }}{{ 'true' if people|selectattr('age', 'eq', 99) else 'false' }}", "{% set g = words|map('upper') %}{{ g|list|length }}{{ g|list|length }}{{ g|first }}|", "{{ (words|map('upper'))[0] }}|{{ (words|select)|join(',') }}", "{{ words|reverse|list }}|{{ (1,2)|reverse|first }}|{{ words|map('upper')|reverse }}|{{ data|reverse|list }}", "{{ (words|reverse)|length }}", "{{ 5|reverse }}", "{{ words|batch(2)|list }}|{{ words|batch(2, 'x')|list }}|{{ words|slice(2)|list }}|{{ words|slice(3, 'x')|list }}", "{{ people|groupby('age') }}", "{% for age, group in people|groupby('age') %}{{ age }}:{{ group|map(attribute='name')|join(',') }};{% endfor %}", "{{ data|dictsort }}|{{ {'b': 1, 'A': 2}|dictsort }}|{{ {'b': 1, 'A': 2}|dictsort(true) }}|{{ {'b': 1, 'A': 2}|dictsort(by='value', reverse=true) }}", "{{ words|dictsort }}", "{{ {1: 1, 'a': 2}|dictsort }}", "{{ nope|dictsort }}", "{{ data|items|list|length }}|{{ nope|items|list }}", "{{ words|items|list }}", "{{ data|dictsort(by='x') }}",
    ],
    "value-filter": [
        "{{ nope|default('d') }}|{{ nope|d }}|{{ ''|default('d') }}|{{ ''|default('d', true) }}|{{ none|default('d') }}|{{ none|default('d', boolean=true) }}|{{ data.nope|default([]) }}|{{ 0|default(default_value=1, boolean=True) }}", "{{ '12'|int }} {{ ' 12 '|int }} {{ '12.7'|int }} {{ 'x'|int }} {{ 'x'|int(5) }} {{ '0x1F'|int(base=16) }} {{ '1F'|int(0, 16) }} {{ '101'|int(base=2) }} {{ 3.9|int }} {{ -3.9|int }} {{ none|int }} {{ true|int }} {{ []|int }} {{ '1_000'|int }} {{ '-5'|int }} {{ '+5'|int }} {{ ''|int }} {{ '1e3'|int }} {{ '0x1F'|int(base=0) }} {{ '--5'|int }}", "{{ nope|int }}", "{{ '1.5'|float }} {{ 'x'|float }} {{ 'x'|float(2.5) }} {{ 1|float }} {{ none|float }} {{ '1e3'|float }} {{ 'inf'|float }} {{ '-Infinity'|float }} {{ 'nan'|float }} {{ '1_0.5'|float }} {{ '.5'|float }} {{ '5.'|float }} {{ '1e400'|float }} {{ '1e-400'|float }}", "{{ 42.55|round }} {{ 42.55|round(1) }} {{ 42.55|round(1, 'floor') }} {{ 42.1|round(0, 'ceil') }} {{ 0.5|round }} {{ 1.5|round }} {{ 2.5|round }} {{ 5|round }} {{ 2.675|round(2) }} {{ 1234|round(-2) }} {{ 1250|round(-2) }} {{ 1234.5|round(-2) }} {{ -0.5|round }} {{ 42|round(0, 'ceil') }}", "{{ 'a'|round }}", "{{ 1|round(0, 'up') }}", "{{ -5|abs }} {{ 5.5|abs }} {{ true|abs }}", "{{ 'a'|abs }}", "{{ nope|abs }}", "{{ 1|nosuch }}", "{% if false %}{{ 1|nosuch }}{% endif %}ok", "{% if true %}{{ 1|nosuch }}{% endif %}", "{{ 1|nosuch if false else 'ok' }}", "{% if true %}{% for i in [] %}{{ 1|nosuch }}{% endfor %}{% endif %}", "{{ 1 is nosuch }}", "{{ 'a' if 1 is nosuch }}",
    ],
    "test": [
        "{{ 1 is odd }}{{ 2 is even }}{{ 9 is divisibleby 3 }}{{ 9 is divisibleby(2) }}{{ 1 is defined }}{{ nope is undefined }}{{ nope is not defined }}{{ none is none }}{{ true is boolean }}{{ 1 is boolean }}{{ true is true }}{{ 1 is true }}{{ false is false }}{{ 0 is false }}", "{{ 1 is integer }}{{ true is integer }}{{ 1.0 is integer }}{{ 1.0 is float }}{{ 1 is number }}{{ true is number }}{{ 'a' is string }}{{ 1 is string }}{{ {} is mapping }}{{ [] is mapping }}{{ [] is sequence }}{{ 'a' is sequence }}{{ {} is sequence }}{{ 1 is sequence }}{{ nope is sequence }}{{ (1,) is sequence }}{{ range(2) is sequence }}{{ {}.keys() is sequence }}", "{{ [] is iterable }}{{ '' is iterable }}{{ 1 is iterable }}{{ none is iterable }}{{ nope is iterable }}{{ {} is iterable }}{{ ([]|map('upper')) is iterable }}{{ ([]|map('upper')) is sequence }}{{ range is callable }}{{ 1 is callable }}{{ 'a'.upper is callable }}{{ nope is callable }}", "{{ 'abc' is lower }}{{ 'ABC' is upper }}{{ 'aB' is lower }}{{ '1' is upper }}{{ 1 is lower }}", "{{ 1 is eq 1 }}{{ 1 is equalto(1.0) }}{{ 1 is ne 2 }}{{ 1 is lt 2 }}{{ 1 is lessthan(2) }}{{ 2 is ge 2 }}{{ 2 is gt 1 }}{{ 2 is greaterthan 1 }}{{ 1 is le 1 }}{{ 1 is in [1] }}{{ 1 is not in [1] }}{{ 'a' is in 'abc' }}{{ 1 is sameas 1 }}{{ true is sameas true }}{{ [] is sameas [] }}{{ '<'|safe is escaped }}", "{{ 'upper' is filter }}{{ 'nosuch' is filter }}{{ 'odd' is test }}", "{{ 1 is lt 'a' }}", "{{ 'a' is odd }}", "{{ 1 is defined and 2 is defined }}{{ nope is defined or 1 }}{{ 'x' if nope is defined else 'y' }}{{ not 1 is odd }}{{ 1 is odd is true }}", "{{ 1 is not odd }}{{ 5 is divisibleby 5 and true }}", "{{ 3 is odd(1) }}", "{{ 1.5 is odd }}{{ true is odd }}",
    ],
    "string-method": [
        "{{ ' x '.strip() }}|{{ ' x '.lstrip() }}|{{ ' x '.rstrip() }}|{{ 'xyax'.strip('xy') }}|{{ 'éaé'.strip('é') }}|{{ '\\u3000a\\u00a0'.strip() }}|{{ ' a'.strip(none) }}", "{{ 'a,b,,c'.split(',') }}|{{ 'a b  c '.split() }}|{{ 'a,b,c'.split(',', 1) }}|{{ 'a,b,c'.rsplit(',', 1) }}|{{ '  a b c '.split(none, 1) }}|{{ '  a b c '.rsplit(none, 1) }}|{{ 'abc'.split('x') }}|{{ ''.split(',') }}|{{ ''.split() }}|{{ 'aXXbXXc'.split('XX') }}|{{ 'a b'.split(maxsplit=0) }}|{{ 'a,b'.split(sep=',') }}|{{ 'a,b,c'.split(',')[-1] }}", "{{ 'a'.split('') }}", "{{ 'a'.split(1) }}", "{{ 'a'.split(nope) }}", "{{ lines.splitlines() }}|{{ lines.splitlines(true) }}|{{ 'a\\x0bb\\x1cc\\u2028d\\r\\ne\\rf'.splitlines() }}|{{ ''.splitlines() }}", "{{ 'hello'.startswith('he') }}{{ 'hello'.startswith(('x', 'h')) }}{{ 'hello'.endswith('lo') }}{{ 'hello'.endswith(('x',)) }}{{ 'hello'.startswith('l', 2) }}{{ 'hello'.startswith('') }}{{ 'hello'.endswith('l', 0, 4) }}{{ 'a'.startswith('', 5) }}", "{{ 'a'.startswith(1) }}", "{{ 'a'.startswith(['a']) }}", "{{ 'aXbX'.replace('X', '-') }}{{ 'aXbX'.replace('X', '-', 1) }}{{ 'ab'.replace('', '.') }}{{ 'aaa'.replace('aa', 'b') }}{{ 'a'.replace('a', 'b', 0) }}", "{{ 'a'.replace('a') }}", "{{ 'a'.replace('a', 1) }}", "{{ 'hello'.find('l') }}{{ 'hello'.find('z') }}{{ 'hello'.rfind('l') }}{{ 'héllo'.find('l') }}{{ 'hello'.find('l', 3) }}{{ 'hello'.find('l', 0, 2) }}{{ 'hello'.find('') }}{{ 'hello'.find('', 9) }}{{ 'hello'.index('e') }}{{ 'hello'.rindex('l') }}{{ 'hello'.count('l') }}{{ 'aaa'.count('aa') }}{{ 'aé'.count('') }}", "{{ 'a'.index('z') }}", "{{ ','.join(['a', 'b']) }}{{ ''.join([]) }}{{ '-'.join('abc') }}{{ ','.join({'a': 1, 'b': 2}) }}", "{{ ','.join([1]) }}", "{{ 'ab'.upper() }}{{ 'AB'.lower() }}{{ 'ab cd'.title() }}{{ 'aB'.capitalize() }}{{ 'aB'.swapcase() }}{{ 'ß'.casefold() }}", "{{ '5'.zfill(3) }}{{ '-5'.zfill(4) }}{{ 'a'.ljust(3) }}|{{ 'a'.rjust(3) }}|{{ 'a'.center(4) }}|{{ 'ab'.center(5, '*') }}|{{ 'a'.ljust(3, '.') }}", "{{ 'a=b=c'.partition('=') }}{{ 'a=b=c'.rpartition('=') }}{{ 'abc'.partition('=') }}{{ 'abc'.rpartition('=') }}", "{{ 'prefix-x'.removeprefix('prefix-') }}{{ 'x.txt'.removesuffix('.txt') }}{{ 'x'.removeprefix('xx') }}", "{{ '12'.isdigit() }}{{ 'a1'.isalnum() }}{{ 'ab'.isalpha() }}{{ ''.isalpha() }}{{ ' \\t'.isspace() }}{{ 'AB'.isupper() }}{{ 'ab'.islower() }}{{ '12'.isdecimal() }}{{ '½'.isnumeric() }}{{ 'Ab Cd'.istitle() }}{{ 'é'.isascii() }}", "{{ 'a\\tb'.expandtabs(4) }}|{{ '\\ta'.expandtabs() }}", "{{ 'x'.nope }}|", "{{ 'x'.nope() }}", "{{ 'a'.strip('a', 'b') }}", "{{ 'a'.upper(1) }}",
    ],
    "format": [
        "{{ '%s' % 'a' }}{{ '%s %s' % ('a', 1) }}{{ '%d' % 5 }}{{ '%d' % 5.7 }}{{ '%5d|%-5d|%05d|%+d|% d' % (1, 2, 3, 4, 5) }}{{ '%%' % () }}", "{{ '%.2f %e %g %G %10.3f' % (1.5, 12345.678, 0.0001, 1e20, 2.5) }}", "{{ '%x %X %o %#x' % (255, 255, 8, 255) }}{{ '%c%c' % ('a', 66) }}{{ '%r %s' % ('a', none) }}{{ '%5s|%-5s|%.2s' % ('a', 'b', 'cde') }}{{ '%*d' % (5, 3) }}", "{{ '%(a)s-%(b)d' % {'a': 1, 'b': 2} }}{{ '%s' % [1, 2] }}{{ '%s' % {'a': 1} }}{{ '%s' % nope }}|", "{{ '%s' % (1, 2) }}", "{{ '%s %s' % 1 }}", "{{ '%d' % 'a' }}", "{{ '%y' % 1 }}", "{{ '%' % 1 }}", "{{ 'a' % 1 }}", "{{ 'a' % [] }}{{ 'a' % {} }}{{ 'a' % () }}", "{{ '%(x)s' % {} }}", "{{ '%s' % ('a',) }}",
        "{{ '{}'.format(1) }}{{ '{} {}'.format('a', 'b') }}{{ '{1}{0}'.format('a', 'b') }}{{ '{x}'.format(x=5) }}{{ '{{}}'.format() }}{{ '{!r}'.format('a') }}{{ '{!s:>4}'.format(1) }}", "{{ '{:>5}|{:<5}|{:^5}|{:*^7}'.format('a', 'b', 'c', 'd') }}{{ '{:5}|{:5}'.format('a', 1) }}{{ '{:05d} {:+d} {:,} {:x} {:b} {:#x} {:o}'.format(42, 5, 1234567, 255, 5, 255, 8) }}", "{{ '{:.2f} {:8.3f} {:e} {:g} {:%} {:,.2f}'.format(1.5, 2.5, 12345.6, 0.0001, 0.25, 1234567.891) }}{{ '{:.3}'.format('abcdef') }}{{ '{:.3}'.format(1.23456) }}{{ '{:10}|'.format(1.5) }}", "{{ '{0[a]} {0[b][0]} {1.role}'.format({'a': 1, 'b': [2]}, messages[0]) }}", "{{ '{:{w}}'.format('a', w=4) }}|{{ '{0}{0}'.format('x') }}{{ '{}'.format(none) }}{{ '{}'.format([1]) }}{{ '{}'.format(true) }}{{ '{:5}'.format(true) }}|", "{{ '{}'.format() }}", "{{ '{x}'.format(1) }}", "{{ '{'.format(1) }}", "{{ '}'.format(1) }}", "{{ '{}{0}'.format(1) }}", "{{ '{:d}'.format('a') }}", "{{ '{:z}'.format(1) }}", "{{ '{:5}'.format([1]) }}", "{{ '{:5}'.format(none) }}", "{{ '{:=5}'.format('a') }}", "{{ '{!x}'.format(1) }}",
    ],
    "function": [
        "{{ dict(a=1, b='x') }}{{ dict([('k', 1)]) }}{{ dict({'z': 1}, y=2) }}{{ dict() }}", "{{ dict([1]) }}", "{% set j = joiner('|') %}{{ j() }}a{{ j() }}b{{ j() }}c", "{% set c = cycler('a', 'b') %}{{ c.next() }}{{ c.next() }}{{ c.next() }}{{ c.current }}{{ c.reset() }}{{ c.next() }}", "{{ cycler() }}", "{{ strftime_now('%d %b %Y') }}|{{ strftime_now('%Y-%m-%d %H:%M:%S') }}|{{ strftime_now('%A, %B %d') }}|{{ strftime_now('%j %U %W %w %u %V %G %y %C %I %p %e %D %F %T %R %h %%') }}|{{ strftime_now('%-d/%-m %a') }}|{{ strftime_now('x') }}|{{ strftime_now('') }}", "{{ namespace(a=1).a }}", "{{ range(2, 5)|list }}", "{{ range() }}", "{{ range(1.5) }}", "{{ raise_exception() }}",
    ],
    "error": [
        "{{ 1 +  }}", "{{ }}", "{% if %}{% endif %}", "{% if true %}", "{% endif %}", "{% for x in %}{% endfor %}", "{% for x %}{% endfor %}", "{% nosuch %}", "{{ 'a", "{{ (1 }}", "{{ 1 }", "{% if true }", "{# a", "{% raw %}a", "{{ a b }}", "{{ [1, 2 }}", "{{ {1} }}", "{{ {'a': } }}", "{{ a. }}", "{{ a[ }}", "{{ a|  }}", "{{ a is }}", "{% set %}", "{% set 1 = 2 %}", "{% set a %}", "{% macro %}{% endmacro %}", "{% macro m(a=1, b) %}{% endmacro %}", "{% break %}", "{% continue %}", "{{ a ! b }}", "{{ a = b }}", "{{ ) }}", "{{ f(a=1, 2) }}", "{{ f(**a, *b) }}", "{% set true = 1 %}", "{{ 1 if }}", "{% call m %}{% endcall %}", "{% else %}", "{% if 1 %}{% endfor %}", "{{ not }}", "{{ a $ b }}", "{{ '\\x4' }}", "{% for a in b %}{% else %}{% else %}{% endfor %}", "{{ 1 is odd is even is }}", "{{ 1 is defined is }}", "{% filter %}{% endfilter %}", "{{ a..b }}", "{{ 012 }}", "{% set a.b.c = 1 %}", "{% set a[0] = 1 %}",
    ],
    "undefined": [
        "[{{ nope }}][{{ messages[0].nope }}][{{ nope is defined }}][{{ nope|default(1) }}]", "{{ nope.x }}", "{{ nope + 1 }}", "{{ 1 + nope }}", "{{ 'a' + nope }}", "{{ nope + 'a' }}", "{{ -nope }}", "{{ nope ~ 'a' }}", "{{ nope * 2 }}", "{{ [nope] }}", "{{ 'a' if nope else 'b' }}", "{{ nope == '' }}", "{{ nope|upper }}|", "{{ nope|int }}", "{{ nope|first is defined }}", "{{ messages[0]['x'].y }}", "{{ messages[7].role }}", "{{ [1] + nope }}", "{{ nope % 2 }}", "{{ {}.x.y }}", "{{ none.x.y }}", "{{ nope() }}", "{{ nope.strip() }}", "{{ messages[0].content.strip().nope }}|", "{{ nope is none }}{{ nope is string }}{{ nope is mapping }}{{ nope is number }}", "{% if nope.x is defined %}{% endif %}", "{{ nope|join(',') }}{{ nope|list }}{{ nope|length }}{{ nope|items|list }}",
    ],
}

CODES = [(TemplateSyntaxError, "TemplateSyntax"), (UndefinedError, "UndefinedError")]


def error_code(error):
    for kind, name in CODES:
        if isinstance(error, kind):
            return name
    if isinstance(error, SyntaxError):  # what jinja2 compiles to is no Python: break outside of a loop
        return "TemplateSyntax"
    if type(error) is TemplateError:
        return "TemplateRaised"
    return "TemplateFailed"


def main():
    here = pathlib.Path(__file__).resolve()
    default = here.parent.parent / "data" / "chat_template" / "constructs.json"
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else default
    env = jinja_reference.environment()
    cases = []
    for group, templates in GROUPS.items():
        for number, template in enumerate(templates, 1):
            job = {"template": template, "messages": MESSAGES, "variables": VARIABLES}
            text, error = jinja_reference.render(env, job)
            case = {"id": f"{group}-{number}", "template": template}
            if error is None:
                assert " at 0x" not in text, case
                case["expect"] = text
            else:
                case["error"] = error_code(error)
            cases.append(case)
    document = {"messages": MESSAGES, "variables": VARIABLES, "now": jinja_reference.NOW_SECONDS, "cases": cases}
    output.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(f"{len(cases)} cases, {sum('error' in c for c in cases)} of them errors")


if __name__ == "__main__":
    main()
