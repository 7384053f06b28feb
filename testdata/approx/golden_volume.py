#!/usr/bin/env python3
"""Golden figures for landmarks by volume, by NumPy alone.

    /usr/bin/python3 testdata/approx/golden_volume.py

writes golden_volume.json beside itself: points; for kernels on the first six of
them and k = 3 and 5 the probability of every set of k rows, of a k-DPP and of
volume sampling by the k leading eigenvectors, by enumeration, and the expected
trace of K−K̃; for kernels on all points the rows with the largest nuclear scores
one after the other, from dense residuals; and logarithms of elementary symmetric
polynomials, in exact arithmetic. The seed is fixed.
"""
import itertools
import json
import math
import os
from fractions import Fraction

import numpy as np

rng = np.random.default_rng(20260607)
X = np.vstack([rng.normal(size=(22, 2)), 0.3 * rng.normal(size=(8, 2)) + 2.5])


def kernel(name, gamma, X):
    diff = X[:, None, :] - X[None, :, :]
    if name == "gaussian":
        return np.exp(-gamma * (diff**2).sum(-1))
    if name == "laplacian":
        return np.exp(-gamma * np.abs(diff).sum(-1))
    return (gamma * X @ X.T + 1.0) ** 2  # polynomial


def left(K, S):
    """Trace of the residual of Nyström on S."""
    S = list(S)
    return np.trace(K) - np.trace(np.linalg.solve(K[np.ix_(S, S)], K[S]) @ K[:, S])


def law(K, sets, weights):
    p = np.array(weights) / sum(weights)
    return {
        "sets": [list(s) for s in sets],
        "p": p.tolist(),
        "inclusion": [sum(q for s, q in zip(sets, p) if i in s) for i in range(len(K))],
        "trace": float(sum(q * left(K, s) for s, q in zip(sets, p))),
    }


cases = []
for name, gamma in [("gaussian", 0.5), ("gaussian", 5.0), ("laplacian", 0.4), ("polynomial", 0.7)]:
    K = kernel(name, gamma, X[:6])
    lam, U = np.linalg.eigh(K)
    lam, U = lam[::-1], U[:, ::-1]
    for k in [3, 5]:
        sets = list(itertools.combinations(range(6), k))
        volumes = [np.linalg.det(K[np.ix_(s, s)]) for s in sets]
        dpp = law(K, sets, volumes)
        bound = (k + 1) * lam[k:].sum()
        e = [sum(math.prod(lam[list(s)]) for s in itertools.combinations(range(6), r)) for r in (k, k + 1)]
        assert abs(dpp["trace"] - (k + 1) * e[1] / e[0]) < 1e-9 * bound and dpp["trace"] <= bound
        projection = law(K, sets, [np.linalg.det(U[list(s), :k]) ** 2 for s in sets])
        assert projection["trace"] <= bound
        cases.append({"kernel": name, "gamma": gamma, "k": k, "bound": bound, "kdpp": dpp, "projection": projection})

for name, gamma in [("gaussian", 0.3), ("gaussian", 2.0), ("laplacian", 0.5)]:
    K = kernel(name, gamma, X)
    R, rows, traces = K.copy(), [], []
    for _ in range(12):
        score = np.array([(R[:, i] ** 2).sum() / R[i, i] if i not in rows else 0 for i in range(len(K))])
        s = int(score.argmax())
        assert (score > 0.9999 * score[s]).sum() == 1  # no tie
        rows.append(s)
        R -= np.outer(R[:, s], R[s]) / R[s, s]
        traces.append(left(K, rows))
    cases.append({"kernel": name, "gamma": gamma, "rows": rows, "traces": traces})

values = [10.0**e for e in range(150, -151, -12)]
e = [Fraction(1)] + [Fraction(0)] * 13
for v in values:
    for l in range(13, 0, -1):
        e[l] += Fraction(v) * e[l - 1]
log = lambda f: math.log(f.numerator) - math.log(f.denominator)
cases.append({"values": values, "logs": [log(f) for f in e]})

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_volume.json")
with open(path, "w") as f:
    # json writes floats in the shortest form that reads back the same
    json.dump({"x": X.tolist(), "cases": cases}, f, separators=(",", ":"))
    f.write("\n")
