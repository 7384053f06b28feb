#!/usr/bin/env python3
"""Golden figures for squeak, disqueak, ink-estimate, bless and bless-r.

    /usr/bin/python3 testdata/approx/golden_dictionaries.py

writes golden_dictionaries.json beside itself: states between two draws, as
copies and rates of given points, and what follows from them without chance.
Everything is computed from dense matrices by the formulas of the papers, with
S written out and inverses by numpy.linalg.inv or eigh. The seed is fixed.
"""
import json
import os

import numpy as np

rng = np.random.default_rng(20240702)
n, d, kernel_gamma = 40, 2, 0.4
X = rng.normal(size=(n, d))
K = np.exp(-kernel_gamma * ((X[:, None, :] - X[None, :, :]) ** 2).sum(-1))


def draw(q, least=0.15):
    """A dictionary: points, copies, rates."""
    index = rng.permutation(n)[:q]
    return index, rng.integers(1, 6, size=q), rng.uniform(least, 1, size=q) * 20


def weighted(index, copies, rate):
    S = np.zeros((n, len(index)))
    S[index, np.arange(len(index))] = np.sqrt(copies / rate)
    return S


def regularized(S, gamma):
    return K @ S @ np.linalg.inv(S.T @ K @ S + gamma * np.eye(S.shape[1])) @ S.T @ K


def tauhat(S, gamma):
    """The leverage score estimator at all points."""
    return np.diag(K - regularized(S, gamma)) / gamma


def figures(A):
    e = np.linalg.eigvalsh(K - A)
    return {"error": np.linalg.norm(K - A) / np.linalg.norm(K), "trace": np.trace(K - A) / np.trace(K),
            "spectral": np.abs(e).max()}


def dictionary(index, copies, rate):
    return {"index": index.tolist(), "copies": copies.tolist(), "rate": rate.tolist()}


out = {"x": X.tolist(), "kernel_gamma": kernel_gamma, "squeak": [], "disqueak": [], "ink": [], "bless": [], "finish": [], "held": [], "fill": []}

for eps, gamma in [(0.5, 0.1), (0.2, 2.0)]:
    # SQUEAK: q̄·τ̃ of a dictionary of 7 and a chunk of 5 that joins it with weight 1.
    index, copies, rate = draw(7)
    chunk = np.setdiff1d(np.arange(n), index)[3:8]
    S = np.hstack([weighted(index, copies, rate), weighted(chunk, np.ones(5), np.ones(5))])
    both = np.concatenate([index, chunk])
    tau = (1 - eps) * tauhat(S, gamma)[both]
    before = np.concatenate([rate, np.full(5, 20.0)])
    plain = np.minimum(20 * tau, before)
    steps = np.concatenate([np.full(7, 5), np.arange(5, 0, -1)])  # points that came in since
    out["squeak"].append({"epsilon": eps, "ridge": gamma, **dictionary(index, copies, rate), "chunk": chunk.tolist(),
                          "rates": plain.tolist(), "halved": np.maximum(plain, before * 0.5**steps).tolist()})

    # DISQUEAK: the merge of two of 6.
    index, copies, rate = draw(12)
    S = weighted(index, copies, rate)
    ridge = (1 + eps) * gamma
    inner = K - K @ S @ np.linalg.inv(S.T @ K @ S + ridge * np.eye(12)) @ S.T @ K
    tau = (1 - eps) / ridge * np.diag(inner)[index]
    out["disqueak"].append({"epsilon": eps, "ridge": gamma, **dictionary(index, copies, rate),
                            "rates": np.minimum(20 * tau, rate).tolist()})

    # INK-ESTIMATE: 22 points seen, 12 of them held, a chunk of 6. K̄ + αγI must be
    # positive definite.
    gamma_ink = 1 + gamma
    order = rng.permutation(n)
    seen, chunk = order[:22], order[22:28]
    place = np.sort(rng.permutation(22)[:12])
    copies, rate = rng.integers(2, 9, size=12), rng.uniform(2, 6, size=12)
    alpha = (2 - eps) / (1 - eps)
    S = weighted(seen[place], copies, rate)
    Kt = regularized(S, gamma_ink)[np.ix_(seen, seen)]
    B, Kcc = K[np.ix_(seen, chunk)], K[np.ix_(chunk, chunk)]
    Kbar = np.block([[Kt, B], [B.T, Kcc]])
    s = alpha * gamma_ink
    all_seen = np.concatenate([seen, chunk])
    who = np.concatenate([seen[place], chunk])
    M = np.linalg.inv(Kbar + s * np.eye(28))
    assert np.linalg.eigvalsh(Kbar)[0] > -s
    cols = K[np.ix_(all_seen, who)]
    tau = (np.diag(K)[who] - np.einsum("ij,ik,kj->j", cols, M, cols)) / s

    # The slots, 30 of them, as the paper moves them: what is left of a new copy, and its
    # integer weight, at the probabilities τ̃/5 (d̃ = 5).
    kept, weight = [], []
    for p in np.clip(tau, 0, 1) / 5:
        b, left = 1, 1.0
        while b * p <= 1:
            left *= b / (b + 1)
            b += 1
        kept.append(30 * left)
        weight.append(b)
    dof = lambda A: (np.linalg.eigvalsh(A) / (np.linalg.eigvalsh(A) + s)).sum()
    out["ink"].append({"epsilon": eps, "ridge": gamma_ink, **dictionary(seen[place], copies, rate), "seen": seen.tolist(),
                       "place": place.tolist(), "chunk": chunk.tolist(), "tau": np.clip(tau, 0, 1).tolist(),
                       "dim": 3.0 + alpha * (dof(Kbar) - dof(Kt)), "rates": kept, "slot_weights": weight})  # d̃ = 3 before

    # BLESS: scores of all points by 8 weighted ones (A = 1/w²), in the form of the paper.
    index, copies, rate = draw(8)
    A = np.diag(rate / copies)
    KJ = K[index]
    scores = (np.diag(K) - np.einsum("ji,jk,ki->i", KJ, np.linalg.inv(K[np.ix_(index, index)] + gamma * A), KJ)) / gamma
    out["bless"].append({"ridge": gamma, **dictionary(index, copies, rate), "scores": scores.tolist()})

    # The two ends: regularised, and projected.
    index, copies, rate = draw(10)
    S = weighted(index, copies, rate)
    P = K[:, index] @ np.linalg.inv(K[np.ix_(index, index)]) @ K[index]
    out["finish"].append({"ridge": gamma, **dictionary(index, copies, rate), "regularized": figures(regularized(S, gamma)),
                          "projected": figures(P)})

    # Held to m: mean and deviation of the size after thinning to q̄·τ̂ at a ridge.
    index, copies, rate = draw(15, least=0.5)
    S = weighted(index, copies, rate)
    for ridge in [gamma, 5 * gamma, 50 * gamma]:
        new = np.minimum(20 * (1 - eps) * tauhat(S, ridge)[index], rate)
        stay = 1 - (1 - new / rate) ** copies
        out["held"].append({"epsilon": eps, "ridge": ridge, **dictionary(index, copies, rate), "mean": stay.sum(),
                            "deviation": np.sqrt((stay * (1 - stay)).sum())})

# Filled up: what the points not held have of being drawn, min(1, c·τ̂) with c by
# bisection, and the squared weights of those held and of those drawn.
for gamma, left in [(0.01, 3), (0.3, 4), (0.05, 22)]:
    index, copies, rate = draw(7)
    S = weighted(index, copies, rate)
    others = np.setdiff1d(np.arange(n), index)
    tau = tauhat(S, gamma)[others]
    lo, hi = 0.0, 1e9
    for _ in range(200):
        c = (lo + hi) / 2
        lo, hi = (c, hi) if np.minimum(1, c * tau).sum() < left else (lo, c)
    chance = np.minimum(1, c * tau)
    part = left / (7 + left)
    out["fill"].append({"ridge": gamma, **dictionary(index, copies, rate), "others": others.tolist(), "chance": chance.tolist(),
                        "held_squares": ((1 - part) * copies / rate + part).tolist(), "drawn_squares": (part / chance).tolist()})
assert any(max(c["chance"]) == 1 for c in out["fill"]) and any(max(c["chance"]) < 1 for c in out["fill"])

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_dictionaries.json")
with open(path, "w") as f:
    json.dump(out, f, separators=(",", ":"))
    f.write("\n")
