#!/usr/bin/env python3
"""Writes tests/data/tokenizer/pre_tokenizer_pieces.json: how the Hugging Face tokenizers split strings of our own with
each pre-tokenizer that compare_tokenizers.py defines. Needs the Python packages gguf and tokenizers."""

import json
import pathlib

from compare_tokenizers import FAMILIES, pieces

TEXTS = [
    "Hello, world! It's 9 o'clock; don't SHOUT, they'LL hear. We'D go.",
    "it'\u017f \u212aelvin's can'\u0054t 'tis 'S",
    "  leading,   inner    and trailing   ",
    "\n\nline\n  indented\r\n\r\n\ttab \n \n x",
    "a\u00a0b\u3000c\u2028d\u0085e\u180ef\u200bg",
    "1 12 123 1234 12345678 3.14159 1,000,000 0x7fff 12ab x\u00b2 \u00bd \u2167 \u0967\u0968\u0969",
    "camelCase HTTPServer iPhone XMLHttpRequest \u01c5ungla \u00c9COLE \u02b0a",
    "for (int i=0;i<n;++i) { s += a[i]->b; } // done\n\n#include <x>\n",
    "na\u00efve cafe\u0301 a\u0300\u0323\u0301 \u0915\u093f\u0924\u093e\u092c \u0e44\u0e17\u0e22",
    "\u4e2d\u6587\uff0c\u6807\u70b9\u3002\u201c\u5f15\u53f7\u201d 2024\u5e745\u6708",
    "\u65e5\u672c\u8a9e\u306e\u3072\u3089\u304c\u306a\u3068\u30ab\u30bf\u30ab\u30ca \ud55c\uad6d\uc5b4 \ubb38\uc7a5",
    "\u043f\u0440\u0438\u0432\u0435\u0442 \u039a\u03b1\u03bb\u03b7\u03bc\u03ad\u03c1\u03b1 \u05e9\u05dc\u05d5\u05dd \u0645\u0631\u062d\u0628\u0627\u060c \u06d4",
    "\U0001f469\u200d\U0001f467 \U0001f3f3\ufe0f\u200d\U0001f308 \u00a9\u2122 $5 `a` ~^|<>+= \U0001d4b3",
    "!!!??? ... \u2014\u2013 (a) [b] {c} <d> a_b __c__ //x /y/\n/z",
    "<sentinel:12> IMGIMGABZ text",
    " \n",
    "x",
]


def main():
    output = pathlib.Path(__file__).resolve().parents[1] / "data" / "tokenizer" / "pre_tokenizer_pieces.json"
    lines = [f"  {json.dumps(name)}: [\n" + ",\n".join("   " + json.dumps(pieces(name, text)) for text in TEXTS) + "]"
             for name in sorted(FAMILIES)]
    output.write_text("{\n \"source\": \"tokenizers of Hugging Face, by tests/tools/make_pre_tokenizer_cases.py\",\n"
                      " \"texts\": [\n" + ",\n".join("  " + json.dumps(text) for text in TEXTS) + "],\n"
                      " \"families\": {\n" + ",\n".join(lines) + "}\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
