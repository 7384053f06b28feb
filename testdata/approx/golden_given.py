#!/usr/bin/env python3
"""Golden matrices for the method given, by NumPy alone.

    /usr/bin/python3 testdata/approx/golden_given.py

writes golden_given.json beside itself: points X, landmarks Z that are no rows of X
but for the first two, new points T, and for each kernel, m and rank the matrices
k(X, Z)·W⁺·k(Z, X) and k(T, Z)·W⁺·k(Z, X) for the first m landmarks, W = k(Z, Z) or
its best part of that rank. Kernels are written out here from their definitions, and
W⁺ comes from numpy.linalg.solve, or eigh where it is truncated. The seed is fixed.
"""
import json
import os

import numpy as np

rng = np.random.default_rng(20261122)
X = rng.normal(size=(12, 2)) * 2
Z = np.vstack([X[[7, 2]], rng.normal(size=(13, 2)) * 2.5])
T = rng.normal(size=(3, 2)) * 2


def kernel(name, gamma, a, b):
    diff = a[:, None, :] - b[None, :, :]
    d2, d1 = (diff**2).sum(-1), np.abs(diff).sum(-1)
    if name == "gaussian":
        return np.exp(-gamma * d2)
    if name == "laplacian":
        return np.exp(-gamma * d1)
    if name == "matern32":  # length = sigma = 1/sqrt(2 gamma)
        r = np.sqrt(3 * d2) * np.sqrt(2 * gamma)
        return (1 + r) * np.exp(-r)
    if name == "polynomial":
        return (gamma * a @ b.T + 1.0) ** 2
    raise ValueError(name)


cases = []
for name, gamma, m, rank in [("gaussian", 0.3, 5, 0), ("gaussian", 2.0, 15, 0), ("gaussian", 0.3, 7, 3),
                             ("laplacian", 0.4, 6, 0), ("matern32", 0.3, 8, 0), ("matern32", 0.3, 8, 4),
                             ("polynomial", 0.5, 4, 0), ("polynomial", 0.5, 6, 2)]:
    z = Z[:m]
    W = kernel(name, gamma, z, z)
    assert np.linalg.cond(W) < 1e7, (name, m, np.linalg.cond(W))
    if rank:
        w, v = np.linalg.eigh(W)
        assert w[-rank] - w[-rank - 1] > 1e-3 * w[-1], (name, rank, w)
        w, v = w[-rank:], v[:, -rank:]
        inverse = (v / w) @ v.T
    else:
        inverse = np.linalg.solve(W, np.eye(m))
    C, D = kernel(name, gamma, X, z), kernel(name, gamma, T, z)
    cases.append({"kernel": name, "gamma": gamma, "m": m, "rank": rank,
                  "k": (C @ inverse @ C.T).tolist(), "cross": (D @ inverse @ C.T).tolist()})

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_given.json")
with open(path, "w") as f:
    json.dump({"x": X.tolist(), "z": Z.tolist(), "t": T.tolist(), "cases": cases}, f)
    f.write("\n")
