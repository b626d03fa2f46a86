"""Chat templates rendered by Python's jinja2 with the settings that the transformers package documents."""
import datetime
import json

from jinja2 import TemplateError, nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment

NOW = datetime.datetime(2026, 3, 1, 23, 30, 5)
NOW_SECONDS = int((NOW - datetime.datetime(1970, 1, 1)).total_seconds())


class GenerationTag(Extension):
    """{% generation %}…{% endgeneration %} renders its body."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.CallBlock(self.call_method("_render"), [], [], body).set_lineno(line)

    def _render(self, caller):
        return caller()


def environment():
    env = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, GenerationTag]
    )

    def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
        return json.dumps(
            value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys
        )

    def raise_exception(message):
        raise TemplateError(message)

    env.filters["tojson"] = tojson
    env.globals["raise_exception"] = raise_exception
    env.globals["strftime_now"] = lambda form: NOW.strftime(form)
    del env.globals["lipsum"]
    return env


def render(env, job):
    """(text, None) or (None, what jinja2 raised)."""
    context = {
        "messages": job.get("messages", []),
        "tools": job.get("tools"),
        "documents": None,
        "add_generation_prompt": job.get("add_generation_prompt", True),
        "bos_token": job.get("bos_token", ""),
        "eos_token": job.get("eos_token", ""),
        **job.get("variables", {}),
    }
    try:
        text = env.from_string(job["template"]).render(**context)
        text.encode()
        return text, None
    except Exception as error:  # whatever a template makes Python raise
        return None, error
