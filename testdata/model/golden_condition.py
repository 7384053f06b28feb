#!/usr/bin/python3
"""Golden numbers for m from a condition: golden_condition.json.

The errors of K-K~ after each step of pivoted Cholesky, by projections on the pivots and not by a factor. The evidence
gaps are those of the same steps, by solves with K~+mu*I and K~+(t+mu)*I.
Run from this folder: /usr/bin/python3 golden_condition.py
"""
import json

import numpy as np

rng = np.random.default_rng(27)
n = 240
x = rng.standard_normal((n, 3)) * [1.0, 2.0, 0.3]
gamma = 0.2
k = np.exp(-gamma * ((x[:, None] - x[None]) ** 2).sum(-1))
y = np.sin(x[:, 0]) + 0.1 * x[:, 1] ** 2 + 0.3 * rng.standard_normal(n)
mu = 0.5
errors, traces, gaps, pivots = [], [], [], []
for m in range(1, 121):
    left = np.diag(k).copy()
    if pivots:
        left -= np.einsum("ij,ij->j", k[pivots], np.linalg.solve(k[np.ix_(pivots, pivots)], k[pivots]))
    left[pivots] = 0
    pivots.append(int(np.argmax(left)))
    rest = k - k[:, pivots] @ np.linalg.solve(k[np.ix_(pivots, pivots)], k[pivots])
    errors.append(np.linalg.norm(rest) / np.linalg.norm(k))
    traces.append(np.trace(rest) / np.trace(k))
    short, centred = np.trace(rest), y - y.mean()
    low, high = (centred @ np.linalg.solve(k - rest + ridge * np.eye(n), centred) for ridge in (mu, mu + short))
    gaps.append(short / (2 * mu) + n / 2 * np.log(low / high))

with open("golden_condition.json", "w") as out:
    json.dump({"gamma": gamma, "mu": mu, "x": x.tolist(), "y": y.tolist(), "curves": {"error": errors, "error_trace": traces, "evidence_gap": gaps}}, out, indent=1)
