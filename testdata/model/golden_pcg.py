#!/usr/bin/python3
"""Golden values of package model/learn's PCG, by NumPy and SciPy.

Run from this folder: /usr/bin/python3 golden_pcg.py > golden_pcg.json
(numpy 1.24, scipy 1.10 of Debian 12).

  pcg    kernel ridge regression with K, preconditioned by P = C W^-1 C' + mu I of some
         landmarks, formed and solved as a dense matrix; alpha by a direct solution

Conditions are ratios of generalised eigenvalues. Iterations are those of the
textbook's preconditioned conjugate gradients until the residual is down to the
tolerance, relative to its start.
"left" are the residuals after the last step and the one before: where neither is near
the tolerance the count does not rest on rounding errors.
"""
import json

import numpy as np
from scipy.linalg import cho_factor, cho_solve, eigh
from scipy.spatial.distance import cdist

rng = np.random.default_rng(41)


def rounded(a):
    return np.round(a, 6)


def kernel(name, gamma, X, Z):
    if name == "laplacian":
        return np.exp(-gamma * cdist(X, Z, "cityblock"))
    if name == "polynomial":
        return (gamma * X @ Z.T + 1) ** 2
    return np.exp(-gamma * cdist(X, Z, "sqeuclidean"))


def conjugate(A, P, b, tolerance):
    """Preconditioned conjugate gradients (Golub and Van Loan, algorithm 11.5.1)."""
    P = cho_factor(P)
    x, r = np.zeros_like(b), b.copy()
    z = cho_solve(P, r)
    p, rho = z.copy(), r @ z
    start, left = np.linalg.norm(r), [1.0]
    while left[-1] > tolerance:
        w = A @ p
        step = rho / (p @ w)
        x, r = x + step * p, r - step * w
        z = cho_solve(P, r)
        rho, before = r @ z, rho
        p = z + rho / before * p
        left.append(float(np.linalg.norm(r) / start))
    return len(left) - 1, left[-2:]


def condition(A, P):
    v = eigh(A, P, eigvals_only=True)
    return float(v[-1] / v[0])


n, d = 120, 2
X = rounded(rng.normal(size=(n, d)))
y = rounded(np.sin(2 * X[:, 0]) + X[:, 1] ** 2 / 3 + 0.2 * rng.normal(size=n))
y = rounded(y - y.mean())
y -= y.mean()
TOLERANCE = 5e-9

pcg = []
for name, gamma, m in (("gaussian", 1.0, 15), ("gaussian", 0.3, 10), ("laplacian", 0.5, 30), ("polynomial", 1.0, 4)):
    landmarks = rng.choice(n, m, replace=False)
    K = kernel(name, gamma, X, X)
    C, W = K[:, landmarks], K[np.ix_(landmarks, landmarks)]
    fits = []
    for mu in (0.1, 1.0, 10.0):
        near = C @ np.linalg.solve(W, C.T)
        A, P = K + mu * np.eye(n), (near + near.T) / 2 + mu * np.eye(n)
        steps, left = conjugate(A, P, y, TOLERANCE)
        fits.append({"mu": mu, "alpha": np.linalg.solve(A, y).tolist(), "condition": condition(A, P), "iterations": steps, "left": left})
    one = {"kernel": name, "gamma": gamma, "landmarks": landmarks.tolist()}
    pcg.append({**one, "fits": fits})

print(json.dumps({"x": X.tolist(), "y": y.tolist(), "tolerance": TOLERANCE, "pcg": pcg}))
