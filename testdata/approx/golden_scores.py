#!/usr/bin/env python3
"""Golden figures for leverage scores and what is drawn by them, by NumPy alone.

    /usr/bin/python3 testdata/approx/golden_scores.py

writes golden_scores.json beside itself: points and, for some kernels and ridges,
exact scores, the estimates of a weighted dictionary, its regularised Nyström
approximation, columns drawn with repetitions and truncated or not, the scores of
a first Nyström pass, and one level of the recursion of Musco and Musco. All is
computed from dense matrices by the defining formula, by numpy.linalg.eigh, solve
and pinv; weights are not divided out and repeated columns not merged. The seed is
fixed.
"""
import json
import os

import numpy as np

rng = np.random.default_rng(20240603)
n, d = 40, 2
X = np.vstack([rng.normal(size=(30, d)), 0.3 * rng.normal(size=(10, d)) + 2.5])


def kernel(name, gamma):
    diff = X[:, None, :] - X[None, :, :]
    if name == "gaussian":
        return np.exp(-gamma * (diff**2).sum(-1))
    if name == "laplacian":
        return np.exp(-gamma * np.abs(diff).sum(-1))
    return (gamma * X @ X.T + 1.0) ** 2  # polynomial


def figures(K, A):
    e = np.linalg.eigvalsh(K - A)
    return {
        "error": np.linalg.norm(K - A) / np.linalg.norm(K),
        "spectral": np.abs(e).max() / np.linalg.eigvalsh(K)[-1],
        "trace": np.trace(K - A) / np.trace(K),
    }


def scores(K, ridge):
    lam, U = np.linalg.eigh(K)
    lam = np.maximum(lam, 0)
    return (U**2 * (lam / (lam + ridge))).sum(1)


def selection(index, weight):
    S = np.zeros((n, len(index)))
    for j, (i, w) in enumerate(zip(index, weight)):
        S[i, j] = w
    return S


def estimates(K, S, ridge):
    KS = K @ S
    inner = KS @ np.linalg.solve(S.T @ KS + ridge * np.eye(S.shape[1]), KS.T)
    return (np.diag(K) - np.diag(inner)) / ridge, inner


def truncated_inverse(W, k):
    w, v = np.linalg.eigh((W + W.T) / 2)
    w, v = w[-k:], v[:, -k:]
    return (v / w) @ v.T


cases = []
for name, gamma in [("gaussian", 0.2), ("gaussian", 3.0), ("laplacian", 0.5), ("polynomial", 0.7)]:
    K = kernel(name, gamma)
    for ridge in [1e-3, 0.1, 10.0]:
        case = {"kernel": name, "gamma": gamma, "ridge": ridge, "scores": scores(K, ridge).tolist()}

        index = rng.permutation(n)[:9]
        weight = np.exp(rng.normal(size=9))
        S = selection(index, weight)
        tau, A = estimates(K, S, ridge)
        case["index"], case["weight"] = index.tolist(), weight.tolist()
        case["estimates"], case["regularized"] = tau.tolist(), figures(K, A)
        psi2 = K @ np.linalg.inv(K + ridge * np.eye(n))
        lam, U = np.linalg.eigh(K)
        psi = (U * np.sqrt(np.maximum(lam, 0) / (np.maximum(lam, 0) + ridge))) @ U.T
        assert np.allclose(psi @ psi, psi2, atol=1e-8)
        case["epsilon"] = np.abs(np.linalg.eigvalsh(psi @ (np.eye(n) - S @ S.T) @ psi)).max()

        pilot = rng.permutation(n)[:6]
        C, W = K[:, pilot], K[np.ix_(pilot, pilot)]
        case["pilot"] = pilot.tolist()
        w, v = np.linalg.eigh(W)
        left, s, _ = np.linalg.svd(C @ (v / np.sqrt(w)), full_matrices=False)  # C·W⁻¹·Cᵀ has an error of cond W
        case["pilot_scores"] = (left**2 * (s**2 / (s**2 + ridge))).sum(1).tolist()

        w = np.linalg.eigvalsh(S.T @ K @ S)
        k = 2
        case["tail_ridge"] = (w.sum() - w[-k:].sum()) / k
        cases.append(case)

    for norm, p in [("diagonal", np.diag(K) ** 2), ("column", (K**2).sum(0))]:
        p = p / p.sum()
        draws = rng.choice(n, size=8, p=p)
        draws[5] = draws[1]  # at least one repetition
        S = selection(draws, 1 / np.sqrt(len(draws) * p[draws]))
        C, W = K @ S, S.T @ K @ S
        case = {"kernel": name, "gamma": gamma, "norm": norm, "draws": draws.tolist(), "shares": p.tolist(),
                "full": figures(K, C @ np.linalg.pinv(W, rcond=1e-11, hermitian=True) @ C.T)}
        case["truncated"] = figures(K, C @ truncated_inverse(W, 3) @ C.T)
        cases.append(case)

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_scores.json")
with open(path, "w") as f:
    # json writes floats in the shortest form that reads back the same
    json.dump({"x": X.tolist(), "cases": cases}, f, separators=(",", ":"))
    f.write("\n")
