"""Golden numbers for estimates from sampled rows: golden_estimates.json.

The U-statistics and their variance are written out over pairs and triples, in the
terms of Hoeffding's decomposition, and not as package exact computes them.
Run from this folder: /usr/bin/python3 golden_estimates.py
"""
import itertools
import json

import numpy as np

rng = np.random.default_rng(12)
n, s = 30, 11
x = rng.standard_normal((s, 2))
k = np.exp(-0.4 * ((x[:, None] - x[None]) ** 2).sum(-1))
f = rng.standard_normal((s, 3)) * 0.4
approx = f @ f.T
e = k - approx
diagonal_k = 30.0  # sum of squares over all n diagonal entries


def mean(h):
    return np.mean([h[i, j] for i, j in itertools.permutations(range(len(h)), 2)])


def variance(h, n, own=0):
    """Of the mean over pairs of a sample of n rows, where each row adds so much of its own to its row's mean."""
    u, s = mean(h), len(h)
    row = np.array([np.mean([h[i, j] for j in range(s) if j != i]) for i in range(s)])
    spread = ((row - u) ** 2).sum() / (s - 1)
    total = np.mean([h[i, j] ** 2 for i, j in itertools.permutations(range(s), 2)]) - u**2
    # E spread = zeta + delta/(s-1) and total = 2*zeta + delta, solved for both.
    zeta, delta = np.linalg.solve([[1, 1 / (s - 1)], [2, 1]], [spread, total])
    both = row + own
    zeta = ((both - both.mean()) ** 2).sum() / (s - 1) - max(delta, 0) / (s - 1)
    rest = 1 - s / n
    return rest * 4 * max(zeta, 0) / s + rest**2 * 2 * max(delta, 0) / (s * (s - 1))


others = n * (n - 1)
all_k = diagonal_k + others * mean(k**2)
diagonal = np.diag(e) ** 2
ratio = (n * diagonal.mean() + others * mean(e**2)) / all_k
# A row is in the mean over pairs twice, times n(n-1), and in that of the diagonal once, times n.
se = others * np.sqrt(variance(e**2 - ratio * k**2, n, diagonal / (2 * (n - 1)))) / all_k / (2 * np.sqrt(ratio))


with open("golden_estimates.json", "w") as out:
    json.dump({
        "n": n, "k": k.tolist(), "e": e.tolist(), "diagonal_k": diagonal_k,
        "frobenius": np.sqrt(all_k), "frobenius_se": others * np.sqrt(variance(k**2, n)) / (2 * np.sqrt(all_k)),
        "error": np.sqrt(ratio), "error_se": se,
    }, out, indent=1)
