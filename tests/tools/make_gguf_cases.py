#!/usr/bin/env python3
"""Writes tests/data/gguf: small GGUF files with one defect each (ok_v2, ok_v3, extra_tail, key_nul_utf8 are valid).

The answer each must get is the table in tests/engine/format/gguf_cases_test.cpp. Only the public file format is used.
Usage: make_gguf_cases.py OUTPUT_FOLDER
"""

import pathlib
import struct
import sys


def u32(value):
    return struct.pack("<I", value & 0xFFFFFFFF)


def u64(value):
    return struct.pack("<Q", value & 0xFFFFFFFFFFFFFFFF)


def text(data):
    return u64(len(data)) + data


def string_pair(key, value):
    return text(key) + u32(8) + text(value)


def number_pair(key, value, value_type=4):
    return text(key) + u32(value_type) + u32(value)


def tensor(name, dimensions, type_number, offset):
    shape = u32(len(dimensions)) + b"".join(u64(d) for d in dimensions)
    return text(name) + shape + u32(type_number) + u64(offset)


def padded(data, alignment=32):
    return data + b"\0" * (-len(data) % alignment)


ARCHITECTURE = string_pair(b"general.architecture", b"llama")
TENSORS = [tensor(b"a.weight", [4], 0, 0), tensor(b"b.weight", [2, 2], 1, 32)]
DATA = padded(struct.pack("<4f", 1, 2, 3, 4)) + padded(struct.pack("<4e", 1, 2, 3, 4))


def whole(version=3, tensor_count=None, pair_count=None, pairs=(ARCHITECTURE,), tensors=TENSORS, magic=b"GGUF"):
    counts = u64(len(tensors) if tensor_count is None else tensor_count)
    counts += u64(len(pairs) if pair_count is None else pair_count)
    return padded(magic + u32(version) + counts + b"".join(pairs) + b"".join(tensors)) + DATA


def with_pair(pair):
    return whole(pairs=[ARCHITECTURE, pair])


def with_value(value):
    """Second pair: key `k` with the type and bytes of `value`."""
    return with_pair(text(b"k") + value)


def with_tensor(*tensors):
    return whole(tensors=tensors)


def cases():
    yield "ok_v3", whole()
    yield "ok_v2", whole(version=2)
    yield "extra_tail", whole() + b"TAIL" * 8
    yield "data_short_1", whole()[:-40]
    # Not GGUF, or not of a version we read.
    yield "empty", b""
    yield "four", b"GGUF"
    yield "magic_FUGG", whole(magic=b"FUGG")
    yield "html", b"<!DOCTYPE html><title>Sign in to Wi-Fi</title>"
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"a" * 64 + b"\nsize 4096\n"
    yield "lfs_pointer", pointer
    yield "bigendian", b"GGUF" + struct.pack(">IQQ", 3, 0, 0)
    for version in (0, 1, 4):
        yield f"v{version}", whole(version=version)
    # Counts and lengths.
    yield "ntensors_max", whole(tensor_count=2**64 - 1)
    yield "ntensors_2p40", whole(tensor_count=2**40)
    yield "nkv_max", whole(pair_count=2**64 - 1)
    yield "keylen_max", whole(pairs=[u64(2**64 - 1) + b"x"])
    yield "keylen_2p40", whole(pairs=[u64(2**40) + b"x"])
    yield "strval_2p63", whole(pairs=[text(b"k") + u32(8) + u64(2**63) + b"x"])
    # Metadata.
    yield "empty_key", with_pair(string_pair(b"", b"x"))
    yield "dup_key", with_pair(string_pair(b"general.architecture", b"qwen2"))
    yield "key_nul_utf8", with_pair(string_pair(b"a\0b\xff", b"\xc3\x28"))
    yield "kv_type_13", with_value(u32(13) + u32(1))
    yield "bool_2", with_value(u32(7) + b"\2")
    yield "arr_of_arr", with_value(u32(9) + u32(9) + u64(1) + u32(4) + u64(1) + u32(7))
    yield "arr_2p61_u64", with_value(u32(9) + u32(10) + u64(2**61))
    yield "arr_str_2p40", with_value(u32(9) + u32(8) + u64(2**40))
    yield "align_0", with_pair(number_pair(b"general.alignment", 0))
    yield "align_13", with_pair(number_pair(b"general.alignment", 13))
    yield "align_i32", with_pair(number_pair(b"general.alignment", 32, 5))
    yield "align_2p31", with_pair(number_pair(b"general.alignment", 2**31))
    # Tensor directory.
    yield "dims_0", with_tensor(tensor(b"a.weight", [4, 0], 0, 0))
    yield "ndims_5", with_tensor(tensor(b"a.weight", [1] * 5, 0, 0))
    yield "ndims_max", with_tensor(text(b"a") + u32(2**32 - 1))
    yield "dim_neg", with_tensor(tensor(b"a.weight", [2**64 - 4], 0, 0))
    yield "dim_wrap", with_tensor(tensor(b"a.weight", [4, 2**62], 0, 0))
    half = 2**63 - 64
    yield "dim_wrap_total", with_tensor(tensor(b"a.weight", [half], 24, 0), tensor(b"b.weight", [half], 24, half))
    yield "type_9999", with_tensor(tensor(b"a.weight", [4], 9999, 0))
    yield "type_neg", with_tensor(tensor(b"a.weight", [4], 2**32 - 1, 0))
    yield "type_4_removed", with_tensor(tensor(b"a.weight", [256], 4, 0))
    yield "q4k_cols_100", with_tensor(tensor(b"a.weight", [100], 12, 0))
    yield "off_unaligned", with_tensor(tensor(b"a.weight", [4], 0, 4))
    yield "off_past_eof", with_tensor(tensor(b"a.weight", [4], 0, 1 << 20))
    yield "off_max", with_tensor(tensor(b"a.weight", [4], 0, 2**64 - 16))
    yield "overlap", with_tensor(tensor(b"a.weight", [4], 0, 0), tensor(b"b.weight", [4], 0, 0))
    yield "dup_tensor", with_tensor(tensor(b"a.weight", [4], 0, 0), tensor(b"a.weight", [2, 2], 1, 32))
    yield "name_200", with_tensor(tensor(b"n" * 200, [4], 0, 0))
    yield "name_empty", with_tensor(tensor(b"", [4], 0, 0))


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in cases():
        (folder / f"{name}.gguf").write_bytes(data)


if __name__ == "__main__":
    main()
