#!/usr/bin/env python3
"""Reads every #include and fails when an arrow of ARCHITECTURE.md runs backwards."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# folder of engine/ → folders it may include besides itself and the public headers
ALLOWED = {
    "base": set(),
    "tensor": {"base"},
    "format": {"base", "tensor"},
    "tokenizer": {"base"},
    "chat_template": {"base"},
    "backend": {"base", "tensor", "format"},
    "model": {"base", "backend"},
    "kv_cache": {"base", "backend/backend.h"},
    "scheduler": {"base", "kv_cache", "backend/backend.h"},
    "sampling": {"base"},
    "runtime": {"base", "backend", "model", "kv_cache", "scheduler", "sampling"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def sources(folder):
    return [p for p in sorted((ROOT / folder).rglob("*")) if p.suffix in (".h", ".cpp", ".cu")]


def engine_faults():
    for path in sources("engine"):
        inside = path.relative_to(ROOT / "engine")
        part = inside.parts[0]
        for kind, name in includes(path):
            if re.match(r"Q[A-Z]", name) or name.startswith("Qt"):
                yield f"{inside}: Qt in the engine: {name}"
            if kind != '"' or part == "include":
                if part == "include" and kind == '"':
                    yield f"{inside}: a public header includes a private one: {name}"
                continue
            target = name.split("/")[0]
            if "/" not in name:
                continue  # beside it
            if target != part and target not in ALLOWED[part] and name not in ALLOWED[part]:
                yield f"{inside}: {part} must not include {name}"


def app_faults():
    if not (ROOT / "app").exists():
        return
    parts = {p.name for p in (ROOT / "engine").iterdir() if p.is_dir()} - {"include"}
    for path in sources("app"):
        for kind, name in includes(path):
            if kind == '"' and name.split("/")[0] in parts:
                yield f"{path.relative_to(ROOT)}: the app includes the engine's private {name}"
            if path.is_relative_to(ROOT / "app" / "cli") and re.match(r"Q[A-Z]", name):
                yield f"{path.relative_to(ROOT)}: Qt in the cli: {name}"


def main():
    faults = list(engine_faults()) + list(app_faults())
    print("\n".join(faults) if faults else "all includes follow the arrows")
    unknown = {p.name for p in (ROOT / "engine").iterdir() if p.is_dir()} - set(ALLOWED) - {"include"}
    if unknown:
        print(f"folders of engine/ without a row here: {sorted(unknown)}")
    return 1 if faults or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
