#!/usr/bin/env python3
"""Writes tests/data/tokenizer_json/: small tokenizers of every form that checkpoints have, and what they give.

  make_tokenizer_json_cases.py tests/data/tokenizer_json          needs: pip install tokenizers

Each NAME.json is {"tokenizer": content of tokenizer.json, "adds_bos": …, "adds_eos": …, "strings": [{"text", "ids"}]},
with ids by the Hugging Face tokenizers, without what a post-processor puts around the text. Vocabularies are trained
here, on tests/data/oracle/code.txt and the strings themselves.
"""
import json
import pathlib
import sys

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

ROOT = pathlib.Path(__file__).resolve().parent.parent
STRINGS = [
    "", " ", "  ", "   x", "Hello", " Hello", "Hello  world", "Hello world! ", "\n", "a\n\n\nb", "\t\tif (x) {\n",
    "The quick brown fox jumps over 13 lazy dogs.", "1234567890 and 3.14159", "don't I'll we've YOU'RE",
    "na\u00efve caf\u00e9 cafe\u0301", "\u4f60\u597d\uff0c\u4e16\u754c", "\u3053\u3093\u306b\u3061\u306f",
    "\U0001f600\U0001f468\u200d\U0001f469", "\u00a0nbsp\u2003em", "x\u2581y", "\u2581", "<s>", "<s>Hello", "a<s> b",
    "Hello</s>", "<|x|>", "say <|x|> now", "<tool>", " <tool> ", "<s><s> two", "tab\tspace  ", "ends with space ",
    "def f(x):\n    return x + 1\n", "\u00e9\u0323\u0301", "\ud55c\uad6d\uc5b4", "\u00bd \u00b2 \u0663", "MIXED Case wOrds",
    "a.b,c;d:e!f?g", "https://example.org/a_b-c?d=1&e=2", "\x01\x7f", "word " * 8,
]
ADDED = [AddedToken("<s>", special=True), AddedToken("</s>", special=True), AddedToken("<|x|>", special=True),
         AddedToken("<tool>", special=False, normalized=False)]


def corpus():
    text = (ROOT / "data/oracle/code.txt").read_text(encoding="utf-8")
    return text.splitlines(keepends=True)[:400] + [s for s in STRINGS for _ in range(3)]


def split(expression):
    return pre_tokenizers.Split(Regex(expression), "isolated")


def byte_level(pre, normalizer=None, ignore_merges=False, post=None, size=420):
    t = Tokenizer(models.BPE(ignore_merges=ignore_merges))
    if normalizer:
        t.normalizer = normalizer
    t.pre_tokenizer = pre
    t.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(vocab_size=size, initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
                                  special_tokens=["<s>", "</s>"], show_progress=False)
    t.train_from_iterator(corpus(), trainer)
    t.add_special_tokens(ADDED[:3])
    t.add_tokens(ADDED[3:])
    if post:
        t.post_processor = post
    return t


def marked(normalizer, pre, post=None, size=500):
    t = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    if normalizer:
        t.normalizer = normalizer
    if pre:
        t.pre_tokenizer = pre
    special = ["<unk>", "<s>", "</s>"]
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=special + [f"<0x{i:02X}>" for i in range(256)],
                                  limit_alphabet=60, show_progress=False)
    t.train_from_iterator(corpus(), trainer)
    # The trainer makes special tokens of the bytes too: they are ordinary entries of the vocabulary.
    tree = json.loads(t.to_str())
    tree["added_tokens"] = [a for a in tree["added_tokens"] if a["content"] in special]
    tree["model"]["byte_fallback"], tree["model"]["fuse_unk"] = True, True
    t = Tokenizer.from_str(json.dumps(tree))
    t.add_special_tokens(ADDED[:3])
    t.add_tokens(ADDED[3:])
    if post:
        t.post_processor = post
    return t


def unigram(pre, byte_fallback):
    t = Tokenizer(models.Unigram())
    t.pre_tokenizer = pre
    special = ["<unk>", "<s>", "</s>"]
    trainer = trainers.UnigramTrainer(vocab_size=300, unk_token="<unk>", special_tokens=special, show_progress=False)
    # No special token may be learned as an ordinary piece as well.
    t.train_from_iterator([line for line in corpus() if "<" not in line], trainer)
    tree = json.loads(t.to_str())
    tree["model"]["byte_fallback"] = byte_fallback
    if byte_fallback:
        tree["model"]["vocab"] += [[f"<0x{i:02X}>", 0.0] for i in range(256)]
    t = Tokenizer.from_str(json.dumps(tree))
    t.add_special_tokens(ADDED[:3])
    return t


def bos(t_bos=None, eos=None):
    single = " ".join(filter(None, ["<s>" if t_bos is not None else None, "$A", "</s>" if eos is not None else None]))
    special = [(name, i) for name, i in (("<s>", t_bos), ("</s>", eos)) if i is not None]
    return processors.TemplateProcessing(single=single, pair=None, special_tokens=special)


CL100K = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}%s| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+"
          r"|\s+(?!\S)|\s+")
S = pre_tokenizers.Sequence
BYTES = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
GPT2 = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
MARK = "\u2581"
CASES = {
    "gpt2": lambda: byte_level(GPT2),
    "smollm": lambda: byte_level(S([pre_tokenizers.Digits(individual_digits=True), GPT2])),
    "qwen2": lambda: byte_level(S([split(CL100K % ""), BYTES]), normalizers.NFC()),
    "llama3": lambda: byte_level(S([split(CL100K % "{1,3}"), BYTES]), None, True,
                                 processors.Sequence([processors.ByteLevel(trim_offsets=False), bos(0)])),
    "prefix_space": lambda: byte_level(pre_tokenizers.ByteLevel(add_prefix_space=True, use_regex=True)),
    "punctuation": lambda: byte_level(S([pre_tokenizers.Punctuation(), pre_tokenizers.Digits(individual_digits=False),
                                         pre_tokenizers.Split("_", "isolated"), GPT2])),
    "llama2": lambda: marked(normalizers.Sequence([normalizers.Prepend(MARK), normalizers.Replace(" ", MARK)]), None,
                             bos(1)),
    "llama2_first": lambda: marked(None, pre_tokenizers.Metaspace(MARK, prepend_scheme="first", split=False), bos(1)),
    "metaspace_always": lambda: marked(None, pre_tokenizers.Metaspace(MARK, prepend_scheme="always", split=True),
                                       bos(1, 2)),
    "gemma": lambda: marked(normalizers.Replace(" ", MARK), pre_tokenizers.Split(" ", "merged_with_previous"), bos(1)),
    "unigram": lambda: unigram(pre_tokenizers.Metaspace(MARK, prepend_scheme="always", split=True), False),
    "unigram_bytes": lambda: unigram(pre_tokenizers.Metaspace(MARK, prepend_scheme="never", split=False), True),
}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in CASES.items():
        t = make()
        whole = t.encode("x").ids
        plain = t.encode("x", add_special_tokens=False).ids
        case = {"tokenizer": json.loads(t.to_str()), "adds_bos": whole[:1] != plain[:1],
                "adds_eos": whole[-1:] != plain[-1:],
                "strings": [{"text": s, "ids": t.encode(s, add_special_tokens=False).ids} for s in STRINGS]}
        (folder / f"{name}.json").write_text(json.dumps(case, ensure_ascii=True, separators=(",", ":")) + "\n")
        print(name, t.get_vocab_size(), case["adds_bos"], case["adds_eos"])


main()
