#!/usr/bin/python3
"""Golden values of package model/learn's evidence, bounds and predictive variances, by NumPy and scikit-learn.

Run from this folder: /usr/bin/python3 golden_evidence.py > golden_evidence.json
(numpy 1.24, scipy 1.10, scikit-learn 1.2 of Debian 12).

  bounds  GPflow's SGPR (models/sgpr.py: elbo and upper_bound), written out in NumPy, at a given amplitude, which
          scipy.optimize maximises over
  dtc     the variance of GPflow's SGPR.predict_f
  exact   scikit-learn's GaussianProcessRegressor with a fixed kernel: log_marginal_likelihood_value_ and the
          standard deviations of predict, at the amplitude that maximises the former
"""
import json
import sys

import numpy as np
from scipy.linalg import cholesky, solve_triangular
from scipy.optimize import minimize_scalar
from scipy.spatial.distance import cdist
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, DotProduct, Exponentiation

rng = np.random.default_rng(28)


def kernel(name, gamma, X, Z):
    if name == "polynomial":
        return (gamma * X @ Z.T + 1) ** 2
    return np.exp(-gamma * cdist(X, Z, "sqeuclidean"))


def sgpr(K, Kuf, Kuu, y, s2, mu):
    """elbo and upper_bound of GPflow for the kernel s2*K and noise s2*mu."""
    n, noise = len(y), s2 * mu
    L = cholesky(s2 * Kuu, lower=True)
    A = solve_triangular(L, s2 * Kuf, lower=True) / np.sqrt(noise)
    B = A @ A.T + np.eye(len(L))
    LB = cholesky(B, lower=True)
    c = solve_triangular(LB, A @ y, lower=True) / np.sqrt(noise)
    trace = np.trace(s2 * K) / noise - np.trace(A @ A.T)
    elbo = -0.5 * n * np.log(2 * np.pi) - np.sum(np.log(np.diag(LB))) - 0.5 * n * np.log(noise)
    elbo += -0.5 * y @ y / noise + 0.5 * c @ c - 0.5 * trace

    def upper(excess):  # excess: c of upper_bound, on top of the noise
        corrected = noise + excess
        const = -0.5 * n * np.log(2 * np.pi) - np.sum(np.log(np.diag(LB))) - 0.5 * n * np.log(noise)
        AC = solve_triangular(L, s2 * Kuf, lower=True)
        LC = cholesky(np.eye(len(L)) + AC @ AC.T / corrected, lower=True)
        v = solve_triangular(LC, AC @ y / corrected, lower=True)
        return const - 0.5 * y @ y / corrected + 0.5 * v @ v

    return elbo, upper(trace * noise)


def best(f):
    found = minimize_scalar(lambda t: -f(np.exp(t)), bounds=(-15, 15), method="bounded", options={"xatol": 1e-11})
    return float(np.exp(found.x)), float(-found.fun)


def dtc(Kuf, Kuu, Kus, kss, mu):
    """Variances for amplitude 1."""
    S = Kuu + Kuf @ Kuf.T / mu
    return kss - np.sum(Kus * np.linalg.solve(Kuu, Kus), 0) + np.sum(Kus * np.linalg.solve(S, Kus), 0)


n, b = 70, 9
X = np.round(rng.standard_normal((n, 2)), 6)
Z = np.round(1.5 * rng.standard_normal((b, 2)), 6)
y = np.round(3 + np.sin(2 * X[:, 0]) + X[:, 1] ** 2 / 2 + 0.2 * rng.standard_normal(n), 6)
rows = sorted(int(i) for i in rng.permutation(n)[:12])
out = {"X": X.tolist(), "Z": Z.tolist(), "Y": y.tolist(), "Landmarks": rows, "Cases": []}
rest = y - y.mean()
for name, gamma in (("gaussian", 0.5), ("gaussian", 3.0), ("polynomial", 0.4)):
    for mu in (0.02, 0.5, 10.0):
        I = rows if name == "gaussian" else rows[:4]  # a quadratic polynomial in two variables has rank 6
        K, Kuf, Kuu = kernel(name, gamma, X, X), kernel(name, gamma, X[I], X), kernel(name, gamma, X[I], X[I])
        Kus, kss = kernel(name, gamma, X[I], Z), np.diag(kernel(name, gamma, Z, Z))
        s2, lower = best(lambda s: sgpr(K, Kuf, Kuu, rest, s, mu)[0])
        _, upper = best(lambda s: sgpr(K, Kuf, Kuu, rest, s, mu)[1])
        base = RBF(1 / np.sqrt(2 * gamma)) if name == "gaussian" else Exponentiation(ConstantKernel(gamma) * DotProduct(np.sqrt(1 / gamma)), 2)

        def gpr(s):
            return GaussianProcessRegressor(ConstantKernel(s) * base, alpha=s * mu, optimizer=None).fit(X, rest)

        amplitude, log = best(lambda s: gpr(s).log_marginal_likelihood_value_)
        amplitude = float(rest @ np.linalg.solve(K + mu * np.eye(n), rest) / n)  # the optimum, to more digits
        fit = gpr(amplitude)
        mean, std = fit.predict(Z, return_std=True)
        out["Cases"].append({
            "Kernel": name, "Gamma": gamma, "Mu": mu, "M": len(I), "Amplitude": s2, "Lower": lower, "Upper": upper,
            "Variances": dtc(Kuf, Kuu, Kus, kss, mu).tolist(),
            "Exact": {"Amplitude": amplitude, "Log": float(fit.log_marginal_likelihood_value_), "Mean": mean.tolist(), "Std": std.tolist()},
        })
json.dump(out, sys.stdout, indent=1)
print()
