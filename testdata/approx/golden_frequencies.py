#!/usr/bin/env python3
"""Golden figures for frequencies of Fourier features that are chosen together, by
NumPy and SciPy.

    /usr/bin/python3 testdata/approx/golden_frequencies.py

writes golden_frequencies.json beside itself: the Halton sequence of scipy.stats.qmc,
and one whose digits are permuted, in fractions; frequencies at given points by the
quantiles of scipy.stats; a product of Walsh-Hadamard matrices, multiplied out; the
corners of a simplex (Reid et al. 2023, eq. 8). The seed is fixed.
"""
import json
import os
from fractions import Fraction

import numpy as np
from scipy import stats
from scipy.linalg import hadamard

rng = np.random.default_rng(20260129)

halton = stats.qmc.Halton(7, scramble=False).random(41)[1:]

permuted = []
for base, places, first in [(2, 6, 0), (3, 4, 5), (17, 2, 100)]:
    digits = [rng.permutation(base).tolist() for _ in range(places)]
    within = [float(v) for v in rng.random(30)]
    values = []
    for i, u in enumerate(within):
        number, rest = Fraction(0), first + i
        for k, digit in enumerate(digits):
            number += Fraction(digit[rest % base], base ** (k + 1))
            rest //= base
        values.append(float(number + Fraction(u) / base**places))
    permuted.append({"first": first, "digits": digits, "within": within, "values": values})

d = 3
points = np.vstack([rng.random((20, d + 1)), np.full(d + 1, 1e-12), np.full(d + 1, 9e-4), np.full(d + 1, 1 - 1e-12), np.full(d + 1, 2.0**-64)])
gamma = 0.7
quantiles = []
z = np.where(points[:, :d] < 0.5, stats.norm.ppf(points[:, :d]), stats.norm.isf(1 - points[:, :d]))
quantiles.append({"kernel": "gaussian", "frequencies": (np.sqrt(2 * gamma) * z).tolist()})
quantiles.append({"kernel": "laplacian", "frequencies": (gamma * stats.cauchy.ppf(points[:, :d])).tolist()})
sigma = 1 / np.sqrt(2 * gamma)
for two_nu in (1, 3, 5):
    u = stats.chi2.ppf(points[:, d], two_nu)
    w = z / sigma * np.sqrt(two_nu / u)[:, None]
    quantiles.append({"kernel": f"matern{two_nu}2", "frequencies": w.tolist()})

# H[i,j] = -1 to the number of the bits that i has and j has not
s, columns, rows = 128, 100, 150
bits = np.array([(-1) ** bin(i).count("1") for i in range(s)])
H = bits[:, None] * hadamard(s)
assert all(H[i, j] == (-1) ** bin(i & ~j & (s - 1)).count("1") for i in range(0, s, 5) for j in range(0, s, 3))
last = rng.random(s) < 0.5
lengths = rng.random(rows) + 0.5
sign = lambda negative: np.diag(np.where(negative, -1.0, 1.0))
blocks, signs = [], []
for lo in range(0, rows, s):
    d2, d1 = rng.random(s) < 0.5, rng.random(s) < 0.5
    W = H @ sign(d1) @ H @ sign(d2) @ H @ sign(last) / s**1.5
    assert np.allclose(W @ W.T, np.eye(s))
    blocks.append(W[: min(s, rows - lo), :columns])
    signs.append([d2.tolist(), d1.tolist()])
# of the 15000 entries these are enough
W = lengths[:, None] * np.vstack(blocks)
picked = [[int(i), int(j), float(W[i, j])] for i, j in zip(rng.integers(rows, size=300), rng.integers(columns, size=300))]

simplexes = []
for d, r in [(2, 2), (3, 3), (6, 6), (7, 4)]:
    S = np.zeros((d, d))
    for i in range(d - 1):
        S[i, i] = np.sqrt(d / (d - 1))
        S[i, : d - 1] -= (np.sqrt(d) + 1) / (d - 1) ** 1.5
    S[d - 1, : d - 1] = 1 / np.sqrt(d - 1)
    assert np.allclose(S @ S.T, np.eye(d) * d / (d - 1) - 1 / (d - 1))
    R, _ = np.linalg.qr(rng.normal(size=(d, d)))
    w = rng.normal(size=(r, d))
    turned = np.linalg.norm(w, axis=1)[:, None] * (S @ R.T)[:r]
    simplexes.append({"axes": R[:, : d - 1].tolist(), "frequencies": w.tolist(), "turned": turned.tolist()})

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_frequencies.json")
with open(path, "w") as f:
    json.dump({"halton": halton.tolist(), "permuted": permuted, "points": points.tolist(), "gamma": gamma, "quantiles": quantiles,
               "hadamard": {"columns": columns, "lengths": lengths.tolist(), "last": last.tolist(), "signs": signs, "entries": picked},
               "simplexes": simplexes}, f, separators=(",", ":"))
    f.write("\n")
