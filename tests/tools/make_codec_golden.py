#!/usr/bin/env python3
"""Writes tests/data/codecs: random and extreme blocks of every tensor type, and the values the public `gguf` Python
package (pip install gguf; the committed files come from 0.19.0) says they stand for.

For each type NAME: NAME.blocks (the stored bytes) and NAME.f32 (the values, little-endian float32).
Usage: make_codec_golden.py OUTPUT_FOLDER
"""

import pathlib
import sys

import gguf
import numpy as np

# Byte offsets of the 16-bit float fields of a block; other bytes may be anything.
SCALE_OFFSETS = {
    "Q4_0": [0], "Q4_1": [0, 2], "Q5_0": [0], "Q5_1": [0, 2], "Q8_0": [0],
    "Q2_K": [80, 82], "Q3_K": [108], "Q4_K": [0, 2], "Q5_K": [0, 2], "Q6_K": [208],
    "IQ4_NL": [0], "IQ4_XS": [0], "MXFP4": [],
}
EXTREME_SCALES = [0x0000, 0x8000, 0x0001, 0x83FF, 0x0400, 0x7BFF, 0xFBFF, 0x3C00]  # zeros, subnormal, largest, one
MXFP4_EXPONENTS = [0, 1, 2, 3, 126, 127, 128, 129, 253, 254, 255]


def finite_halves(random, shape):
    bits = random.integers(0, 1 << 16, size=shape, dtype=np.uint16)
    return np.where((bits & 0x7C00) == 0x7C00, bits ^ 0x4000, bits)


def blocks_of(name, random):
    block_bytes = gguf.GGML_QUANT_SIZES[gguf.GGMLQuantizationType[name]][1]
    offsets = SCALE_OFFSETS[name]
    count = 5 + (len(MXFP4_EXPONENTS) if name == "MXFP4" else len(EXTREME_SCALES))
    blocks = random.integers(0, 256, size=(count, block_bytes), dtype=np.uint8)
    for offset in offsets:
        halves = finite_halves(random, count)
        halves[5:] = random.permutation(EXTREME_SCALES)
        blocks[:, offset : offset + 2] = halves.astype("<u2").view(np.uint8).reshape(-1, 2)
    if name == "MXFP4":
        blocks[:5, 0] = random.integers(100, 140, size=5)
        blocks[5:, 0] = MXFP4_EXPONENTS
    # Two blocks with every bit of the quants clear, and every bit set.
    quant_bytes = [i for i in range(block_bytes) if not any(o <= i < o + 2 for o in offsets)]
    if name == "MXFP4":
        quant_bytes = quant_bytes[1:]
    blocks[0, quant_bytes] = 0
    blocks[1, quant_bytes] = 255
    return blocks.reshape(-1)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    random = np.random.default_rng(20240607)
    for name in SCALE_OFFSETS:
        blocks = blocks_of(name, random)
        with np.errstate(over="ignore"):
            values = gguf.dequantize(blocks, gguf.GGMLQuantizationType[name])
        (folder / f"{name}.blocks").write_bytes(blocks.tobytes())
        (folder / f"{name}.f32").write_bytes(values.astype("<f4").tobytes())
    floats = random.integers(0, 1 << 32, size=64, dtype=np.uint32)
    floats = np.where((floats & 0x7F800000) == 0x7F800000, floats ^ 0x40000000, floats).astype("<u4")
    for name, bits in (
        ("F32", floats),
        ("F16", finite_halves(random, 64).astype("<u2")),
        ("BF16", (floats >> 16).astype("<u2")),
    ):
        blocks = bits.view(np.uint8)
        (folder / f"{name}.blocks").write_bytes(blocks.tobytes())
        values = gguf.dequantize(blocks, gguf.GGMLQuantizationType[name])
        (folder / f"{name}.f32").write_bytes(values.astype("<f4").tobytes())


if __name__ == "__main__":
    main()
