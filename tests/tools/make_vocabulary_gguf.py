#!/usr/bin/env python3
"""Writes a GGUF file with only a vocabulary, from the files that tokenizers are published as.

  make_vocabulary_gguf.py tekken.json OUT.gguf --pre tekken
  make_vocabulary_gguf.py tokenizer.model OUT.gguf --pre llama-bpe     (a tiktoken file: base64 and rank on each line)
  make_vocabulary_gguf.py tokenizer.model OUT.gguf                     (a SentencePiece file, BPE or unigram)

For comparisons by compare_tokenizers.py. Needs the Python packages gguf and, for SentencePiece files, sentencepiece.
"""

import argparse
import base64
import json

import gguf


def byte_alphabet():
    """GPT-2's printable character for each byte."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in plain]
    return {**{b: chr(b) for b in plain}, **{b: chr(0x100 + i) for i, b in enumerate(others)}}


def merges_of(ranks):
    """The merge list that makes byte-pair merging by rank and by list the same."""
    merges = []
    for token, rank in ranks.items():
        pairs = [(token[:i], token[i:]) for i in range(1, len(token)) if token[:i] in ranks and token[i:] in ranks]
        merges += sorted(((rank, ranks[a], ranks[b], a, b) for a, b in pairs))
    return [(a, b) for _, _, _, a, b in sorted(merges, key=lambda merge: merge[0])]


def read_ranks(path):
    """Bytes to rank of a tekken or tiktoken file, and how many special tokens come before them."""
    if path.endswith(".json"):
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        special = data["config"]["default_num_special_tokens"]
        count = data["config"]["default_vocab_size"] - special
        return {base64.b64decode(t["token_bytes"]): t["rank"] for t in data["vocab"][:count]}, special
    with open(path, "rb") as file:
        pairs = [line.split() for line in file if line.strip()]
    return {base64.b64decode(token): int(rank) for token, rank in pairs}, 0


def write_byte_level(writer, path, pre):
    ranks, special = read_ranks(path)
    alphabet = byte_alphabet()
    spell = lambda raw: "".join(alphabet[byte] for byte in raw)
    by_rank = sorted(ranks, key=ranks.get)
    tokens = [f"<|special_{i}|>" for i in range(special)] + [spell(token) for token in by_rank]
    kinds = [gguf.TokenType.CONTROL] * special + [gguf.TokenType.NORMAL] * len(by_rank)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre(pre)
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    writer.add_token_merges([f"{spell(a)} {spell(b)}" for a, b in merges_of(ranks)])


def write_sentencepiece(writer, path):
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2

    model = sentencepiece_model_pb2.ModelProto()
    with open(path, "rb") as file:
        model.ParseFromString(file.read())
    unigram = model.trainer_spec.model_type == model.trainer_spec.UNIGRAM
    processor = sentencepiece.SentencePieceProcessor(model_file=path)
    writer.add_tokenizer_model("t5" if unigram else "llama")
    # Converters write the spaces of user-defined tokens, which are matched before spaces become U+2581.
    user_defined = gguf.TokenType.USER_DEFINED
    writer.add_token_list([piece.piece.replace("\u2581", " ") if piece.type == user_defined else piece.piece
                           for piece in model.pieces])
    writer.add_token_scores([piece.score for piece in model.pieces])
    writer.add_token_types([piece.type for piece in model.pieces])
    writer.add_unk_token_id(processor.unk_id())
    writer.add_add_space_prefix(model.normalizer_spec.add_dummy_prefix)
    writer.add_remove_extra_whitespaces(model.normalizer_spec.remove_extra_whitespaces)
    if model.normalizer_spec.precompiled_charsmap:
        writer.add_precompiled_charsmap(model.normalizer_spec.precompiled_charsmap)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source")
    parser.add_argument("output")
    parser.add_argument("--pre", help="name of the pre-tokenizer; without it the source is a SentencePiece file")
    arguments = parser.parse_args()
    writer = gguf.GGUFWriter(arguments.output, "llama")
    if arguments.pre:
        write_byte_level(writer, arguments.source, arguments.pre)
    else:
        write_sentencepiece(writer, arguments.source)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
