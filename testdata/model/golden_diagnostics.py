#!/usr/bin/python3
"""Golden values of the diagnostics of package model, by NumPy and SciPy only.

Run from this folder: /usr/bin/python3 golden_diagnostics.py > golden_diagnostics.json
(numpy 1.24, scipy 1.10 of Debian 12).

The routes differ from the program's: scores by a solver, the accuracy of S from
a matrix square root, subspaces by SVD and subspace_angles, bounds by
eigenvalues.
"""
import json

import numpy as np
from scipy.linalg import null_space, orth, sqrtm, subspace_angles
from scipy.spatial.distance import cdist

rng = np.random.default_rng(11)
n = 24
X = rng.uniform(size=(n, 2))
X[-4:] = 0.6 + 0.02 * rng.normal(size=(4, 2)) + [2.0, 0.0]  # a small dense cluster
gamma = 1.7
K = np.exp(-gamma * cdist(X, X, "sqeuclidean"))
lam, U = np.linalg.eigh(K)
lam, U = lam[::-1], U[:, ::-1]


def columns(m):
    """Uniform columns without replacement."""
    S = np.zeros((n, m))
    S[rng.choice(n, m, replace=False), np.arange(m)] = np.sqrt(n / m)
    return S


def accumulated(m, a):
    S = np.zeros((n, m))
    for j in range(m):
        for i in rng.integers(n, size=a):
            S[i, j] += rng.choice([-1, 1]) * np.sqrt(n / (m * a))
    return S


def scored(m, ridge):
    """Columns with replacement by leverage score."""
    p = np.diag(np.linalg.solve(K + ridge * np.eye(n), K)).copy()
    p /= p.sum()
    S = np.zeros((n, m))
    for j, i in enumerate(rng.choice(n, m, p=p)):
        S[i, j] = 1 / np.sqrt(m * p[i])
    return S


def narrow(S):
    """The same S Sᵀ with few columns, to keep the file small."""
    w, V = np.linalg.eigh(S @ S.T)
    keep = w > 1e-12 * w[-1]
    return V[:, keep] * np.sqrt(w[keep])


def nystrom(S, ridge=0.0):
    C = K @ S
    W = S.T @ C + ridge * np.eye(S.shape[1])
    A = C @ np.linalg.pinv(W, rcond=1e-10, hermitian=True) @ C.T
    return (A + A.T) / 2


def case(name, ridge, epsilon, A, rank, S=None):
    H = np.linalg.solve(K + ridge * np.eye(n), K)
    tau = np.diag(H)
    E = np.linalg.eigvalsh(K - A)
    left = np.linalg.svd(K)[0][:, :rank]
    out = {"name": name, "ridge": ridge, "epsilon": epsilon, "approx": A.tolist(), "rank": rank, "s": None if S is None else S.tolist(),
           "d_max": n * tau.max(), "d_eff": tau.sum(),
           "gamma_ok": bool(E[0] >= -1e-10 * lam[0] and E[-1] <= ridge / (1 - epsilon) + 1e-10 * lam[0]),
           "coherence": n / rank * (left**2).sum(axis=1).max(),
           "subspace_dist": float(np.sin(subspace_angles(left, orth(A, rcond=1e-11)).max()))}
    if S is not None:
        Psi = np.real(sqrtm(H))
        Psi = (Psi + Psi.T) / 2
        out["epsilon_s"] = float(np.linalg.norm(Psi @ (np.eye(n) - S @ S.T) @ Psi, 2))
        delta = ridge / n
        top = lam / n > delta
        d = int(top.sum())
        U1, U2 = U[:, top], U[:, ~top]
        sigma2 = np.clip(lam[~top], 0, None) / n
        out["d_delta"] = d
        # the leading part of the scores: those of K cut to d_delta eigenvalues
        Kd = (U1 * lam[top]) @ U1.T
        out["incoherence"] = float(n * np.diag(np.linalg.solve(Kd + ridge * np.eye(n), Kd)).max())
        out["a1"] = float(np.linalg.norm(U1.T @ S @ S.T @ U1 - np.eye(d), 2))
        out["a2"] = float(np.linalg.norm(S.T @ U2 * np.sqrt(sigma2), 2) / np.sqrt(delta))
        out["k_satisfiable"] = bool(out["a1"] <= 0.5 and out["a2"] <= 3)
    return out


best = lambda r: (U[:, :r] * lam[:r]) @ U[:, :r].T
cases = []
S = columns(8)
cases.append(case("uniform columns", 0.1, 0.5, nystrom(S), 8, S))
S = accumulated(12, 3)
cases.append(case("accumulated, wide ridge", 1.0, 0.5, nystrom(S), 12, S))
S = narrow(scored(200, 0.5))
cases.append(case("many columns by score", 0.5, 0.5, nystrom(columns(10), 0.5), 10, S))
S = scored(12, 0.05)
cases.append(case("few columns by score, regularised", 0.05, 0.9, nystrom(S, 0.05), int((np.abs(S).sum(axis=1) > 0).sum()), S))
S = narrow(rng.normal(size=(n, 400)) / 20)
cases.append(case("Gaussian", 0.02, 0.1, best(9), 9, S))
B = best(5)
cases.append(case("too large", 0.3, 0.5, 1.01 * B, 5))
V = np.hstack([U[:, :3], null_space(U[:, :3].T) @ rng.normal(size=(n - 3, 2)) * 0.1 + U[:, 3:5]])
cases.append(case("tilted", 0.3, 0.2, V @ V.T, 5))
print(json.dumps({"X": X.tolist(), "gamma": gamma, "cases": cases}))
