#!/usr/bin/env python3
"""Golden distributions and sketches of the accumulation sketch, by NumPy alone.

    /usr/bin/python3 testdata/approx/golden_accumulation.py

writes golden_accumulation.json beside itself: for each kernel the probabilities of
the three distributions that are not uniform, and a sketch S drawn from each as in
Algorithm 1 of Chen and Yang, entry += sign / sqrt(m a p_row), with the figures of
K~ = K S (S' K S)^-1 S' K from a dense solve.
"""
import json
import os

import numpy as np

rng = np.random.default_rng(20250811)
n, d, m, a = 30, 2, 6, 3
X = np.vstack([rng.normal(size=(24, d)), 0.2 * rng.normal(size=(6, d)) + 4])
cases = []
for name, gamma, ridge in [("gaussian", 0.3, 0.05), ("laplacian", 0.7, 1.0), ("polynomial", 0.5, 2.0)]:
    diff = X[:, None, :] - X[None, :, :]
    K = {"gaussian": np.exp(-gamma * (diff**2).sum(-1)), "laplacian": np.exp(-gamma * np.abs(diff).sum(-1)),
         "polynomial": (gamma * X @ X.T + 1.0) ** 2}[name]
    tau = np.diag(np.linalg.solve(K + ridge * np.eye(n), K))
    pilot = rng.choice(n, size=m, replace=False)
    L = K[:, pilot] @ np.linalg.pinv(K[np.ix_(pilot, pilot)], hermitian=True) @ K[pilot]
    crude = np.diag(L @ np.linalg.inv(L + ridge * np.eye(n)))
    shares = {"scores": tau / tau.sum(), "pilot": 0.9 * crude / crude.sum() + 0.1 / n,
              "norms": (K**2).sum(0) / (K**2).sum()}
    for draw, p in shares.items():
        S = np.zeros((n, m))
        for j in range(m):
            for row, sign in zip(rng.choice(n, size=a, p=p / p.sum()), rng.choice([-1, 1], size=a)):
                S[row, j] += sign / np.sqrt(m * a * p[row])
        KS = K @ S
        A = KS @ np.linalg.solve(S.T @ KS, KS.T)
        cases.append({"kernel": name, "gamma": gamma, "ridge": ridge, "draw": draw, "pilot": pilot.tolist(),
                      "p": p.tolist(), "sketch": S.tolist(), "error": np.linalg.norm(K - A) / np.linalg.norm(K)})

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_accumulation.json")
with open(path, "w") as f:
    json.dump({"x": X.tolist(), "m": m, "accum": a, "cases": cases}, f, separators=(",", ":"))
    f.write("\n")
