#!/usr/bin/python3
"""Golden values of package model/learn's AFN, by NumPy and SciPy.

Run from this folder: /usr/bin/python3 golden_afn.py > golden_afn.json
(numpy 1.24, scipy 1.10 of Debian 12).

The factorised Nystrom preconditioner (arXiv 2304.05460) with dense matrices: farthest
points by Euclidean distance from the first row on, the Schur complement S of K11 + mu I,
and G, whose row i is the last row of the inverse Cholesky factor of S at i and its nearest
neighbours before i. P = K11 + ..., "inverse" is P^-1 times y; "condition" is that of
P^-1 (K + mu I), "iterations" those of preconditioned conjugate gradients.
"""
import json

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist

rng = np.random.default_rng(31)
n, d = 90, 2
X = np.round(rng.normal(size=(n, d)), 6)
y = np.round(np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n), 6)
TOLERANCE = 1e-8

cases = []
for name, gamma, mu, m, k in (("gaussian", 5.0, 0.01, 12, 10), ("gaussian", 0.3, 0.1, 15, 5), ("laplacian", 1.0, 0.001, 10, 8), ("gaussian", 20.0, 0.1, 5, 0)):
    metric = "cityblock" if name == "laplacian" else "sqeuclidean"
    D = cdist(X, X, metric)
    K = np.exp(-gamma * D)
    A = K + mu * np.eye(n)
    one, least = [0], D[0].copy()
    while len(one) < m:
        one.append(int(np.argmax(least)))
        least = np.minimum(least, D[one[-1]])
    two = [i for i in range(n) if i not in one]
    K11, K12 = A[np.ix_(one, one)], A[np.ix_(one, two)]
    S = A[np.ix_(two, two)] - K12.T @ np.linalg.solve(K11, K12)
    G = np.zeros((len(two), len(two)))
    for i in range(len(two)):
        order = np.argsort(D[two[i], two[:i]], kind="stable")[:k]
        J = sorted(order.tolist()) + [i]
        G[i, J] = np.linalg.inv(np.linalg.cholesky(S[np.ix_(J, J)]))[-1]
    left = np.block([[np.linalg.cholesky(K11), np.zeros((m, len(two)))], [np.linalg.solve(np.linalg.cholesky(K11), K12).T, np.linalg.inv(G)]])
    P = np.zeros((n, n))
    P[np.ix_(one + two, one + two)] = left @ left.T
    v = eigh(A, P, eigvals_only=True)
    inverse = np.linalg.inv(P)
    x, r = np.zeros(n), y.copy()
    z = inverse @ r
    p, rho, steps = z.copy(), r @ z, 0
    left = [1.0]
    while left[-1] > TOLERANCE:
        w = A @ p
        step = rho / (p @ w)
        x, r = x + step * p, r - step * w
        z = inverse @ r
        rho, before = r @ z, rho
        p, steps = z + rho / before * p, steps + 1
        left.append(float(np.linalg.norm(r) / np.linalg.norm(y)))
    cases.append({"kernel": name, "gamma": gamma, "mu": mu, "neighbours": k, "landmarks": one, "inverse": (inverse @ y).tolist(),
                  "condition": float(v[-1] / v[0]), "iterations": steps, "left": left[-2:], "alpha": np.linalg.solve(A, y).tolist()})

print(json.dumps({"x": X.tolist(), "y": y.tolist(), "tolerance": TOLERANCE, "cases": cases}))
