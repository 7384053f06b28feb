#!/usr/bin/env python3
"""Golden figures for Cholesky with pivoting, sketches and orthogonal features,
by NumPy alone.

    /usr/bin/python3 testdata/approx/golden_sketches.py

writes golden_sketches.json beside itself: points, the draws that a method was
given, and what must come out of it. Pivots are found from residuals K - C W^-1 C'
by dense solves, block rejection is written as in section 5.3 of the reference,
with the matrix H of the proposals, and K~ always comes from a dense solve. The
seed is fixed.
"""
import json
import os

import numpy as np

rng = np.random.default_rng(20240603)
n, d = 30, 3
X = np.vstack([rng.normal(size=(20, d)), 0.5 * rng.normal(size=(10, d)) + 2.5])


def kernel(name, gamma, a, b):
    diff = a[:, None, :] - b[None, :, :]
    if name == "gaussian":
        return np.exp(-gamma * (diff**2).sum(-1))
    if name == "laplacian":
        return np.exp(-gamma * np.abs(diff).sum(-1))
    if name == "polynomial":
        return (gamma * a @ b.T + 1.0) ** 2
    raise ValueError(name)


def core_inverse(W, k):
    w, v = np.linalg.eigh((W + W.T) / 2)
    return (v[:, -k:] / w[-k:]) @ v[:, -k:].T


def nystrom(K, idx):
    C = K[:, idx]
    return C @ np.linalg.solve(K[np.ix_(idx, idx)], C.T) if len(idx) else 0 * K


def figures(K, A):
    e = np.linalg.eigvalsh(K - A)
    lam, lam_a = np.linalg.eigvalsh(K), np.linalg.eigvalsh(A)
    return {
        "error": np.linalg.norm(K - A) / np.linalg.norm(K),
        "spectral": np.abs(e).max() / lam[-1],
        "trace": np.trace(K - A) / np.trace(K),
        "stable_rank": (lam_a**2).sum() / lam_a[-1] ** 2,
    }


cases = []


def add(method, name, gamma, K, A, rank_used, **draws):
    cases.append({"method": method, "kernel": name, "gamma": gamma,
                  "rank_used": rank_used, **draws, **figures(K, A)})


def greedy(K, r):
    pivots, traces = [], []
    for _ in range(r):
        res = np.diag(K - nystrom(K, pivots)).copy()
        res[pivots] = -1
        pivots.append(int(np.argmax(res)))  # the first of equals, all ones at the start
        traces.append(np.trace(K - nystrom(K, pivots)))
    return pivots, traces


def block_rejection(K, r, b):
    pivots, blocks = [], []
    while len(pivots) < r:
        R = K - nystrom(K, pivots)
        p = np.maximum(np.diag(R), 0)
        p[pivots] = 0
        T = rng.choice(len(K), size=b, p=p / p.sum())
        U = rng.random(b)
        H = R[np.ix_(T, T)].copy()
        u = np.diag(H).copy()
        for j in range(b):
            assert abs(U[j] - H[j, j] / u[j]) > 1e-9  # no coin on its edge
            if U[j] < H[j, j] / u[j] - 1e-9 and len(pivots) < r:
                pivots.append(int(T[j]))
                col = H[:, j] / np.sqrt(H[j, j])
                H -= np.outer(col, col)
        blocks.append({"proposals": T.tolist(), "u": U.tolist()})
    return pivots, blocks


for name, gamma in [("gaussian", 0.1), ("gaussian", 1.0), ("gaussian", 10.0),
                    ("laplacian", 0.3), ("polynomial", 0.5)]:
    K = kernel(name, gamma, X, X)

    pivots, traces = greedy(K, 7)
    add("pivoted-cholesky", name, gamma, K, nystrom(K, pivots), 7, landmarks=pivots, traces=traces)

    for b in (1, 6):
        pivots, blocks = block_rejection(K, 7, b)
        add("rpcholesky", name, gamma, K, nystrom(K, pivots), 7, landmarks=pivots, blocks=blocks)

    if name == "gaussian":
        W = rng.normal(size=(8, d)) * np.sqrt(2 * gamma)
        normals, ortho = [], []
        for lo in range(0, 8, d):
            G = rng.normal(size=(d, min(d, 8 - lo)))
            Q, R = np.linalg.qr(G)
            Q = Q * np.sign(np.diag(R))
            normals.append(G.tolist())
            ortho += [np.linalg.norm(W[lo + j]) * Q[:, j] for j in range(G.shape[1])]
        P = X @ np.array(ortho).T
        F = np.hstack([np.cos(P), np.sin(P)]) / np.sqrt(8)
        add("orthogonal-fourier", name, gamma, K, F @ F.T, 16, frequencies=W.tolist(), normals=normals)

    if (name, gamma) in [("gaussian", 0.1), ("gaussian", 10.0)]:
        continue
    m = 7
    dense = rng.normal(size=(n, m)) / np.sqrt(m)
    s = np.sqrt(n)
    sparse = rng.choice([-1, 0, 1], size=(n, m), p=[0.5 / s, 1 - 1 / s, 0.5 / s]) * np.sqrt(s / m)
    local = np.zeros((n, m))
    local[:20, :5] = rng.normal(size=(20, 5)) / np.sqrt(5)
    local[20:, 5:] = rng.normal(size=(10, 2)) / np.sqrt(2)
    for method, S in [("gaussian-sketch", dense), ("sparse-projection", sparse), ("localized-sketch", local)]:
        KS, SKS = K @ S, S.T @ K @ S
        add(method, name, gamma, K, KS @ np.linalg.solve(SKS, KS.T), m, sketch=S.tolist(), rank=0)
        w = np.linalg.eigvalsh(SKS)
        if w[-4] - w[-5] > 1e-4 * w[-1]:
            add(method, name, gamma, K, KS @ core_inverse(SKS, 4) @ KS.T, 4, sketch=S.tolist(), rank=4)

for name, gamma in [("gaussian", 0.1), ("gaussian", 1.0), ("laplacian", 0.3), ("polynomial", 0.5)]:
    K = kernel(name, gamma, X, X)
    for blocks in (1, 2, 3):
        idx = rng.choice(n, size=6, replace=False)
        sets = [[int(i) for i in part] for part in np.split(idx, blocks)]
        add("block-nystrom", name, gamma, K, sum(nystrom(K, part) for part in sets) / blocks, 6, sets=sets)


def robust(K, r, b):
    """Blocks drawn by the residual's diagonal, without replacement; of a block the
    largest of what is left, the first of equals, until the rest has less than 1/b of
    what the block had."""
    pivots, blocks = [], []
    while len(pivots) < r:
        R = K - nystrom(K, pivots)
        p = np.maximum(np.diag(R), 0)
        p[pivots] = 0
        T = rng.choice(len(K), size=b, p=p / p.sum(), replace=False)
        start, taken = R[T, T].sum(), []
        while True:
            left = np.diag(K - nystrom(K, pivots + taken))[T].copy()
            share = left.sum() / start
            assert not taken or b == 1 or abs(share - 1 / b) > 1e-6  # none on the edge
            if taken and share < 1 / b:
                break
            first = int(np.argmax(left > left.max() - 1e-12))
            assert not taken or np.sum(left > left.max() - 1e-9) == 1  # only the first may be a tie
            taken.append(int(T[first]))
        pivots += taken
        blocks.append({"proposals": T.tolist()})
    return pivots[:r], blocks


for name, gamma in [("gaussian", 0.1), ("gaussian", 0.3), ("laplacian", 0.3), ("polynomial", 0.5)]:  # narrower ones are all on the edge
    K = kernel(name, gamma, X, X)
    for b in (1, 4, 9):
        pivots, blocks = robust(K, 8, b)
        add("robust", name, gamma, K, nystrom(K, pivots), 8, landmarks=pivots, blocks=blocks)

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_sketches.json")
with open(path, "w") as f:
    # json writes floats in the shortest form that reads back the same
    json.dump({"x": X.tolist(), "cases": cases}, f, separators=(",", ":"))
    f.write("\n")
