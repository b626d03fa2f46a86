#!/usr/bin/env python3
"""Speed of hearth-cli beside llama.cpp's llama-bench, run alternately on the same machine.

    compare_llama_cpp.py HEARTH_CLI LLAMA_BENCH MODEL.gguf... [--rounds 3] [--threads N] [--prompt-tokens 512] [--gen-tokens 128]

Prints, for each model, the medians over the rounds in tokens per second and the ratio ours / theirs. llama-bench is
given the same threads and flash attention. Machines drift: only figures of one run compare.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys


def run(command):
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {result.returncode}:\n{result.stdout}{result.stderr}")
    return json.loads(result.stdout)


def ours(options, model):
    answer = run([options.hearth_cli, "bench", "--json", "--model", model, "--batch", "1",
                  "--threads", str(options.threads), "--prompt-tokens", str(options.prompt_tokens),
                  "--gen-tokens", str(options.gen_tokens)])
    return answer["prefill_tokens_per_s"], answer["decode_tokens_per_s"]["1"]


def theirs(options, model):
    rows = run([options.llama_bench, "-m", model, "-t", str(options.threads), "-fa", "1", "-r", "3", "-o", "json",
                "-p", str(options.prompt_tokens), "-n", str(options.gen_tokens)])
    prefill = next(row["avg_ts"] for row in rows if row["n_prompt"])
    decode = next(row["avg_ts"] for row in rows if row["n_gen"])
    return prefill, decode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth_cli")
    parser.add_argument("llama_bench")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--prompt-tokens", type=int, default=512)
    parser.add_argument("--gen-tokens", type=int, default=128)
    options = parser.parse_args()

    print(f"{'model':40} {'test':>8} {'ours':>9} {'theirs':>9} {'ratio':>6}")
    for model in options.models:
        figures = {ours: [], theirs: []}
        for _ in range(options.rounds):
            for engine in (ours, theirs):
                figures[engine].append(engine(options, model))
        for index, test in enumerate(("prefill", "decode")):
            mine, peer = (statistics.median(round_[index] for round_ in figures[engine]) for engine in (ours, theirs))
            print(f"{os.path.basename(model):40} {test:>8} {mine:9.1f} {peer:9.1f} {mine / peer:6.2f}", flush=True)


if __name__ == "__main__":
    main()
