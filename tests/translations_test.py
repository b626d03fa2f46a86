#!/usr/bin/env python3
"""Fails when a string of the window has no finished Chinese sentence, or one that lost a placeholder."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACEHOLDER = re.compile(r"%(?:L?\d+|L?n)|<[^>]+>")


def lupdate():
    for name in ("lupdate", "/usr/lib/qt6/bin/lupdate"):
        if shutil.which(name):
            return name
    sys.exit("lupdate is missing (package qt6-tools-dev-tools or qt6-l10n-tools)")


def current(name, folder, *options):
    """The translation file as it would be after an update from the sources."""
    copy = pathlib.Path(folder) / name
    shutil.copy(ROOT / "translations" / name, copy)
    subprocess.run([lupdate(), "-silent", "-no-obsolete", "-locations", "none", *options, "-recursive", "app", "ui", "-ts", copy],
                   cwd=ROOT, check=True)
    return ElementTree.parse(copy)


def faults(tree):
    for context in tree.getroot().iter("context"):
        where = context.findtext("name")
        for message in context.iter("message"):
            source = message.findtext("source") or ""
            translation = message.find("translation")
            forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
            if translation.get("type") == "unfinished" or not all(forms):
                yield f"{where}: not translated: {source!r}"
                continue
            for form in forms:
                wanted, found = sorted(set(PLACEHOLDER.findall(source))), sorted(set(PLACEHOLDER.findall(form)))
                if wanted != found:
                    yield f"{where}: {source!r} has {wanted}, its translation {found}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        found = list(faults(current("hearth_zh_CN.ts", folder))) + list(faults(current("hearth_en.ts", folder, "-pluralonly")))
    print("\n".join(found) if found else "every string is translated")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
