"""The best ridge on splines, its risk and degrees of freedom, without a matrix.

On the grid j/n the kernel sum_i 2 i^(-2 beta) cos 2 pi i (x-y) is circulant. At
frequency f = 1..n-1 its eigenvalue is n sum |f + kn|^(-2 beta) over all integers k, and
the target sum_i 2 i^(-8) cos 2 pi i x has the coefficient sum |f + kn|^(-8): both are
Hurwitz zeta functions. The expected risk about the target, with noise of variance 1, is

    sum_f (1 - h_f)^2 c_f^2 + (1/n) sum_f h_f^2,   h_f = l_f / (l_f + mu),

and the noise of the mean apart, as `risk_exact` has it. Writes rates.json.
"""
import json

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import zeta


def optimum(n, beta, delta=8):
    # f and n - f are alike; beyond 20000 nothing is added to 12 digits.
    wave = np.arange(1, min(n // 2, 20000) + 1)
    times = np.where(2 * wave == n, 1, 2)
    f = wave / n
    values = float(n) ** (1 - 2 * beta) * (zeta(2 * beta, f) + zeta(2 * beta, 1 - f))
    squares = (float(n) ** -delta * (zeta(delta, f) + zeta(delta, 1 - f))) ** 2

    def risk(log_mu):
        h = values / (values + np.exp(log_mu))
        return np.sum(times * (1 - h) ** 2 * squares) + np.sum(times * h * h) / n

    grid = np.linspace(np.log(1e-3), np.log(1e6), 400)
    i = int(np.argmin([risk(x) for x in grid]))
    least = minimize_scalar(risk, bracket=grid[i - 1:i + 2], options={"xtol": 1e-9})
    mu = np.exp(least.x)
    return {"n": n, "mu": mu, "risk": least.fun, "d": np.sum(times * values / (values + mu))}


def exponents(optima):
    """The slopes of log lambda, log risk and log d over log n."""
    log_n = np.log([o["n"] for o in optima])
    figures = {"lambda": [o["mu"] / o["n"] for o in optima], "risk": [o["risk"] for o in optima], "d": [o["d"] for o in optima]}
    return {name: np.polyfit(log_n, np.log(values), 1)[0] for name, values in figures.items()}


out = {}
for beta, count in (1, 5), (4, 24), (8, 5):
    optima = [optimum(50 * 2**k, beta) for k in range(count)]
    out[str(beta)] = {
        "optima": optima,
        "exponents": exponents(optima[:5]),  # of n = 50 to 800, which the entries show
        "doublings": [{"n": a["n"], "lambda": exponents([a, b])["lambda"]} for a, b in zip(optima, optima[1:])],
    }
with open("rates.json", "w") as file:
    json.dump(out, file, indent=1)
    file.write("\n")
