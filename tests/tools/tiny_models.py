#!/usr/bin/env python3
"""Writes tests/data/oracle/tiny_models.json: small random models of every architecture and the logits that a float64
forward of them gives.

Weights are not stored. They are drawn from a counter-based generator that tests/support/tiny_model.cpp has too: number i
of tensor T of model M is SplitMix64 from the FNV-1a hash of "M/T". Float tensors are spread evenly over around ± spread;
quantized ones are random bytes with the blocks' scales set, dequantized here by the package `gguf`.

    tiny_models.py OUT.json          needs: pip install numpy gguf
"""
import json
import math
import sys

import gguf
import numpy as np

Type = gguf.GGMLQuantizationType
VOCABULARY = 300


# --- random weights -------------------------------------------------------------------------------------------------

def fnv1a(text):
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return value


def random_bits(text, count):
    """The first `count` numbers of 64 bits that belong to `text`."""
    with np.errstate(over="ignore"):
        z = np.uint64(fnv1a(text)) + np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


# Where a block has its scale and its minimum (f16), and the minimum, in units of the scale, that centres the values.
BLOCK_FIELDS = {
    Type.Q4_0: [(0, 1)], Type.Q4_1: [(0, 1), (2, -7.5)], Type.Q5_0: [(0, 1)], Type.Q5_1: [(0, 1), (2, -15.5)],
    Type.Q8_0: [(0, 1)], Type.Q2_K: [(80, 1), (82, 1.5)], Type.Q3_K: [(108, 1)], Type.Q4_K: [(0, 1), (2, 7.5)],
    Type.Q5_K: [(0, 1), (2, 15.5)], Type.Q6_K: [(208, 1)], Type.IQ4_NL: [(0, 1)], Type.IQ4_XS: [(0, 1)],
}


def block_fields(kind, scale):
    if kind == Type.MXFP4:      # one byte: the power of two
        return [[0, [int(round(128 + math.log2(scale)))]]]
    return [[offset, list(np.float16(scale * factor).tobytes())] for offset, factor in BLOCK_FIELDS[kind]]


class Weights:
    """Describes tensors and makes their values, [rows, columns] in float64."""

    def __init__(self, model):
        self.model, self.tensors, self.values = model, [], {}

    def floats(self, name, kind, shape, around, spread):
        bits = random_bits(f"{self.model}/{name}", math.prod(shape)) >> np.uint64(40)
        values = (around + spread * (2 * (bits.astype(np.float64) / 2**24) - 1)).astype(np.float32)
        if kind != Type.F32:
            values = gguf.dequantize(gguf.quantize(values.reshape(1, -1), kind), kind)
        self.tensors.append(dict(name=name, type=int(kind), shape=shape, around=around, spread=spread))
        self.values[name] = values.astype(np.float64).reshape(shape[::-1])

    def blocks(self, name, kind, shape, deviation):
        values_per_block, bytes_per_block = gguf.GGML_QUANT_SIZES[kind]
        count = math.prod(shape) // values_per_block
        raw = (random_bits(f"{self.model}/{name}", count * bytes_per_block) >> np.uint64(56)).astype(np.uint8)
        raw = raw.reshape(count, bytes_per_block)

        def dequantized(scale):
            fields = block_fields(kind, scale)
            for offset, content in fields:
                raw[:, offset:offset + len(content)] = content
            return fields, gguf.dequantize(raw, kind)

        unit = dequantized(2.0**-4)[1].std() * 2**4
        fields, values = dequantized(deviation / unit)
        self.tensors.append(dict(name=name, type=int(kind), shape=shape, fields=fields))
        self.values[name] = values.astype(np.float64).reshape(shape[::-1])

    def matrix(self, name, kind, rows, columns, gain=1.0):
        """A matrix that makes outputs `gain` times as large as its inputs, on average."""
        deviation = gain / math.sqrt(columns)
        if kind in (Type.F32, Type.F16, Type.BF16):
            self.floats(name, kind, [columns, rows], 0.0, round(deviation * math.sqrt(3), 6))
        else:
            self.blocks(name, kind, [columns, rows], deviation)

    def vector(self, name, width, around=1.0, spread=0.4):
        self.floats(name, Type.F32, [width], around, spread)


def make_weights(name, p, types):
    w = Weights(name)
    kinds = iter(types * 1000)
    matrix = lambda tensor, rows, columns, gain=1.0: w.matrix(tensor, next(kinds), rows, columns, gain)
    gemma = p["architecture"] == "gemma3"
    normed = p["architecture"] in ("qwen3", "gemma3")
    q, kv = p["heads"] * p["head_dim"], p["kv_heads"] * p["head_dim"]
    matrix("token_embd.weight", VOCABULARY, p["width"], 4.0 if p["tied"] else 8.0)
    if not p["tied"]:
        matrix("output.weight", VOCABULARY, p["width"], 2.0)
    w.vector("output_norm.weight", p["width"])
    if p["rope_factors"]:
        w.floats("rope_freqs.weight", Type.F32, [p["rope_dims"] // 2], 4.0, 3.0)
    for i in range(p["layers"]):
        layer = f"blk.{i}."
        w.vector(layer + "attn_norm.weight", p["width"])
        for part, rows in (("q", q), ("k", kv), ("v", kv)):
            matrix(f"{layer}attn_{part}.weight", rows, p["width"], 1.5)
            if p["qkv_bias"]:
                w.vector(f"{layer}attn_{part}.bias", rows, 0.0, 0.5)
        if normed:
            w.vector(layer + "attn_q_norm.weight", p["head_dim"], 1.5)
            w.vector(layer + "attn_k_norm.weight", p["head_dim"], 1.5)
        matrix(layer + "attn_output.weight", p["width"], q)
        if p["output_bias"]:
            w.vector(layer + "attn_output.bias", p["width"], 0.0, 0.5)
            w.vector(layer + "ffn_down.bias", p["width"], 0.0, 0.5)
        w.vector(layer + "ffn_norm.weight", p["width"])
        matrix(layer + "ffn_gate.weight", p["ffn"], p["width"], 1.5)
        matrix(layer + "ffn_up.weight", p["ffn"], p["width"], 1.5)
        matrix(layer + "ffn_down.weight", p["width"], p["ffn"])
        if gemma:
            w.vector(layer + "post_attention_norm.weight", p["width"], p["post_norm"])
            w.vector(layer + "post_ffw_norm.weight", p["width"], p["post_norm"])
    return w


# --- metadata -------------------------------------------------------------------------------------------------------

def make_metadata(p):
    """What a file states, without what the architecture implies: absent keys are part of the test."""
    a = p["architecture"]
    meta = {"general.architecture": ["string", a],
            f"{a}.context_length": ["u32", p["context"]], f"{a}.embedding_length": ["u32", p["width"]],
            f"{a}.block_count": ["u32", p["layers"]], f"{a}.feed_forward_length": ["u32", p["ffn"]],
            f"{a}.attention.head_count": ["u32", p["heads"]],
            f"{a}.attention.head_count_kv": ["u32", p["kv_heads"]],
            f"{a}.attention.layer_norm_rms_epsilon": ["f32", p["epsilon"]],
            f"{a}.rope.freq_base": ["f32", p["theta"]]}
    if p["head_dim"] * p["heads"] != p["width"] or a == "gemma3":
        meta[f"{a}.attention.key_length"] = ["u32", p["head_dim"]]
        meta[f"{a}.attention.value_length"] = ["u32", p["head_dim"]]
    if a == "llama" or p["rope_dims"] != p["head_dim"]:
        meta[f"{a}.rope.dimension_count"] = ["u32", p["rope_dims"]]
    if p["window"]:
        meta[f"{a}.attention.sliding_window"] = ["u32", p["window"]]
    if p["scaling"]:
        meta[f"{a}.rope.scaling.type"] = ["string", p["scaling"]]
        meta[f"{a}.rope.scaling.factor"] = ["f32", p["factor"]]
    if p["scaling"] == "yarn":
        meta[f"{a}.rope.scaling.original_context_length"] = ["u32", p["original_context"]]
    if p["attention_cap"]:
        meta[f"{a}.attn_logit_softcapping"] = ["f32", p["attention_cap"]]
    if p["logit_cap"]:
        meta[f"{a}.final_logit_softcapping"] = ["f32", p["logit_cap"]]
    return meta


def make_tokenizer():
    """Byte-level BPE: 256 bytes, the merges of a few words, three control tokens."""
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    letters, extra = {}, 0
    for byte in range(256):
        letters[byte] = chr(byte) if byte in visible else chr(256 + extra)
        extra += byte not in visible
    tokens = [letters[byte] for byte in range(256)]
    merges = []
    words = ["the", "and", "hello", "world", "token", "model", "answer", "hearth"]
    for word in words:
        for text in (word, letters[ord(" ")] + word):
            for end in range(2, len(text) + 1):
                if len(tokens) < VOCABULARY - 3 and text[:end] not in tokens:
                    tokens.append(text[:end])
                    merges.append(f"{text[:end - 1]} {text[end - 1]}")
    tokens += ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
    assert len(tokens) == VOCABULARY
    return {"tokenizer.ggml.model": ["string", "gpt2"], "tokenizer.ggml.pre": ["string", "gpt-2"],
            "tokenizer.ggml.tokens": ["string[]", tokens], "tokenizer.ggml.merges": ["string[]", merges],
            "tokenizer.ggml.token_type": ["i32[]", [1] * (VOCABULARY - 3) + [3] * 3],
            "tokenizer.ggml.eos_token_id": ["u32", VOCABULARY - 1],
            "tokenizer.ggml.add_bos_token": ["bool", False]}


# --- forward --------------------------------------------------------------------------------------------------------

def inverse_frequencies(p, local):
    """(angle per position of every rotated pair, factor on cos and sin)."""
    d = p["rope_dims"]
    if local and p["architecture"] == "gemma3":
        return 10000.0 ** (-np.arange(0, d, 2) / d), 1.0
    frequency, magnitude = p["theta"] ** (-np.arange(0, d, 2) / d), 1.0
    if p["scaling"] == "linear":
        frequency = frequency / p["factor"]
    elif p["scaling"] == "yarn":        # arXiv:2309.00071: turns within the original context decide
        turns = lambda n: d * math.log(p["original_context"] / (n * 2 * math.pi)) / (2 * math.log(p["theta"]))
        low, high = max(math.floor(turns(32)), 0), min(math.ceil(turns(1)), d - 1)
        kept = 1 - np.clip((np.arange(d // 2) - low) / max(high - low, 0.001), 0, 1)
        frequency = frequency / p["factor"] * (1 - kept) + frequency * kept
        magnitude = 0.1 * math.log(p["factor"]) + 1
    return frequency, magnitude


def rotate(p, x, local, factors):
    """x [tokens, heads, head_dim]; llama turns pairs (2i, 2i + 1), the others (i, i + d/2)."""
    d = p["rope_dims"]
    frequency, magnitude = inverse_frequencies(p, local)
    angle = np.arange(len(x))[:, None] * (frequency / factors)
    c, s = np.cos(angle)[:, None] * magnitude, np.sin(angle)[:, None] * magnitude
    first, second = ((slice(0, d, 2), slice(1, d, 2)) if p["architecture"] == "llama"
                     else (slice(0, d // 2), slice(d // 2, d)))
    out = x.copy()
    out[..., first] = x[..., first] * c - x[..., second] * s
    out[..., second] = x[..., first] * s + x[..., second] * c
    return out


def forward(p, w, ids):
    """Logits [tokens, vocabulary]."""
    n, gemma = len(ids), p["architecture"] == "gemma3"
    norm = lambda x, name: x / np.sqrt((x * x).mean(-1, keepdims=True) + float(np.float32(p["epsilon"]))) * w[name]
    linear = lambda x, name: x @ w[name + ".weight"].T + w.get(name + ".bias", 0.0)
    capped = lambda x, cap: cap * np.tanh(x / cap) if cap else x
    factors = w.get("rope_freqs.weight", 1.0)
    x = w["token_embd.weight"][ids] * (math.sqrt(p["width"]) if gemma else 1.0)
    distance = np.arange(n)[:, None] - np.arange(n)[None]
    for i in range(p["layers"]):
        layer = f"blk.{i}."
        local = bool(p["window"]) and (not gemma or (i + 1) % 6 != 0)
        y = norm(x, layer + "attn_norm.weight")
        q, k, v = (linear(y, f"{layer}attn_{part}").reshape(n, heads, p["head_dim"])
                   for part, heads in (("q", p["heads"]), ("k", p["kv_heads"]), ("v", p["kv_heads"])))
        if layer + "attn_q_norm.weight" in w:
            q, k = norm(q, layer + "attn_q_norm.weight"), norm(k, layer + "attn_k_norm.weight")
        q, k = rotate(p, q, local, factors), rotate(p, k, local, factors)
        group = p["heads"] // p["kv_heads"]
        scores = np.einsum("thd,shd->hts", q, k.repeat(group, 1)) * p["attention_scale"]
        scores = capped(scores, p["attention_cap"])
        scores[:, (distance < 0) | (distance >= (p["window"] if local else n))] = -np.inf
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        scores /= scores.sum(-1, keepdims=True)
        y = linear(np.einsum("hts,shd->thd", scores, v.repeat(group, 1)).reshape(n, -1), layer + "attn_output")
        x = x + (norm(y, layer + "post_attention_norm.weight") if gemma else y)
        y = norm(x, layer + "ffn_norm.weight")
        gate = linear(y, layer + "ffn_gate")
        if gemma:
            gate = 0.5 * gate * (1 + np.tanh(math.sqrt(2 / math.pi) * (gate + 0.044715 * gate**3)))
        else:
            gate = gate / (1 + np.exp(-gate))
        y = linear(gate * linear(y, layer + "ffn_up"), layer + "ffn_down")
        x = x + (norm(y, layer + "post_ffw_norm.weight") if gemma else y)
    return capped(norm(x, "output_norm.weight") @ w.get("output.weight", w["token_embd.weight"]).T, p["logit_cap"])


# --- the models -----------------------------------------------------------------------------------------------------

DEFAULTS = dict(width=64, ffn=96, layers=3, heads=4, kv_heads=2, head_dim=16, context=512, epsilon=1e-5, theta=10000.0,
                rope_dims=None, rope_factors=False, scaling=None, factor=1.0, original_context=0, window=0, tied=False,
                qkv_bias=False, output_bias=False, attention_cap=None, logit_cap=None, attention_scale=None, post_norm=1.0,
                types=[Type.F32], tokens=100)

MODELS = {
    "llama": dict(architecture="llama", rope_factors=True, theta=500000.0),
    "llama-window": dict(architecture="llama", window=16, tied=True, qkv_bias=True, output_bias=True, rope_dims=8,
                         scaling="linear", factor=4.0, types=[Type.F16, Type.BF16], tokens=150),
    "llama-blocks": dict(architecture="llama", width=256, ffn=256, head_dim=64, kv_heads=1, scaling="yarn", factor=4.0,
                         original_context=128, types=sorted([*BLOCK_FIELDS, Type.MXFP4], key=int)),
    "qwen2": dict(architecture="qwen2", qkv_bias=True, theta=1e6, epsilon=1e-6, kv_heads=1, types=[Type.Q8_0]),
    "qwen3": dict(architecture="qwen3", head_dim=32, tied=True, theta=1e6, epsilon=1e-6, scaling="yarn", factor=4.0,
                  original_context=64, types=[Type.Q4_0]),
    "gemma3": dict(architecture="gemma3", layers=7, head_dim=32, kv_heads=1, window=16, tied=True, theta=1e6,
                   epsilon=1e-6, scaling="linear", factor=8.0, types=[Type.Q8_0, Type.Q4_0], tokens=150),
    "gemma3-capped": dict(architecture="gemma3", layers=2, heads=2, head_dim=64, tied=True, theta=1e6, epsilon=1e-6,
                          attention_cap=2.0, logit_cap=3.0, types=[Type.F32]),
    # 62 layers are those of the 27B model, whose scores are scaled in their own way. So many random layers multiply every
    # rounding: they add little here, and their weights are floats, whose inputs no backend rounds.
    "gemma3-62": dict(architecture="gemma3", layers=62, width=32, ffn=32, head_dim=16, heads=4, window=8, tied=True,
                      theta=1e6, epsilon=1e-6, attention_scale=1 / math.sqrt(32 / 4), post_norm=0.0, tokens=24),
}


def make_model(name, given):
    p = {**DEFAULTS, **given}
    p["rope_dims"] = p["rope_dims"] or p["head_dim"]
    p["attention_scale"] = p["attention_scale"] or 1 / math.sqrt(p["head_dim"])
    weights = make_weights(name, p, p["types"])
    prompt = (random_bits(name + "/prompt", p["tokens"]) % np.uint64(VOCABULARY)).astype(int).tolist()
    logits = forward(p, weights.values, prompt)
    positions = sorted({0, 1, 7, 15, 16, p["tokens"] // 2, 63, 64, p["tokens"] - 1} & set(range(p["tokens"])))
    print(f"{name}: logits {logits.std():.2f}, largest {abs(logits).max():.2f}", file=sys.stderr)
    return dict(name=name, architecture=p["architecture"], metadata=make_metadata(p), tensors=weights.tensors,
                prompt=prompt, logits=[dict(position=i, values=[round(v, 6) for v in logits[i]]) for i in positions])


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    models = [make_model(name, given) for name, given in MODELS.items()]
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        out.write('{"source": "tests/tools/tiny_models.py",\n "tokenizer": ' + json.dumps(make_tokenizer()) + ',\n "models": [\n')
        out.write(",\n".join(json.dumps(model) for model in models))
        out.write("\n]}\n")


if __name__ == "__main__":
    main()
