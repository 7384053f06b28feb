"""Expected values for sparse-cholesky on smooth kernels: rows on an even grid, many within a width, where kernel
matrices among neighbours are singular but for rounding errors. Dense NumPy; writes golden_neighbours.json.

    python3 golden_neighbours.py
"""
import json
import os

import numpy as np


def maximin(x):
    """Rows on a line from coarse to fine."""
    order = [0]
    away = np.abs(x - x[0])
    for _ in range(len(x) - 1):
        order.append(int(np.argmax(away)))
        away = np.minimum(away, np.abs(x - x[order[-1]]))
    return order


def approximation(x, K, order, m, delta):
    """The covariance of x_i = b_i x_N + sqrt(v_i) e_i, row by row in the order."""
    n = len(K)
    noisy = K + delta * np.eye(n)
    out, variances = np.zeros((n, n)), []
    for p, i in enumerate(order):
        before = np.array(order[:p], int)
        near = before[np.argsort(np.abs(x[before] - x[i]), kind="stable")[:m]]
        b = np.linalg.solve(noisy[np.ix_(near, near)], K[near, i])
        v = noisy[i, i] - K[near, i] @ b
        out[i, before] = out[before, i] = b @ out[np.ix_(near, before)]
        out[i, i] = b @ out[np.ix_(near, near)] @ b + v
        variances.append(v)
    return out, np.log(variances).sum()


cases = []
n = 200
x = (np.arange(n) + 0.3 * np.random.default_rng(1).random(n)) / n  # no distances are equal
for gamma, m, delta in [(10, 30, 1e-12), (100, 12, 1e-12), (1000, 30, 1e-12), (1000, 10, 1e-6), (1e5, 30, 1e-12)]:
    K = np.exp(-gamma * (x[:, None] - x[None, :]) ** 2)
    order = maximin(x)
    approx, log_det = approximation(x, K, order, m, delta)
    cases.append({"gamma": gamma, "neighbours": m, "delta": delta, "x": x.tolist(), "order": order, "log_det": log_det,
                  "error": np.linalg.norm(approx - K) / np.linalg.norm(K), "largest": approx.diagonal().max()})
    print({k: v for k, v in cases[-1].items() if k not in ("x", "order")})

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_neighbours.json")
with open(path, "w") as f:
    json.dump(cases, f, separators=(",", ":"))
    f.write("\n")
