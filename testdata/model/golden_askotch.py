#!/usr/bin/python3
"""Golden values of package model/learn's ASkotch, by NumPy and SciPy.

Run from this folder: /usr/bin/python3 golden_askotch.py > golden_askotch.json
(numpy 1.24, scipy 1.10 of Debian 12).

Accelerated sketch-and-project (arXiv 2407.10070, algorithm 2) with dense matrices, for given
blocks, landmarks in each block and starts of the power iteration: the iterate w and the
squares of the blocks' residuals. K~ is C W^-1 C' of a block; the steps' lengths come from
ten power iterations with (K~ + rho I)^-1/2 (K + mu I) (K~ + rho I)^-1/2. The rate p of the
acceleration is |B|/n eta mu/rho of the first block, at most |B|/n. "exact" is the solution.
"""
import json

import numpy as np
from scipy.linalg import eigh
from scipy.spatial.distance import cdist

rng = np.random.default_rng(29)
n, d, b, m, steps = 80, 2, 20, 5, 30
X = np.round(rng.normal(size=(n, d)), 6)
y = np.round(np.sin(2 * X[:, 0]) + 0.2 * rng.normal(size=n), 6)

cases = []
for name, gamma, mu in (("gaussian", 1.0, 0.1), ("laplacian", 0.5, 1.0), ("gaussian", 0.3, 0.01)):
    K = np.exp(-gamma * (cdist(X, X, "cityblock") if name == "laplacian" else cdist(X, X, "sqeuclidean")))
    A = K + mu * np.eye(n)
    w, v, z = np.zeros(n), np.zeros(n), np.zeros(n)
    blocks, landmarks, starts, squares, beta = [], [], [], [], None
    for _ in range(steps):
        B = np.sort(rng.choice(n, b, replace=False))
        L = np.sort(rng.choice(b, m, replace=False))
        start = np.round(rng.normal(size=b), 6)
        KB = K[np.ix_(B, B)]
        C = KB[:, L]
        near = C @ np.linalg.solve(C[L], C.T)
        values, Q = eigh((near + near.T) / 2)
        values[:-m] = 0
        rho = mu + values[-m]
        half = Q @ np.diag((values + rho) ** -0.5) @ Q.T
        M = half @ (KB + mu * np.eye(b)) @ half
        u = half @ start  # of which the preconditioned iteration's vector is a multiple
        for _ in range(10):
            u /= np.linalg.norm(u)
            largest = u @ M @ u
            u = M @ u
        eta = 1 / largest
        rest = (A @ z - y)[B]
        squares.append(float(rest @ rest))
        step = np.zeros(n)
        step[B] = eta * (half @ (half @ rest))
        if beta is None:
            q = n / b
            p = min(1.0, eta * mu / rho) / q
            beta, g = 1 - np.sqrt(p / q), 1 / np.sqrt(p * q)
            a = 1 / (1 + g * q)
        w = z - step
        v = beta * v + (1 - beta) * z - g * step
        z = a * v + (1 - a) * w
        blocks.append(B.tolist()), landmarks.append(L.tolist()), starts.append(start.tolist())
    cases.append({"kernel": name, "gamma": gamma, "mu": mu, "blocks": blocks, "landmarks": landmarks, "starts": starts,
                  "squares": squares, "w": w.tolist(), "exact": np.linalg.solve(A, y).tolist()})

print(json.dumps({"x": X.tolist(), "y": y.tolist(), "rank": m, "cases": cases}))
