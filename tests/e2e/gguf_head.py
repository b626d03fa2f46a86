"""Heads of model files that nobody has: the head of a real GGUF file, made to tell of a wider model or of other weights.
What reads heads alone (does it fit, how fast would it be) takes them for the real thing."""
import struct

F32, F16, Q8_0 = 0, 1, 8
BLOCK = {F32: (1, 4), F16: (1, 2), Q8_0: (32, 34)}  # weights and bytes of one
FILE_TYPE = {F32: 0, F16: 1, Q8_0: 7}  # general.file_type
WIDTHS = (".embedding_length", ".feed_forward_length", ".attention.head_count", ".attention.head_count_kv")
NUMBER_BYTES = {0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8}
UINT32, TEXT, LIST = 4, 8, 9


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def number(self, form):
        value, = struct.unpack_from("<" + form, self.data, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def text(self):
        length = self.number("Q")
        self.at += length
        return self.data[self.at - length:self.at].decode()

    def skip(self, kind):
        if kind == TEXT:
            self.text()
        elif kind == LIST:
            of, count = self.number("I"), self.number("Q")
            if of in NUMBER_BYTES:
                self.at += NUMBER_BYTES[of] * count
            else:
                for _ in range(count):
                    self.skip(of)
        else:
            self.at += NUMBER_BYTES[kind]


def head_of(path, weights, times=1):
    """(head, bytes of the whole file) of the model in `path` with its matrices stored as `weights` and `times` as wide."""
    with open(path, "rb") as file:
        data = bytearray(file.read(64 << 20))
    reader = Reader(data)
    if reader.number("I") != int.from_bytes(b"GGUF", "little"):
        raise ValueError(f"{path} is no GGUF file")
    reader.number("I")
    tensors, facts = reader.number("Q"), reader.number("Q")
    alignment, vocabulary = 32, None
    for _ in range(facts):
        key, kind, begin = reader.text(), reader.number("I"), reader.at
        if key == "tokenizer.ggml.tokens":
            vocabulary = struct.unpack_from("<Q", data, begin + 4)[0]
        elif kind == UINT32:
            value, = struct.unpack_from("<I", data, begin)
            if key == "general.alignment":
                alignment = value
            elif key == "general.file_type":
                value = FILE_TYPE[weights]
            elif key.endswith(WIDTHS):
                value *= times
            struct.pack_into("<I", data, begin, value)
        reader.skip(kind)
    offset = 0
    for _ in range(tensors):
        reader.text()
        count = 1
        ranks = reader.number("I")
        for _ in range(ranks):
            size, = struct.unpack_from("<Q", data, reader.at)
            size *= 1 if size == vocabulary else times
            struct.pack_into("<Q", data, reader.at, size)
            reader.at += 8
            count *= size
        kind = weights if ranks > 1 else F32
        struct.pack_into("<IQ", data, reader.at, kind, offset)
        reader.at += 12
        of, bytes_of = BLOCK[kind]
        offset += -(-(count // of * bytes_of) // alignment) * alignment
    begin = -(-reader.at // alignment) * alignment
    return bytes(data[:begin]), begin + offset
