#!/usr/bin/python3
"""Golden values of Gram.Accuracy of package model, by NumPy and SciPy only.

Run from this folder: /usr/bin/python3 golden_accuracy.py > golden_accuracy.json
(numpy 1.24, scipy 1.10 of Debian 12).

The routes differ from the program's, which works in the coordinates of a
Cholesky factor: here they are the formulas as they stand, with a square root
from the eigenvectors, S written out, K-tilde by a solver and its bounds by
eigenvalues.
"""
import json

import numpy as np
from scipy.spatial.distance import cdist

rng = np.random.default_rng(23)
n = 40
X = rng.normal(size=(n, 2))
X[30:34] = X[29]  # duplicates
gamma = 0.8
kernels = {
    "gaussian": np.exp(-gamma * cdist(X, X, "sqeuclidean")),
    "laplacian": np.exp(-gamma * cdist(X, X, "cityblock")),
    "linear": X @ X.T,  # of rank 2
}


def case(name, kernel, rows, index, weight, ridge, epsilon):
    K = kernels[kernel][np.ix_(rows, rows)]
    t = len(rows)
    S = np.zeros((t, len(index)))
    for j, (i, w) in enumerate(zip(index, weight)):
        S[list(rows).index(i), j] = w
    lam, U = np.linalg.eigh(K)
    lam = np.clip(lam, 0, None)
    Psi = (U * np.sqrt(lam / (lam + ridge))) @ U.T
    KS = K @ S
    approx = KS @ np.linalg.solve(S.T @ KS + ridge * np.eye(len(index)), KS.T) if len(index) else np.zeros((t, t))
    rest = np.linalg.eigvalsh(K - (approx + approx.T) / 2)
    return {
        "name": name, "kernel": kernel, "rows": [int(i) for i in rows], "index": [int(i) for i in index], "weight": [float(w) for w in weight],
        "ridge": ridge, "epsilon": epsilon,
        "d_eff": float(np.trace(np.linalg.solve(K + ridge * np.eye(t), K))),
        "epsilon_s": float(np.linalg.norm(Psi @ (np.eye(t) - S @ S.T) @ Psi, 2)),
        "residual": float(rest[-1] / ridge),
        "gamma_ok": bool(rest[-1] <= ridge / (1 - epsilon) and rest[0] >= -1e-10 * lam[-1]),
    }


def some(t):
    return rng.permutation(n)[:t]


def thinned(rows, copies, ridge, kernel):
    """Copies by leverage score, kept unbiased: SQUEAK's dictionary with exact scores."""
    K = kernels[kernel][np.ix_(rows, rows)]
    tau = np.diag(np.linalg.solve(K + ridge * np.eye(len(rows)), K))
    held = rng.binomial(copies, np.clip(tau, 0, 1))
    keep = held > 0
    return rows[keep], np.sqrt(held[keep] / (copies * tau[keep]))


cases = []
for kernel in kernels:
    for ridge in (1e-4, 0.1, 2.0):
        for copies in (3, 60):
            rows = some(25)
            cases.append(case(f"{kernel} ridge {ridge} copies {copies}", kernel, rows, *thinned(rows, copies, ridge, kernel), ridge, 0.5))
    rows = some(18)
    cases.append(case(f"{kernel} all rows of weight 1", kernel, rows, rows, np.ones(18), 0.1, 0.2))
    cases.append(case(f"{kernel} empty", kernel, rows, [], [], 0.1, 0.5))
    cases.append(case(f"{kernel} empty above lambda", kernel, rows, [], [], 1e4, 0.5))
    # Far too heavy: epsilon(S) is above 1, and the bound on K-tilde holds, for it has one side only.
    cases.append(case(f"{kernel} heavy", kernel, rows, rows, np.full(18, 1.8), 0.1, 0.1))
    cases.append(case(f"{kernel} one row", kernel, rows[:1], rows[:1], [0.7], 0.1, 0.3))
rows = np.arange(28, 36)
cases.append(case("duplicates", "gaussian", rows, [31, 28, 35], [2.0, 1.0, 1.4], 0.05, 0.5))
rows = some(20)
few = rows[::3]
at = case("", "gaussian", rows, few, np.full(len(few), 1.3), 0.3, 0.5)["residual"]
for side, name in ((1.02, "just within"), (0.98, "just beyond")):  # 1/(1-epsilon) on either side of the norm
    cases.append(case(name, "gaussian", rows, few, np.full(len(few), 1.3), 0.3, 1 - 1 / (side * at)))
print(json.dumps({"X": X.tolist(), "gamma": gamma, "cases": cases}))
