#!/usr/bin/python3
"""Golden values of package model, computed with NumPy and SciPy only.

Run from this folder: /usr/bin/python3 golden.py > golden.json
(numpy 1.24, scipy 1.10 of Debian 12).
"""
import json

import numpy as np
from scipy.spatial.distance import cdist, pdist
from scipy.special import gamma as Gamma, kv

rng = np.random.default_rng(7)
X = rng.normal(size=(32, 3)) * [1.0, 2.0, 0.5] + [5.0, -3.0, 100.0]
X[17] = X[4]  # a duplicate: K is singular
gamma = 0.3
sigma = 1 / np.sqrt(2 * gamma)
r = cdist(X, X)
l1 = cdist(X, X, "cityblock")


def matern(nu):
    a = np.sqrt(2 * nu) * r / sigma
    with np.errstate(invalid="ignore", divide="ignore"):
        k = 2 ** (1 - nu) / Gamma(nu) * a**nu * kv(nu, a)
    k[r == 0] = 1
    return k


kernels = {
    "gaussian": np.exp(-gamma * r**2),
    "laplacian": np.exp(-gamma * l1),
    "matern12": matern(0.5),
    "matern32": matern(1.5),
    "matern52": matern(2.5),
    "polynomial": (gamma * X @ X.T + 1.5) ** 3,
    "linear": X @ X.T,
}

t = rng.uniform(size=12)
periodic = {}
for beta in (1, 2, 3, 4, 8):
    i = np.arange(1, 2000001 if beta == 1 else 20001)
    series = lambda u: np.sum(2.0 * i ** (-2.0 * beta) * np.cos(2 * np.pi * i * u))
    periodic[str(beta)] = [[series(a - b) for b in t] for a in t]

landmarks = [3, 9, 14, 20, 25, 31]
out = {"X": X.tolist(), "gamma": gamma, "degree": 3, "offset": 1.5, "t": t.tolist(), "periodic": periodic,
       "median": float(np.median(pdist(X))), "mean": float(np.mean(pdist(X))),
       "median_l1": float(np.median(pdist(X, "cityblock"))), "landmarks": landmarks, "kernels": {}}
for name, K in kernels.items():
    lam = np.linalg.eigvalsh(K)[::-1]
    lam = np.clip(lam, 0, None)
    C, W = K[:, landmarks], K[np.ix_(landmarks, landmarks)]
    A = C @ np.linalg.pinv(W, rcond=1e-12, hermitian=True) @ C.T
    A = (A + A.T) / 2
    E = K - A
    sv = lambda M: np.max(np.abs(np.linalg.eigvalsh(M)))
    fro = np.linalg.norm
    out["kernels"][name] = {
        "K": K.tolist(),
        "approx": A.tolist(),
        "stable_rank": fro(K) ** 2 / sv(K) ** 2,
        "error": fro(E) / fro(K),
        "error_spectral": sv(E) / sv(K),
        "error_trace": np.trace(E) / np.trace(K),
        "stable_rank_approx": fro(A) ** 2 / sv(A) ** 2,
        "floor": [float(np.sqrt(np.sum(lam[q:] ** 2)) / fro(K)) for q in (0, 1, 3, 6, 12)],
        "d_eff": [float(np.sum(lam / (lam + g))) for g in (1e-2, 1.0, 30.0)],
        "leading": lam[:10].tolist(),
    }
print(json.dumps(out))
