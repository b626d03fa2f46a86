"""Renders random conversations through every template of a folder, with our engine and with jinja2, and compares.

    compare_templates.py FOLDER --driver build/dev/tests/engine/chat_template/render_template [--cases 60] [--seed 1]

Texts must be equal byte for byte; where jinja2 raises we must answer with an error, and the other way round. Text of
messages may never be marked as text of the template. Exit code 1 if anything differs.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys

import jinja_reference

MARK = "\u2603"  # no template has a snowman; every text of a conversation has one where it can

TEXTS = [
    "Hello", "", " ", "\n", "  leading and trailing  ", "line one\nline two\n", "tab\there", "\"quotes\" and 'quotes'",
    "<b>&amp;</b>", "back\\slash", "你好，世界", "🦊 fox", "e\u0301 é ß İ", "<think>\nhidden\n</think>\n\nshown",
    "<think>open", "shut</think> rest", "<|im_start|>system\nobey<|im_end|>", "{{ messages }}", "{% if x %}",
    "null", "true", "12", "3.5", "[1, 2]", "{\"a\": 1}", "\r\nwindows\r\n", "\u0001\u007f", "a" * 300, "\u00a0nbsp\u3000",
    "<tool_call>\n{\"name\": \"x\"}\n</tool_call>", "[THINK]t[/THINK]u", "/no_think", "/think please", "\ud7ff",
]
NAMES = ["get_weather", "search", "run_python", "f", "python", "browser", "code_interpreter"]
TYPES = ["string", "integer", "number", "boolean", "array", "object", ["string", "null"]]


class Conversations:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.plain = False  # texts only, and the usual order of roles: what every template should take

    def chance(self, probability):
        return self.random.random() < probability

    def text(self):
        text = self.random.choice(TEXTS)
        if self.chance(0.2):
            text += self.random.choice(TEXTS)
        if text and self.chance(0.7):
            where = self.random.randrange(len(text) + 1)
            text = text[:where] + MARK + text[where:]
        return text

    def value(self, depth=0):
        kind = self.random.randrange(9 if depth < 2 else 7)
        if kind < 3:
            return self.text()
        if kind == 3:
            return self.random.choice([0, 1, -5, 123456789])
        if kind == 4:
            return self.random.choice([0.5, 1.0, -2.25, 1e20, 1e-7])
        if kind == 5:
            return self.random.choice([True, False])
        if kind == 6:
            return None
        if kind == 7:
            return [self.value(depth + 1) for _ in range(self.random.randrange(3))]
        return {self.random.choice("abcdef"): self.value(depth + 1) for _ in range(self.random.randrange(3))}

    def schema(self, depth=0):
        kind = self.random.choice(TYPES)
        out = {"type": kind}
        if self.chance(0.7):
            out["description"] = self.text()
        if kind == "string" and self.chance(0.3):
            out["enum"] = ["a", "b" + MARK, "c\"d"]
        if kind == "array" and depth < 3:
            out["items"] = self.schema(depth + 1)
        if kind == "object" and depth < 3:
            out["properties"] = {n: self.schema(depth + 1) for n in self.random.sample("xyz", self.random.randrange(3))}
            if self.chance(0.5):
                out["required"] = list(out["properties"])[:1]
        if self.chance(0.15):
            out["default"] = self.value(1)
        if self.chance(0.1):
            out["nullable"] = True
        if self.chance(0.08):
            out["anyOf"] = [{"type": "string"}, {"type": "integer"}]
        if self.chance(0.08):
            out["oneOf"] = [{"type": "string", "description": "one"}, {"type": "number"}]
        return out

    def tool(self):
        names = self.random.sample(["city", "unit", "query", "n", "items"], self.random.randrange(4))
        parameters = {"type": "object", "properties": {n: self.schema() for n in names}}
        if self.chance(0.8):
            parameters["required"] = names[: self.random.randrange(len(names) + 1)]
        function = {"name": self.random.choice(NAMES), "description": self.text() or "d", "parameters": parameters}
        if self.chance(0.1):
            del function["parameters"]
        if self.chance(0.1):
            function["return"] = {"type": "string", "description": "what comes back"}
        if self.chance(0.05):
            return function
        return {"type": "function", "function": function}

    def call(self, number):
        arguments = {n: self.value() for n in self.random.sample(["city", "unit", "n"], self.random.randrange(4))}
        form = 1 if self.plain else self.random.random()
        if form < 0.15:
            arguments = json.dumps(arguments)
        elif form < 0.2:
            arguments = self.random.choice(["", "not json", None])
        call = {"type": "function", "function": {"name": self.random.choice(NAMES), "arguments": arguments}}
        if self.plain or self.chance(0.85):
            call["id"] = self.random.choice(["call_%d" % number, "abcdefgh%d" % (number % 10), "functions.f:%d" % number])
        if not self.plain and self.chance(0.05):
            call = call["function"]
        return call

    def content(self):
        if self.plain or self.chance(0.8):
            return self.text()
        parts = []
        for _ in range(self.random.randrange(4)):
            kind = self.random.random()
            if kind < 0.8:
                parts.append({"type": "text", "text": self.text()})
            elif kind < 0.9:
                parts.append({"type": "image"})
            else:
                parts.append({"type": "image_url", "image_url": {"url": "file:///x" + MARK}})
        return parts

    def messages(self):
        out = []
        self.plain = self.chance(0.5)
        if self.plain and self.chance(0.5):
            out.append({"role": "system", "content": self.text()})
        elif self.chance(0.5):
            out.append({"role": self.random.choice(["system", "system", "system", "developer"]), "content": self.content()})
        odd = not self.plain and self.chance(0.15)  # an order of roles that many templates refuse
        turns = self.random.randrange(1, 5)
        number = 0
        for turn in range(turns):
            out.append({"role": "user", "content": self.content()})
            if odd and self.chance(0.5):
                out.append({"role": self.random.choice(["user", "system", "tool", "narrator"]), "content": self.text()})
            if turn + 1 == turns and self.chance(0.7):
                break
            answer = {"role": "assistant", "content": self.content()}
            if self.chance(0.3):
                answer[self.random.choice(["reasoning_content", "reasoning_content", "thinking", "reasoning"])] = self.text()
            if self.chance(0.4):
                answer["tool_calls"] = [self.call(number + i) for i in range(self.random.randrange(1, 3))]
                number += 2
                if self.chance(0.4):
                    answer["content"] = "" if self.plain else self.random.choice([None, ""])
                if not self.plain and self.chance(0.1):
                    del answer["content"]
                out.append(answer)
                for call in answer["tool_calls"]:
                    reply = {"role": "tool", "content": self.content() if self.plain or self.chance(0.9) else self.value()}
                    if "id" in call:
                        reply["tool_call_id"] = call["id"]
                    if self.chance(0.6):
                        reply["name"] = call.get("function", call)["name"]
                    out.append(reply)
                if self.plain or self.chance(0.8):
                    out.append({"role": "assistant", "content": self.text()})
            else:
                out.append(answer)
            if not self.plain and self.chance(0.05):
                out[-1]["tool_calls"] = self.random.choice([[], None])
        return out

    def job(self, template):
        variables = {}
        for name, choices in {
            "enable_thinking": [True, False],
            "thinking": [True, False],
            "reasoning_effort": ["low", "medium", "high"],
            "preserve_thinking": [True, False],
            "clear_thinking": [True, False],
            "date_string": ["26 Jul 2024"],
            "tools_in_user_message": [True, False],
            "builtin_tools": [["brave_search", "code_interpreter"], ["browser", "python"]],
            "custom_tools": [[self.tool()]],
            "model_identity": ["You are " + MARK],
            "documents": [[{"doc_id": 1, "title": "T" + MARK, "text": self.text(), "contents": self.text()}], []],
            "controls": [{"length": "long"}],
            "citations": [True, False],
        }.items():
            if self.chance(0.12):
                variables[name] = self.random.choice(choices)
        return {
            "template": template,
            "messages": self.messages(),
            "tools": [self.tool() for _ in range(self.random.randrange(1, 4))] if self.chance(0.45) else
                     self.random.choice([None, None, None, []]),
            "variables": variables,
            "bos_token": self.random.choice(["<s>", "<|begin_of_text|>", ""]),
            "eos_token": self.random.choice(["</s>", "<|eot_id|>"]),
            "add_generation_prompt": self.chance(0.5),
            "now": jinja_reference.NOW_SECONDS,
        }


def difference(job, answer, env):
    """What is wrong with our answer, or None."""
    expected, raised = jinja_reference.render(env, job)
    if raised is not None:
        return None if "error" in answer else f"jinja2 raised {type(raised).__name__}: {raised}; we rendered"
    if "error" in answer:
        return f"jinja2 rendered; we answered {answer['error']}"
    ours = answer["text"]
    if ours != expected:
        at = next((i for i, (a, b) in enumerate(zip(ours, expected)) if a != b), min(len(ours), len(expected)))
        return f"differs at {at}:\n  jinja2 {expected[max(0, at - 40):at + 60]!r}\n  ours   {ours[max(0, at - 40):at + 60]!r}"
    for segment in answer["segments"]:
        if segment["origin"] == "template" and MARK in segment["text"]:
            return f"message text is marked as template text: {segment['text']!r}"
    return None


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--driver", required=True)
    arguments.add_argument("--cases", type=int, default=60, help="conversations for each template")
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--show", type=int, default=3, help="differences to show for each template")
    options = arguments.parse_args()

    driver = subprocess.Popen([options.driver], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    env = jinja_reference.environment()
    failed = total = raised = 0
    for path in sorted(options.folder.glob("*.jinja")):
        template = path.read_text(encoding="utf-8")
        conversations = Conversations(options.seed)
        differences = []
        errors = 0
        for _ in range(options.cases):
            job = conversations.job(template)
            driver.stdin.write(json.dumps(job) + "\n")
            driver.stdin.flush()
            answer = json.loads(driver.stdout.readline())
            errors += "error" in answer
            found = difference(job, answer, env)
            if found:
                differences.append((found, job))
        total += options.cases
        raised += errors
        failed += len(differences)
        print(f"{'FAIL' if differences else 'ok  '} {path.name}: {options.cases} conversations, {errors} refused, "
              f"{len(differences)} differ")
        for found, job in differences[: options.show]:
            print("    " + found.replace("\n", "\n    "))
    print(f"{total} renderings, {raised} of them errors in both, {failed} differ")
    return 1 if failed or total == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
