#!/usr/bin/env python3
"""Golden figures for the methods of package approx, by NumPy alone.

    /usr/bin/python3 testdata/approx/golden.py

writes golden.json beside itself: points, the draws that a method was given
(landmarks, centres, clusters, frequencies, sketch), and the figures that must
come out of it. Kernels are written out here once more, from their definitions,
with direct differences; spectra come from numpy.linalg.eigvalsh; pseudo-inverses
from numpy.linalg.eigh or solve. The seed is fixed.
"""
import json
import os

import numpy as np

rng = np.random.default_rng(20240601)
n, d = 60, 3
X = np.vstack([rng.normal(size=(40, d)), 0.5 * rng.normal(size=(20, d)) + 3.0])


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


def core_inverse(W, k):
    w, v = np.linalg.eigh((W + W.T) / 2)
    w, v = w[-k:], v[:, -k:]
    return (v / w) @ v.T


def figures(K, A):
    e = np.linalg.eigvalsh(K - A)
    lam, lam_a = np.linalg.eigvalsh(K), np.linalg.eigvalsh(A)
    return {
        "error": np.linalg.norm(K - A) / np.linalg.norm(K),
        "spectral": np.abs(e).max() / lam[-1],
        "trace": np.trace(K - A) / np.trace(K),
        "stable_rank": (lam_a**2).sum() / lam_a[-1] ** 2,
    }


def truncates(W, k):
    """Whether the k leading eigenvectors of W are determined: no near-tie."""
    w = np.linalg.eigvalsh(W)
    return w[-k] - w[-k - 1] > 1e-4 * w[-1]


cases = []


def add(method, name, gamma, K, A, rank_used, **draws):
    cases.append({"method": method, "kernel": name, "gamma": gamma,
                  "rank_used": rank_used, **draws, **figures(K, A)})


for name, gamma in [("gaussian", 0.1), ("gaussian", 1.0), ("gaussian", 10.0),
                    ("laplacian", 0.3), ("matern32", 0.5), ("polynomial", 0.5)]:
    K = kernel(name, gamma, X, X)

    lam, U = np.linalg.eigh(K)
    for r in ([1, 5] if name == "polynomial" else [1, 5, 20]):  # its rank is 10
        add("best", name, gamma, K, (U[:, -r:] * lam[-r:]) @ U[:, -r:].T, r, rank=r)

    if name != "polynomial":
        idx = rng.permutation(n)[:12]
        C, W = K[:, idx], K[np.ix_(idx, idx)]
        add("nystrom", name, gamma, K, C @ np.linalg.solve(W, C.T), 12, landmarks=idx.tolist(), rank=0)
        if truncates(W, 5):
            add("nystrom", name, gamma, K, C @ core_inverse(W, 5) @ C.T, 5, landmarks=idx.tolist(), rank=5)

        Z = X[rng.permutation(n)[:9]] + 0.1 * rng.normal(size=(9, d))
        E, W = kernel(name, gamma, X, Z), kernel(name, gamma, Z, Z)
        add("kmeans-nystrom", name, gamma, K, E @ np.linalg.solve(W, E.T), 9, centres=Z.tolist(), rank=0)
        if truncates(W, 4):
            add("kmeans-nystrom", name, gamma, K, E @ core_inverse(W, 4) @ E.T, 4, centres=Z.tolist(), rank=4)

        S = np.zeros((n, 10))
        for j in range(10):
            for _ in range(3):
                S[rng.integers(n), j] += rng.choice([-1, 1]) * np.sqrt(n / (10 * 3))
        KS, SKS = K @ S, S.T @ K @ S
        add("accumulation", name, gamma, K, KS @ np.linalg.solve(SKS, KS.T), 10, sketch=S.tolist(), rank=0)
        if truncates(SKS, 6):
            add("accumulation", name, gamma, K, KS @ core_inverse(SKS, 6) @ KS.T, 6, sketch=S.tolist(), rank=6)

    owner = rng.integers(4, size=n)
    add("bka", name, gamma, K, np.where(owner[:, None] == owner[None, :], K, 0.0),
        sum(np.linalg.matrix_rank(K[np.ix_(owner == s, owner == s)], hermitian=True, tol=1e-9) for s in range(4)).item(),
        owner=owner.tolist())

    if name == "gaussian":
        w = rng.normal(size=(15, d)) * np.sqrt(2 * gamma)
        F = np.hstack([np.cos(X @ w.T), np.sin(X @ w.T)]) / np.sqrt(15)
        add("fourier", name, gamma, K, F @ F.T, 30, frequencies=w.tolist())

own = np.random.default_rng(20241122)
for name, gamma in [("gaussian", 1.0), ("gaussian", 10.0), ("laplacian", 0.3), ("matern32", 0.5)]:
    K = kernel(name, gamma, X, X)
    for m in [1, 5, 20]:
        order = own.permutation(n)
        P = np.zeros((n, n))  # the inverse of K~
        for p, i in enumerate(order):
            before = order[:p]
            near = before[np.argsort(((X[before] - X[i]) ** 2).sum(-1))[:m]]
            s = np.concatenate([[i], near])
            c = np.linalg.inv((K + 1e-12 * np.eye(n))[np.ix_(s, s)])[:, 0]
            P[np.ix_(s, s)] += np.outer(c, c) / c[0]
        add("sparse-cholesky", name, gamma, K, np.linalg.inv(P), n, order=order.tolist(), neighbours=m)

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden.json")
with open(path, "w") as f:
    # json writes floats in the shortest form that reads back the same
    json.dump({"x": X.tolist(), "cases": cases}, f, separators=(",", ":"))
    f.write("\n")
