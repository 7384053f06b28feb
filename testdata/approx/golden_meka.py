#!/usr/bin/env python3
"""Golden figures for meka and als, by NumPy alone.

    /usr/bin/python3 testdata/approx/golden_meka.py

writes golden_meka.json beside itself: points, the draws (clusters, ranks,
landmarks, sampled rows, dropped blocks; for als the uniform numbers are those of
uniforms() below), and the figures that must come out.

MEKA is computed in the authors' scaling: W_s = C V w^(-1/2), unit diagonal blocks
of L, pseudo-inverses of the normal equations; the positive
semi-definite repair is that of the dense matrix. The seed is fixed.
"""
import json
import os

import numpy as np

rng = np.random.default_rng(7)
sizes = [30, 17, 10, 3]
centres = np.array([[0.0, 0, 0], [2.5, 0, 0], [0, 2.5, 1], [3, 3, 3]])
owner = rng.permutation(np.repeat(np.arange(4), sizes))
n, d = len(owner), 3
X = centres[owner] + 0.6 * rng.normal(size=(n, d))
y = rng.normal(size=n)


def kernel(name, gamma, a, b):
    diff = a[:, None, :] - b[None, :, :]
    d2, d1 = (diff**2).sum(-1), np.abs(diff).sum(-1)
    if name == "gaussian":
        return np.exp(-gamma * d2)
    if name == "laplacian":
        return np.exp(-gamma * d1)
    raise ValueError(name)


def figures(K, A):
    e, a, lam = np.linalg.eigvalsh(K - A), np.linalg.eigvalsh(A), np.linalg.eigvalsh(K)
    return {
        "error": np.linalg.norm(K - A) / np.linalg.norm(K),
        "spectral": np.abs(e).max() / lam[-1],
        "trace": np.trace(K - A) / np.trace(K),
        "stable_rank": (a**2).sum() / np.abs(a).max() ** 2,
    }


def pick(rows, count):
    return rng.permutation(rows)[: min(count, len(rows))]


def meka(K, ranks, rho, dropped):
    members = [np.flatnonzero(owner == s) for s in range(4)]
    drawn = [pick(rows, int(np.ceil((1 + rho) * k))) for rows, k in zip(members, ranks)]
    landmarks = [v[: 2 * k] for v, k in zip(drawn, ranks)]
    W = np.zeros((n, sum(ranks)))
    first = np.concatenate([[0], np.cumsum(ranks)])
    L = np.eye(sum(ranks))
    for s, rows in enumerate(members):
        w, V = np.linalg.eigh(K[np.ix_(landmarks[s], landmarks[s])])
        w, V = w[-ranks[s]:], V[:, -ranks[s]:]
        assert w[0] > 1e-9 * w[-1]
        W[rows, first[s]:first[s + 1]] = K[np.ix_(rows, landmarks[s])] @ V / np.sqrt(w)
    for s in range(4):
        for t in range(s + 1, 4):
            if [s, t] in dropped:
                continue
            A = W[drawn[s], first[s]:first[s + 1]]
            B = W[drawn[t], first[t]:first[t + 1]]
            G = K[np.ix_(drawn[s], drawn[t])]
            block = np.linalg.solve(A.T @ A, A.T @ G @ B) @ np.linalg.inv(B.T @ B)
            L[first[s]:first[s + 1], first[t]:first[t + 1]] = block
            L[first[t]:first[t + 1], first[s]:first[s + 1]] = block.T
    return W @ L @ W.T, landmarks, drawn


def uniforms():
    t = 0
    while True:
        t += 1
        yield (t * 0.6180339887498949) % 1.0


def als(K, landmarks, r, count, steps, uniform):
    C, W = K[:, landmarks], K[np.ix_(landmarks, landmarks)]
    w, V = np.linalg.eigh(W)
    U = C @ V[:, -r:] / np.sqrt(w[-r:])
    squares = (K**2).sum(1)
    q = count * ((squares[:, None] + squares[None, :]) / (4 * n * squares.sum()) + np.abs(K) / (2 * np.abs(K).sum()))
    if uniform:
        q = np.full((n, n), count / n**2)
    assert abs(q.sum() - count) < 1e-9 * count
    p = np.minimum(1, q) if count < n * n else np.ones((n, n))
    draw = uniforms()
    certain = np.where(p == 1, 1.0, np.eye(n))
    fit, held = certain.copy(), np.zeros((n, n))  # weights, 0 where an entry is not in the list
    for i in range(n):
        for j in range(i + 1, n):
            if p[i, j] < 1:
                u = next(draw)
                if u < 0.1 * p[i, j]:
                    held[i, j] = held[j, i] = 1 / (0.1 * p[i, j])
                elif u < p[i, j]:
                    fit[i, j] = fit[j, i] = 1 / (0.9 * p[i, j])
    weight = fit
    estimate = lambda U: ((certain + held) * (K - U @ U.T) ** 2).sum()
    path, losses, estimates = [U], [], [estimate(U)]
    for _ in range(steps):
        norms = (U**2).sum(1)
        extra = np.where(weight > 0, (weight - 1) + 1e-9 * weight, 0)
        pull = (extra * norms[:, None]).sum() / (n * r)
        V = np.empty_like(U)
        for j in range(n):
            normal = (U * weight[:, j:j + 1]).T @ U + pull * np.eye(r)
            V[j] = np.linalg.solve(normal, U.T @ (weight[:, j] * K[:, j]) + pull * U[j])
        losses.append((weight * (K - U @ V.T) ** 2).sum())
        U = (U + V) / 2
        path.append(U)
        estimates.append(estimate(U))
        if len(path) - 1 - np.argmin(estimates) == 5:
            break
    assert all(b < a * (1 - 1e-3) for a, b in zip(losses, losses[1:]))  # the loss does not end it
    chosen = int(np.argmin(estimates))
    errors = [np.linalg.norm(K - U @ U.T) for U in path]
    print(f"step {chosen} of {len(losses)}, error {errors[chosen]:.4g}; the least {min(errors):.4g}, the last {errors[-1]:.4g}")
    A = path[chosen] @ path[chosen].T
    return A, {"taken": int((fit > 0).sum()), "held": int((held > 0).sum()), "losses": losses, "estimates": estimates, "chosen": chosen}


cases, completions = [], []
for name, gamma, ranks, rho, dropped in [
    ("gaussian", 0.1, [4, 4, 4, 3], 2.0, []),
    ("gaussian", 0.1, [4, 4, 4, 3], 2.0, [[0, 1], [2, 3]]),  # a wide kernel without some blocks is indefinite
    ("gaussian", 0.03, [3, 3, 2, 2], 1.0, [[0, 3]]),
    ("gaussian", 0.5, [4, 4, 4, 3], 2.0, []),
    ("gaussian", 0.5, [7, 4, 3, 1], 2.0, [[0, 3]]),
    ("gaussian", 2.0, [6, 6, 5, 3], 1.5, []),
    ("laplacian", 0.3, [8, 5, 3, 2], 1.0, [[0, 3], [1, 2]]),
]:
    K = kernel(name, gamma, X, X)
    A, landmarks, drawn = meka(K, ranks, rho, dropped)
    lam, V = np.linalg.eigh(A)
    least = lam[0]
    least = min(least, 0.0)  # rank below n
    mu = -1.5 * least + 0.01
    repaired = (V * np.maximum(lam, 0)) @ V.T
    cases.append({
        "kernel": name, "gamma": gamma, "ranks": ranks, "dropped": dropped,
        "landmarks": [v.tolist() for v in landmarks], "fitted": [v.tolist() for v in drawn],
        **figures(K, A), "least": least, "mu": mu, "solution": np.linalg.solve(A + mu * np.eye(n), y).tolist(),
        "repaired": np.linalg.norm(K - repaired) / np.linalg.norm(K),
    })

for gamma, r, count, steps, uniform in [
    (0.1, 4, 700, 4, False), (0.5, 6, 1500, 4, False), (0.5, 6, n * n, 4, False), (0.5, 5, 900, 30, False), (2.0, 6, 1200, 30, False), (2.0, 8, 2000, 3, False),
    (0.1, 4, 700, 30, True), (0.5, 5, 1200, 4, True), (2.0, 8, n * n, 3, True),
]:
    K = kernel("gaussian", gamma, X, X)
    landmarks = pick(np.arange(n), 2 * r)
    A, course = als(K, landmarks, r, count, steps, uniform)
    completions.append({"gamma": gamma, "rank": r, "count": count, "steps": steps, "uniform": uniform, "landmarks": landmarks.tolist(), **course, **figures(K, A)})

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_meka.json")
with open(path, "w") as f:
    json.dump({"x": X.tolist(), "y": y.tolist(), "owner": owner.tolist(), "meka": cases, "als": completions}, f, separators=(",", ":"))
    f.write("\n")
