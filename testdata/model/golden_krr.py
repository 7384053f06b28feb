#!/usr/bin/python3
"""Golden values of kernel ridge regression, computed with scikit-learn.

Run from this folder: /usr/bin/python3 golden_krr.py > golden_krr.json
(numpy 1.24, scikit-learn 1.2 of Debian 12). The targets are centred by their
mean before anything is fitted, and the mean is added to what is predicted: the
convention of package model/learn. Read by model/learn and by approx.
Bias and variance are expectations over the noise for a known offset, the mean
of the truth: no target is in them.

  exact     KernelRidge(alpha=mu) with kernels "rbf" and "precomputed"
  nystrom   Nystroem features, then Ridge(alpha=mu, fit_intercept=False)
  loo       RidgeCV's leave-one-out errors, on the features, or for K itself on
            its Cholesky factor
  df, bias, variance   from the dense hat matrix, NumPy
"""
import json

import numpy as np
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge, RidgeCV
from sklearn.metrics.pairwise import laplacian_kernel, rbf_kernel

rng = np.random.default_rng(11)
n, d, new, noise = 80, 3, 15, 0.3
X = rng.normal(size=(n, d)) * [1.0, 2.0, 0.5] + [0.5, -0.3, 1.0]
Z = rng.normal(size=(new, d)) * [1.0, 2.0, 0.5] + [0.5, -0.3, 1.0]
truth = 7 + np.sin(X[:, 0]) * X[:, 1] + X[:, 2] / 10
y = truth + noise * rng.normal(size=n)
mean = y.mean()
MU = (1e-3, 1e-1, 10.0)


def hat(K, mu):
    H = np.linalg.solve(K + mu * np.eye(n), K)
    return {"df": float(np.trace(H)), "gcv": float(n * np.sum((y - mean - H @ (y - mean)) ** 2) / (n - np.trace(H)) ** 2),
            "bias": float(np.mean(((np.eye(n) - H) @ (truth - truth.mean())) ** 2)),
            "variance": float(noise**2 / n * np.sum(H**2))}


def leave_one_out(features, mu):
    cv = RidgeCV(alphas=[mu], fit_intercept=False, store_cv_values=True).fit(features, y - mean)
    return float(cv.cv_values_.mean())


exact, nystrom = [], []
for kernel, function in (("gaussian", rbf_kernel), ("laplacian", laplacian_kernel)):
    for gamma in (0.05, 0.3, 1.5):
        K = function(X, X, gamma=gamma)
        for mu in MU:
            if kernel == "gaussian":
                model, train, test = KernelRidge(alpha=mu, kernel="rbf", gamma=gamma), X, Z
            else:
                model, train, test = KernelRidge(alpha=mu, kernel="precomputed"), K, function(Z, X, gamma=gamma)
            model.fit(train, y - mean)
            exact.append({"kernel": kernel, "gamma": gamma, "mu": mu, "alpha": model.dual_coef_.tolist(),
                          "fitted": (mean + model.predict(train)).tolist(), "predicted": (mean + model.predict(test)).tolist(),
                          "loo": leave_one_out(np.linalg.cholesky(K + 1e-14 * np.eye(n)), mu), **hat(K, mu)})
for gamma in (0.05, 0.3, 1.5):
    for m in (6, 20):
        feature_map = Nystroem(kernel="rbf", gamma=gamma, n_components=m, random_state=m).fit(X)
        Phi, new_phi = feature_map.transform(X), feature_map.transform(Z)
        core = rbf_kernel(feature_map.components_, gamma=gamma)
        for mu in MU:
            model = Ridge(alpha=mu, fit_intercept=False, solver="svd").fit(Phi, y - mean)
            nystrom.append({"kernel": "gaussian", "gamma": gamma, "mu": mu, "landmarks": feature_map.component_indices_.tolist(),
                            "core_condition": float(np.linalg.cond(core)),
                            "fitted": (mean + model.predict(Phi)).tolist(), "predicted": (mean + model.predict(new_phi)).tolist(),
                            "loo": leave_one_out(Phi, mu), **hat(Phi @ Phi.T, mu)})
print(json.dumps({"x": X.tolist(), "z": Z.tolist(), "y": y.tolist(), "truth": truth.tolist(), "noise": noise,
                  "exact": exact, "nystrom": nystrom}, indent=None, separators=(",", ":")))
