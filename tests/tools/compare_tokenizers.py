#!/usr/bin/env python3
"""Compares Hearth's tokenizer with the Hugging Face tokenizers (or SentencePiece) on random strings.

  compare_tokenizers.py BUILD/tests/engine/tokenizer/print_token_ids MODEL.gguf [--count 20000] [--seed 1]
  compare_tokenizers.py ... MODEL.gguf --pre tiny_aya                (its vocabulary with another pre-tokenizer)
  compare_tokenizers.py ... MODEL.gguf --sentencepiece tokenizer.model

The vocabulary and merges are those of the GGUF file; the pre-tokenizer is built here from the upstream definition of
the family that the file names. Needs the Python packages gguf and tokenizers (or sentencepiece). Prints the strings
whose ids differ; the exit status is 1 if there are any.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import unicodedata

import gguf

GPT2 = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
BYTES = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
SINGLE_DIGITS = {"type": "Digits", "individual_digits": True}
PUNCTUATION = {"type": "Punctuation", "behavior": "Contiguous"}


def split(expression):
    return {"type": "Split", "pattern": {"Regex": expression}, "behavior": "Isolated", "invert": False}


def cl100k(numbers):
    return (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|" + numbers +
            r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")


def o200k(contraction, numbers):
    upper, lower = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
    return (r"[^\r\n\p{L}\p{N}]?" + upper + "*" + lower + "+" + contraction + r"|[^\r\n\p{L}\p{N}]?" + upper + "+" +
            lower + "*" + contraction + "|" + numbers + r"| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")


CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
CJK = "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+"
CJK_HANGUL = "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+"
SYMBOL_WORD = r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^""" + "\r\n" + r"\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"
O200K = [split(o200k(CONTRACTION, r"\p{N}{1,3}")), BYTES]

# Letters with a small and a capital form, as DeepSeek LLM lists them.
CASED_LETTERS = ("A-Za-z\u00b5\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u01ba\u01bc-\u01bf\u01c4-\u0293\u0295-\u02af"
                 "\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03f5"
                 "\u03f7-\u0481\u048a-\u052f\u0531-\u0556\u10a0-\u10c5\u13a0-\u13f5\u13f8-\u13fd\u1c90-\u1cba"
                 "\u1cbd-\u1cbf\u1d00-\u1d2b\u1d6b-\u1d77\u1d79-\u1d9a\u1e00-\u1f15\u1f18-\u1f1d\u1f20-\u1f45"
                 "\u1f48-\u1f4d\u1f50-\u1f57\u1f59\u1f5b\u1f5d\u1f5f-\u1f7d\u1f80-\u1fb4\u1fb6-\u1fbc\u1fbe"
                 "\u1fc2-\u1fc4\u1fc6-\u1fcc\u1fd0-\u1fd3\u1fd6-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ff4\u1ff6-\u1ffc\u2102"
                 "\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a-\u212d\u212f-\u2134\u2139"
                 "\u213c-\u213f\u2145-\u2149\u214e\u2183\u2184\u2c00-\u2c7b\u2c7e-\u2ce4\u2ceb-\u2cee\u2cf2\u2cf3"
                 "\ua640-\ua66d\ua680-\ua69b\ua722-\ua76f\ua771-\ua787\ua78b-\ua78e\uab70-\uabbf\ufb00-\ufb06"
                 "\ufb13-\ufb17\uff21-\uff3a\uff41-\uff5a\U00010400-\U0001044f\U000104b0-\U000104d3"
                 "\U000104d8-\U000104fb\U00010c80-\U00010cb2\U00010cc0-\U00010cf2\U000118a0-\U000118df"
                 "\U0001e900-\U0001e943")
KIMI_UPPER, KIMI_LOWER = (rf"[\p{{L{first}}}\p{{L{second}}}\p{{Lm}}\p{{Lo}}\p{{M}}&&[^\p{{Han}}]]"
                          for first, second in ("ut", "lm"))
KIMI = (r"[\p{Han}]+|[^\r\n\p{L}\p{N}]?" + KIMI_UPPER + "*" + KIMI_LOWER + "+" + CONTRACTION +
        r"|[^\r\n\p{L}\p{N}]?" + KIMI_UPPER + "+" + KIMI_LOWER + "*" + CONTRACTION +
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+")

# name -> (normalizer, stages, ignore_merges), as the models' tokenizer.json files have them.
FAMILIES = {
    "gpt-2": (None, [GPT2], False),
    "mpt": ("NFC", [GPT2], False),
    "smollm": (None, [SINGLE_DIGITS, GPT2], False),
    "starcoder": (None, [SINGLE_DIGITS, GPT2], False),
    "refact": (None, [SINGLE_DIGITS, GPT2], False),
    "command-r": ("NFC", [SINGLE_DIGITS, GPT2], False),
    "llama-bpe": (None, [split(cl100k(r"\p{N}{1,3}")), BYTES], True),
    "qwen2": ("NFC", [split(cl100k(r"\p{N}")), BYTES], False),
    "qwen35": ("NFC", [split(cl100k(r"\p{N}").replace(r"]?\p{L}+", r"]?[\p{L}\p{M}]+")
                             .replace(r"[^\s\p{L}\p{N}]", r"[^\s\p{L}\p{M}\p{N}]")), BYTES], False),
    "gpt-4o": (None, O200K, False),
    "llama4": (None, O200K, False),
    "tekken": (None, [split(o200k("", r"\p{N}")), BYTES], True),
    "falcon": (None, [PUNCTUATION, GPT2, {"type": "Digits", "individual_digits": False}, split("[0-9][0-9][0-9]")],
               False),
    "falcon3": (None, [PUNCTUATION, GPT2, SINGLE_DIGITS], True),
    "falcon-h1": (None, [PUNCTUATION, split(o200k("", r"\p{N}")), BYTES, split("[0-9]")], True),
    "deepseek-coder": (None, [split("[\r\n]"), split(r"\s?\p{L}+"), split(r"\s?\p{P}+"), split(CJK_HANGUL),
                              SINGLE_DIGITS, BYTES], False),
    "deepseek-v3": (None, [split(r"\p{N}{1,3}"), split(CJK),
                           split(SYMBOL_WORD + "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+"), BYTES],
                    False),
    "spark2_5": (None, [split(r"\p{N}{1,3}"), split(CJK),
                        split(SYMBOL_WORD + "| ?[\\p{P}\\p{S}]+|[\r\n]|\\s+(?!\\S)|\\s+"), SINGLE_DIGITS, BYTES],
                 False),
    "tiny_aya": ("NFC", [split(r"\d{1,3}(?=(?:\d{3})*\b)")] + O200K, False),
    "superbpe": (None, [{"type": "Digits", "individual_digits": False}, split(r"(?=(\d{3})+(?!\d))"), BYTES], False),
    "exaone-moe": (None, [split(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?(?:\p{L}\p{M}*(?: \p{L}\p{M}*)*)+|"
                                r"\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]?|\s*[\r\n]|\s+(?!\S)|\s+"), BYTES], False),
    "bailingmoe": (None, [split(r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]++[\r\n]*|"
                                r"\s*[\r\n]|\s+(?!\S)|\s+"), BYTES], False),
    "jais-2": (None, [split(cl100k(r"\p{N}{1,3}").replace(r"|\s+(?!\S)|\s+", "".join(
        rf"|\s{{{n}}}(?!\S)" for n in (512, 256, 128, 64, 32, 16, 8, 4)) + r"|\s{1,2}(?!\S)|\s{1}")), BYTES], False),
    "bloom": (None, [split(" ?[^(\\s|[.,!?…。，、।۔،])]+"), BYTES], False),
    "viking": (None, [split(" ?[^(\\s|[.,!?…。，、।۔،])]+"), SINGLE_DIGITS, BYTES], False),
    "minicpm5": (None, [split(r"\p{N}{1,3}"), split(cl100k(r"\p{N}+")), BYTES], True),
    "ufakzeka": (None, [split(r"[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"),
                        BYTES], False),
    "kimi-k2": (None, [split(KIMI), BYTES], False),
    "youtu": (None, [split("[\uac00-\ud7a3\u3131-\u318e]+|[！…“”‘’—：；，\u3001-\u303f\ufe30-\ufe4f]+|"
                           "[\u3105-\u312f]+|" + CJK), split(o200k(CONTRACTION, r"\p{N}")), BYTES], True),
    "chameleon": (None, [split("<sentinel:[0-9]+>"), split("(IMGIMG)((A|B|C|D|E|F|G|H|I){1,4})Z"),
                         split("([\t\n]|    |  )"), SINGLE_DIGITS, split(r"[\p{P}!-/:-@\[-`{-~]"), GPT2], False),
    "deepseek-llm": (None, [split("[\r\n]"), split(r"\s?[" + CASED_LETTERS + "]+"),
                            split("\\s?[!-/:-~\uff01-\uff0f\uff1a-\uff5e\u2018-\u201f\u3000-\u3002]+"),
                            split(r"\s+$"), split(CJK_HANGUL), SINGLE_DIGITS, BYTES], False),
    "laguna": (None, [{"type": "Split", "pattern": {"Regex": r"(?:\r?\n)+(?!\r?\n)"}, "behavior": "MergedWithNext",
                       "invert": False}, split(cl100k(r"\p{N}")), BYTES], False),
    "seed-coder": (None, [split(r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^" "\r\n" r"\p{L}\p{N}]?\p{L}+|\p{N}{1}| ?[^\s\p{L}\p{N}"
                                "\r\n" r"]+|\s*[" "\r\n" r"]+|\s+(?!\S)|\s+"), BYTES], False),
}

WORDS = ["the", "Hello", "world", "don't", "CAN'T", "we'LL", "it'ſ", "I'M", "they'vE", "iPhone", "HTTPServer", "naïve",
         "straße", "ŉ", "ﬁne", "Ελλάδα", "привет", "ПРИВЕТ", "שלום", "مرحبا", "नमस्ते", "ไทย", "中文字符", "日本語",
         "ひらがな", "カタカナ", "한국어", "ǅ", "ⅷ", "x²", "½", "१२३", "٣٤٥", "12345", "1234567", "3.14", "0x7F", "e\u0301",
         "a\u0300\u0323", "\u1100\u1161\u11a8", "가\u11a8", "👨‍👩‍👧", "🏳️‍🌈", "﷽", "ﬀ", "K", "Å", "Ω", "(", ")", "[", "]",
         "...", "!?", "—", "“x”", "¿", "、", "。", "！", "<|im_", "|>", "//", "\\n", "$5", "`a`", "~", "ª", "ʰ", "𝒳", "𐐀", "＿", "‿"]
SPACES = [" ", " ", " ", "  ", "    ", "\n", "\n\n", "\r\n", "\t", "\u00a0", "\u3000", "\u2028", "\u0085", "\u180e",
          "\u200b", "\u1680", "\v", "\f", "\u202f", "\x1c", " \n ", "\r"]


def assigned_character(source):
    while True:
        code = source.choice([source.randrange(0x250), source.randrange(0x3000), source.randrange(0x10000),
                              source.randrange(0x20000)])
        # The engine's Unicode tables are those of PCRE2, like Python's of version 14 or later.
        if unicodedata.category(chr(code)) not in ("Cs", "Cn", "Co"):
            return chr(code)


def random_text(source):
    parts = []
    for _ in range(source.randrange(1, 12)):
        kind = source.random()
        if kind < 0.45:
            parts.append(source.choice(WORDS))
        elif kind < 0.75:
            parts.append(source.choice(SPACES))
        elif kind < 0.85:
            parts.append(assigned_character(source))
        elif kind < 0.93:
            parts.append(source.choice("abcXYZ019 .,;'\"-_/\n") * source.randrange(1, 9))
        else:
            parts.append("".join(chr(source.randrange(32, 127)) for _ in range(source.randrange(1, 8))))
    return "".join(parts)


def pieces(name, text):
    """How a family splits text without normalizing it, in the byte-level alphabet."""
    import tokenizers

    _, stages, _ = FAMILIES[name]
    description = {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
                   "pre_tokenizer": {"type": "Sequence", "pretokenizers": stages}, "post_processor": None,
                   "decoder": None, "model": {"type": "BPE", "vocab": {}, "merges": []}}
    split_text = tokenizers.Tokenizer.from_str(json.dumps(description)).pre_tokenizer.pre_tokenize_str
    return [piece for piece, _ in split_text(text)]


def field(reader, key):
    found = reader.fields.get("tokenizer.ggml." + key)
    return None if found is None else found.contents()


def with_pre_tokenizer(path, pre, output):
    """Writes the byte-level vocabulary of a file with another value of tokenizer.ggml.pre."""
    reader = gguf.GGUFReader(path)
    writer = gguf.GGUFWriter(output, "llama")
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(field(reader, "tokens"))
    writer.add_token_types(field(reader, "token_type"))
    writer.add_token_merges(field(reader, "merges"))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def hugging_face(path):
    """A function from text to ids, made of the file's vocabulary and the upstream pipeline of its family."""
    import tokenizers

    reader = gguf.GGUFReader(path)
    normalizer, stages, ignore_merges = FAMILIES[field(reader, "pre")]
    tokens, kinds = field(reader, "tokens"), field(reader, "token_type")
    merges = [(m[:m.index(" ", 1)], m[m.index(" ", 1) + 1:]) for m in field(reader, "merges")]
    description = {
        "version": "1.0", "truncation": None, "padding": None,
        "added_tokens": [{"id": i, "content": text, "single_word": False, "lstrip": False, "rstrip": False,
                          "normalized": False, "special": False}
                         for i, (text, kind) in enumerate(zip(tokens, kinds)) if kind == gguf.TokenType.USER_DEFINED],
        "normalizer": normalizer and {"type": normalizer},
        "pre_tokenizer": {"type": "Sequence", "pretokenizers": stages},
        "post_processor": None, "decoder": None,
        "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
                  "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                  "ignore_merges": ignore_merges, "vocab": {text: i for i, text in enumerate(tokens)},
                  "merges": merges},
    }
    tokenizer = tokenizers.Tokenizer.from_str(json.dumps(description))
    return lambda text: tokenizer.encode(text, add_special_tokens=False).ids


def sentence_piece(path):
    import sentencepiece

    processor = sentencepiece.SentencePieceProcessor(model_file=path)
    return lambda text: processor.encode(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("model")
    parser.add_argument("--pre", choices=sorted(FAMILIES), help="take only the vocabulary from the file")
    parser.add_argument("--sentencepiece", metavar="FILE", help="the model that the GGUF file was made from")
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory() as folder:
        if arguments.pre:
            with_pre_tokenizer(arguments.model, arguments.pre, folder + "/vocabulary.gguf")
            arguments.model = folder + "/vocabulary.gguf"
        sys.exit(compare(arguments))


def compare(arguments):
    source = random.Random(arguments.seed)
    texts = [random_text(source) for _ in range(arguments.count)]
    oracle = sentence_piece(arguments.sentencepiece) if arguments.sentencepiece else hugging_face(arguments.model)
    run = subprocess.run([arguments.program, arguments.model], input="".join(json.dumps(text) + "\n" for text in texts),
                         capture_output=True, text=True, check=True)
    differing = 0
    for text, line in zip(texts, run.stdout.splitlines(), strict=True):
        wanted = oracle(text)
        if line.startswith("error") or [int(number) for number in line.split()] != wanted:
            differing += 1
            if differing <= 10:
                print(f"{text!r}\n  wanted {wanted}\n  got    {line}")
    print(f"{arguments.pre or arguments.model}: {len(texts)} strings, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    main()
