#!/usr/bin/python3
"""Golden sufficient numbers of landmarks about each truth, computed with NumPy and SciPy.

Run from this folder: /usr/bin/python3 golden_sufficient.py > golden_sufficient.json
(numpy 1.24, scipy 1.10 of Debian 12). The method is Nystrom on the first m of landmarks
in a given order, for every m from 1 to n, so that nothing is drawn. All is dense: hat
matrices by solving with K + mu*I. Read by model/tune.

  known     the function that the targets were made from, and their noise
  gcv       the exact fit at the ridge of least GCV (scipy.optimize), and the variance of
            its residuals over n - df
  targets   the targets, without noise

Ridges at which the risk crosses the limit at more than one m, or within a tenth of a per
cent of it, are an error: which m is found would be a matter of luck.
"""
import json

import numpy as np
from scipy.optimize import minimize_scalar

rng = np.random.default_rng(14)
n, gamma, loss, sigma = 60, 1.0, 0.1, 0.3
X = rng.uniform(-2, 2, size=(n, 2))
truth = 3 + np.sin(2 * X[:, 0]) + X[:, 1] ** 2 / 2
y = truth + sigma * rng.normal(size=n)
order = rng.permutation(n)
K = np.exp(-gamma * ((X[:, None] - X) ** 2).sum(2))


def hat(k, mu):
    return np.linalg.solve(k + mu * np.eye(n), k)


def gcv(mu):
    h = hat(K, mu)
    return n * np.sum((y - y.mean() - h @ (y - y.mean())) ** 2) / (n - np.trace(h)) ** 2


def risk(h, z, noise):
    return np.mean((z - z.mean() - h @ (z - z.mean())) ** 2) + noise**2 / n * np.sum(h**2)


def nystrom(m):
    chosen = order[:m]
    return K[:, chosen] @ np.linalg.solve(K[np.ix_(chosen, chosen)], K[chosen])


best = np.exp(minimize_scalar(lambda x: gcv(np.exp(x)), bounds=(np.log(1e-4), np.log(10)), method="bounded", options={"xatol": 1e-10}).x)
fit = hat(K, best)
fitted = y.mean() + fit @ (y - y.mean())
truths = {"known": (truth, sigma), "gcv": (fitted, np.sqrt(np.sum((y - fitted) ** 2) / (n - np.trace(fit)))), "targets": (y, 0.0)}
approximations = [nystrom(m) for m in range(1, n + 1)]
rows = []
for name, (z, noise) in truths.items():
    for mu in (0.01, 0.1, 1.0, 10.0):
        h = hat(K, mu)
        exact, d_max, delta = risk(h, z, noise), n * np.max(np.diag(h)), loss / 4
        ratios = np.array([risk(hat(a, mu), z, noise) for a in approximations]) / ((1 + loss) * exact)
        enough = ratios <= 1
        crossings = np.flatnonzero(np.diff(enough.astype(int)))
        m = int(np.argmax(enough)) + 1
        assert len(crossings) == (m > 1) and np.min(np.abs(ratios[max(0, m - 2) : m] - 1)) > 1e-3, (name, mu, crossings, ratios)
        rows.append({"truth": name, "mu": mu, "d_eff": float(np.trace(h)), "d_max": float(d_max), "risk_exact": float(exact), "m": m,
                     "risk": float(ratios[m - 1] * (1 + loss) * exact), "bach_p": float((32 * d_max / delta + 2) * np.log(n**2 / (delta * mu)))})
print(json.dumps({"x": X.tolist(), "y": y.tolist(), "known": truth.tolist(), "noise": sigma, "gamma": gamma, "loss": loss, "order": order.tolist(),
                  "best_mu": float(best), "deviation": float(truths["gcv"][1]), "condition": float(np.linalg.cond(K)), "rows": rows}, separators=(",", ":")))
