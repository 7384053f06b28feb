#!/usr/bin/python3
"""Golden values of the bounds of package model, by NumPy and SciPy only.

Run from this folder: /usr/bin/python3 golden_bounds.py > golden_bounds.json
(numpy 1.24, scipy 1.10 of Debian 12).

The formulas stand as the papers print them, with the ridge on K/n for Bach's.
The uniform bound on Fourier features is solved by Brent's method on its
logarithm, and not by Lambert's W. The risk ratios are of regularised Nystroem
approximations on weighted columns S with an accuracy eps(S) < 1, for the target
that K - Ktilde holds most of.
"""
import json

import numpy as np
from scipy.optimize import brentq

rng = np.random.default_rng(11)


def bach():
    out = []
    for n, d, lam, r2, delta in [(512, 14.0, 0.045, np.pi**2 / 3, 0.1), (1000, 300.5, 1e-6, 1.0, 0.0025),
                                 (10, 2.5, 5.0, 1.0, 0.9), (10, 2.5, 400.0, 1.0, 0.9)]:
        p = max(0.0, (32 * d / delta + 2) * np.log(n * r2 / (delta * lam)))
        out.append(dict(n=n, d=d, ridge=n * lam, diagonal=r2, delta=delta, columns=p))
    return out


def rff():
    out = []
    for h, d, spread, diam, delta in [
            (64, 1, 1.0, 6.3, 0.1), (4096, 8, 2.8, 8.3, 0.01), (100, 3, 1e-4, 1e-3, 0.5), (7, 2, 1e150, 1e150, 0.1)]:
        def f(log_e):
            return (8 * np.log(2) + 2 * (np.log(spread) + np.log(diam) - log_e)
                    - h * np.exp(2 * log_e) / (4 * (d + 2)) - np.log(delta))

        error = np.exp(brentq(f, -30, 14, xtol=1e-15, rtol=1e-14))
        out.append(dict(frequencies=h, dims=d, spread=spread, diameter=diam, delta=delta, error=error))
    return out


def risks():
    """Risk ratios of ridge regression on regularised Nystroem approximations."""
    out = []
    for gamma, mu, m, noise in [(0.5, 0.5, 25, 0.0), (1.0, 0.2, 30, 0.1), (0.3, 3.0, 25, 1.0), (2.0, 2.0, 40, 0.0)]:
        n = 60
        x = rng.standard_normal((n, 2))
        k = np.exp(-0.5 * ((x[:, None] - x[None]) ** 2).sum(2))
        w, u = np.linalg.eigh(k)
        psi = (u * np.sqrt(np.maximum(w, 0) / (np.maximum(w, 0) + gamma))) @ u.T
        tau = np.diag(psi @ psi)
        eps = 1.0
        while eps >= 1:
            s = np.zeros((n, m))
            for j, i in enumerate(rng.choice(n, m, p=tau / tau.sum())):
                s[i, j] = 1 / np.sqrt(m * tau[i] / tau.sum())
            eps = np.linalg.norm(psi @ (np.eye(n) - s @ s.T) @ psi, 2)
        ks = k @ s
        kt = ks @ np.linalg.solve(s.T @ ks + gamma * np.eye(m), ks.T)
        worst = np.linalg.eigh(k - kt)[1][:, -1]

        def risk(a):
            h = np.linalg.solve(a + mu * np.eye(n), a)
            return np.mean((worst - h @ worst) ** 2) + noise**2 / n * np.sum(h * h)

        out.append(dict(gamma=gamma, mu=mu, epsilon=eps, ratio=risk(kt) / risk(k)))
    return out


print(json.dumps(dict(bach=bach(), rff=rff(), risks=risks()), indent=1))
