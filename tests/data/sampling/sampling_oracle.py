"""Right answers for the sampling tests, in float64 and by the plainest definition of every step.

    python3 sampling_oracle.py > sampling_oracle.json
"""

import json
import math

import numpy as np


def softmax(logits):
    e = np.exp(logits - logits.max())
    return e / e.sum()


def by_probability(logits):
    return sorted(range(len(logits)), key=lambda i: (-logits[i], i))


def top_p(logits, p):
    probability, mass, kept = softmax(logits), 0.0, []
    for i in by_probability(logits):
        kept.append(i)
        mass += probability[i]
        if mass >= p:
            break
    return kept


def typical(logits, p):
    probability = softmax(logits)
    surprise = -np.log(probability)
    entropy = float((probability * surprise).sum())
    mass, kept = 0.0, []
    for i in sorted(range(len(logits)), key=lambda i: (abs(surprise[i] - entropy), -logits[i], i)):
        kept.append(i)
        mass += probability[i]
        if mass > p:
            break
    return kept


def min_p(logits, p):
    probability = softmax(logits)
    return [i for i in range(len(logits)) if probability[i] >= p * probability.max()]


def xtc(logits, threshold):
    probability = softmax(logits)
    tops = [i for i in by_probability(logits) if probability[i] >= threshold]
    return [i for i in range(len(logits)) if i not in tops[:-1]]


def penalties(logits, history, window, repetition, frequency, presence):
    recent = history[-window:] if window else []
    out = list(logits)
    for token in set(recent):
        x = out[token]
        x = x / repetition if x > 0 else x * repetition
        out[token] = x - recent.count(token) * frequency - presence
    return out


def dry(logits, history, texts, multiplier, base, allowed, window, breakers):
    recent = history[-window:]
    limit = len(recent)
    for first in range(len(recent)):  # the text from any token on, to find breakers that lie across tokens
        text = b""
        for i in range(first, len(recent)):
            text += texts[recent[i]]
            if any(b in text for b in breakers):
                limit = min(limit, len(recent) - 1 - i)
                break
    out = list(logits)
    for token in set(recent):
        if any(b in texts[token] for b in breakers):
            continue
        longest = -1
        for i in range(1, len(recent)):
            if recent[i] != token:
                continue
            length = 0
            while length < i and recent[i - 1 - length] == recent[len(recent) - 1 - length]:
                length += 1
            longest = max(longest, min(length, limit))
        if longest >= allowed:
            out[token] -= multiplier * base ** (longest - allowed)
    return out


def mirostat(rows, randoms, tau, eta, temperature):
    mu, tokens = 2.0 * tau, []
    for logits, u in zip(rows, randoms):
        probability = softmax(np.array(logits) / temperature)
        kept = [i for i in range(len(probability)) if -math.log2(probability[i]) <= mu]
        if not kept:
            kept = by_probability(np.array(logits))[:1]
        total = sum(probability[i] for i in kept)
        mass, drawn = 0.0, kept[-1]
        for i in kept:
            mass += probability[i]
            if mass > u * total:
                drawn = i
                break
        mu -= eta * (-math.log2(probability[drawn] / total) - tau)
        tokens.append(drawn)
    return tokens, mu


def row(rng, size):
    """Logits that a float holds exactly, some of them equal."""
    return [float(np.float32(x)) for x in np.round(rng.normal(0, 3, size) * 8) / 8]


def main():
    rng = np.random.default_rng(20240501)
    out = {"cuts": [], "penalties": [], "dry": [], "mirostat": [], "log_probabilities": []}
    for _ in range(60):
        logits = row(rng, int(rng.integers(1, 60)))
        p = float(np.float32(rng.uniform(0.02, 0.98)))
        array = np.array(logits)
        out["cuts"].append({
            "logits": logits, "p": p,
            "top_p": top_p(array, p), "typical": typical(array, p), "min_p": min_p(array, p),
            "xtc": xtc(array, p / 4), "xtc_threshold": p / 4,
        })
    for _ in range(30):
        logits = row(rng, 20)
        history = [int(x) for x in rng.integers(0, 20, int(rng.integers(0, 40)))]
        window = int(rng.integers(0, 30))
        repetition = float(np.float32(rng.uniform(0.5, 2)))
        frequency, presence = (float(np.float32(x)) for x in rng.uniform(-1, 1, 2))
        out["penalties"].append({
            "logits": logits, "history": history, "window": window, "repetition": repetition,
            "frequency": frequency, "presence": presence,
            "result": penalties(logits, history, window, repetition, frequency, presence),
        })
    texts = [b"a", b"b", b"\n", b" the", b"c:", b"d", b"e*", b"*f"]
    for i in range(60):
        logits = row(rng, len(texts))
        history = [int(x) for x in rng.choice(len(texts), int(rng.integers(0, 60)),
                                              p=[.3, .3, .02, .14, .02, .18, .02, .02])]
        if i % 2:
            history = history + history[len(history) // 2:]
        breakers = [[b"\n", b":"], [b"e**f", b"\n"], [], [b"a the"]][i % 4]
        window, allowed = int(rng.integers(1, 80)), int(rng.integers(0, 4))
        base, multiplier = (float(np.float32(x)) for x in rng.uniform(1, 2, 2))
        out["dry"].append({
            "logits": logits, "history": history, "window": window, "allowed_length": allowed, "base": base,
            "multiplier": multiplier, "breakers": [b.decode() for b in breakers],
            "result": dry(logits, history, texts, multiplier, base, allowed, window, breakers),
        })
    for _ in range(10):
        rows = [row(rng, 30) for _ in range(20)]
        randoms = [float(x) for x in rng.uniform(0, 1, 20)]
        tau, eta, temperature = (float(np.float32(x)) for x in (rng.uniform(0.5, 4), rng.uniform(0, 0.5),
                                                                rng.uniform(0.5, 2)))
        tokens, mu = mirostat(rows, randoms, tau, eta, temperature)
        out["mirostat"].append({"rows": rows, "randoms": randoms, "tau": tau, "eta": eta,
                                "temperature": temperature, "tokens": tokens, "mu": mu})
    for _ in range(10):
        logits = row(rng, 50)
        result = np.log(softmax(np.array(logits)))
        out["log_probabilities"].append({"logits": logits, "result": [float(x) for x in result],
                                         "order": by_probability(logits)})
    out["dry_texts"] = [t.decode() for t in texts]
    print(json.dumps(out, separators=(",", ":")))


if __name__ == "__main__":
    main()
