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
    "speed": {"base", "format", "backend", "model", "sampling", "runtime"},
}
# folder of app/ → folders of app/ it may include besides itself
SERVICES = {"database", "storage", "catalog", "transfers", "hub", "fit"}
APP_ALLOWED = {
    "cli": SERVICES,
    "database": set(),
    "storage": {"database"},
    "transfers": set(),
    "catalog": {"database", "transfers"},
    "hub": {"transfers"},
    "fit": {"transfers"},
    "engine_bridge": set(),
    "transcript": {"system"},
    "system": set(),
    "settings": {"system"},
    "downloads": {"transfers", "system"},
    "library": {"catalog", "hub", "fit", "transfers", "downloads", "engine_bridge", "system"},
    "chat": {"storage", "engine_bridge", "transcript", "system"},
    "demo": {"storage", "catalog", "hub", "fit", "transfers", "engine_bridge", "transcript", "system", "settings", "downloads", "library", "chat", "shell"},
    "shell": {"chat", "downloads", "library", "settings", "system", "engine_bridge", "transcript"},
}
# Whoever else needs the engine talks to app/engine_bridge; these values are for everyone.
ENGINE_USERS = {"cli", "engine_bridge", "catalog", "fit"}
ENGINE_VALUES = {"hearth/error.h", "hearth/result.h", "hearth/utf8.h"}
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
    private = {p.name for p in (ROOT / "engine").iterdir() if p.is_dir()} - {"include"}
    for path in sources("app"):
        inside = path.relative_to(ROOT / "app")
        part = inside.parts[0]
        if len(inside.parts) == 1:
            continue  # main.cpp and what joins the parts
        for kind, name in includes(path):
            target = name.split("/")[0]
            if kind == '"' and target in private:
                yield f"app/{inside}: the engine's private {name}"
            if (part == "cli" or part in SERVICES) and (re.match(r"Q[A-Z]", name) or name.startswith("Qt")):
                yield f"app/{inside}: Qt where there must be none: {name}"
            if kind == "<" and target == "hearth" and part not in ENGINE_USERS and name not in ENGINE_VALUES:
                yield f"app/{inside}: {part} must talk to the engine through app/engine_bridge, not {name}"
            if kind == '"' and target in APP_ALLOWED and target != part and target not in APP_ALLOWED.get(part, set()):
                yield f"app/{inside}: {part} must not include {name}"


def main():
    faults = list(engine_faults()) + list(app_faults())
    print("\n".join(faults) if faults else "all includes follow the arrows")
    unknown = {p.name for p in (ROOT / "engine").iterdir() if p.is_dir()} - set(ALLOWED) - {"include"}
    unknown |= {p.name for p in (ROOT / "app").iterdir() if p.is_dir()} - set(APP_ALLOWED)
    if unknown:
        print(f"folders of engine/ and app/ without a row here: {sorted(unknown)}")
    return 1 if faults or unknown else 0


if __name__ == "__main__":
    sys.exit(main())
