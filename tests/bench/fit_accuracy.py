#!/usr/bin/env python3
"""How right `hearth-cli fit --probe` is: predicted / measured speed and memory, in alternating rounds.

Every round probes the device anew, asks for the prediction of each model and measures it with `hearth-cli bench` at
once, so that what else the machine does meets both. Prints the ratios of every round, their medians, and the load.

    tests/bench/fit_accuracy.py build/release/app/cli/hearth-cli model.gguf … [--rounds 5]
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile


def run(command, environment):
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return json.loads(done.stdout), done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("cli")
    parser.add_argument("models", nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=5, help="of bench")
    options = parser.parse_args()
    decode = {model: [] for model in options.models}
    prefill = {model: [] for model in options.models}
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"HEARTH_DATA_DIR": folder}
        for number in range(options.rounds):
            for model in options.models:
                fit, notes = run([options.cli, "fit", "--probe", "--json", model], environment)
                bench, _ = run([options.cli, "bench", "--json", "--batch", "1", "--repeats", str(options.repeats),
                                "--model", model], environment)
                measured = bench["decode_tokens_per_s"]["1"], bench["prefill_tokens_per_s"]
                predicted = fit["predicted_decode_tokens_per_s"], fit["predicted_prefill_tokens_per_s"]
                decode[model].append(predicted[0] / measured[0])
                prefill[model].append(predicted[1] / measured[1])
                print(f"round {number + 1}  {pathlib.Path(model).name:40}"
                      f"  decode {predicted[0]:7.1f} / {measured[0]:7.1f} = {decode[model][-1]:.2f}"
                      f"  prefill {predicted[1]:7.1f} / {measured[1]:7.1f} = {prefill[model][-1]:.2f}"
                      f"  load {os.getloadavg()[0]:.1f}{'  disturbed' if notes else ''}", flush=True)
    for model in options.models:
        print(f"median   {pathlib.Path(model).name:40}  decode {statistics.median(decode[model]):.2f}"
              f"  prefill {statistics.median(prefill[model]):.2f}")


if __name__ == "__main__":
    main()
