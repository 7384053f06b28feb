#!/usr/bin/python3
"""Kernel ridge regression on real data sets, computed with scikit-learn.

Run from this folder: /usr/bin/python3 golden_krr.py > golden_krr.json
Reads ../../../shared/data, which is not part of the project; only figures are
stored. Setting: the first 400 rows, the named numeric features and the target
standardised (population standard deviation over these rows), a fit to the
first 300 of them, centred by the mean of their targets, Gaussian kernel at half
the median distance and at that distance.

Stored of each fit: the degrees of freedom, GCV, leave-one-out and test errors, the
predictions at 25 rows of the 100 others, and at 25 of the 300.
"""
import csv
import gzip
import json

import numpy as np
from scipy.spatial.distance import pdist
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Ridge, RidgeCV
from sklearn.metrics.pairwise import rbf_kernel

SETS = {  # file: (target column, dropped columns)
    "abalone": ("Rings", ["Sex"]),
    "california_housing": ("medianHouseValue", []),
    "casp": ("RMSD", []),
    "pumadyn32nm": ("thetadd6", []),
}
N, FIT = 400, 300


def standardised(A):
    sd = A.std(axis=0)
    return (A - A.mean(axis=0)) / np.where(sd == 0, 1, sd)


def figures(K, y, mu, model, train, test, features, y_new):
    mean = y.mean()
    H = np.linalg.solve(K + mu * np.eye(FIT), K)
    df = float(np.trace(H))
    model.fit(train, y - mean)
    fitted, predicted = mean + model.predict(train), mean + model.predict(test)
    cv = RidgeCV(alphas=[mu], fit_intercept=False, store_cv_values=True).fit(features, y - mean)
    return {"mu": mu, "df": df, "gcv": float(np.mean((y - fitted) ** 2) / (1 - df / FIT) ** 2), "loo": float(cv.cv_values_.mean()),
            "test": float(np.mean((y_new - predicted) ** 2)),
            "fitted": fitted[::12].tolist(), "predicted": predicted[::4].tolist()}


out = {}
for name, (target, drop) in SETS.items():
    with gzip.open(f"../../../shared/data/{name}.csv.gz", "rt") as f:
        rows = list(csv.reader(f))
    keep = [i for i, h in enumerate(rows[0]) if h != target and h not in drop]
    all_X = standardised(np.array([[float(r[i]) for i in keep] for r in rows[1 : N + 1]]))
    all_y = standardised(np.array([float(r[rows[0].index(target)]) for r in rows[1 : N + 1]]))
    X, Z, y, y_new = all_X[:FIT], all_X[FIT:], all_y[:FIT], all_y[FIT:]
    entry = {"columns": [rows[0][i] for i in keep], "target": target, "n": N, "fit": FIT, "runs": []}
    for factor in (0.5, 1.0):
        gamma = 1 / (2 * (factor * float(np.median(pdist(X)))) ** 2)
        K = rbf_kernel(X, X, gamma=gamma)
        feature_map = Nystroem(kernel="rbf", gamma=gamma, n_components=25, random_state=5).fit(X)
        Phi = feature_map.transform(X)
        w, V = np.linalg.eigh(K)
        root = V * np.sqrt(np.clip(w, 0, None))
        run = {"gamma": gamma, "landmarks": feature_map.component_indices_.tolist(),
               "core_condition": float(np.linalg.cond(rbf_kernel(feature_map.components_, gamma=gamma))), "exact": [], "nystrom": []}
        for mu in (1e-3, 0.1, 3.0):
            run["exact"].append(figures(K, y, mu, KernelRidge(alpha=mu, kernel="rbf", gamma=gamma), X, Z, root, y_new))
            run["nystrom"].append(figures(Phi @ Phi.T, y, mu, Ridge(alpha=mu, fit_intercept=False, solver="svd"), Phi,
                                          feature_map.transform(Z), Phi, y_new))
        entry["runs"].append(run)
    out[name] = entry
print(json.dumps(out, separators=(",", ":")))
