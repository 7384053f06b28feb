#!/usr/bin/python3
"""Golden cross-validation scores, computed with scikit-learn.

Run from this folder: /usr/bin/python3 golden_tune.py > golden_tune.json
(numpy 1.24, scikit-learn 1.2 of Debian 12). GridSearchCV over given folds of a
pipeline that standardises by the training rows of each fold. Read by
model/tune.

  ridge      KernelRidge(kernel="rbf", alpha=mu) on targets less their mean
  logistic   Nystroem with as many landmarks as rows, so that its features stand
             for K itself, then LogisticRegression(C=1/mu), whose intercept is
             not penalised; three classes, multinomial
"""
import json

import numpy as np
from sklearn.compose import TransformedTargetRegressor
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

rng = np.random.default_rng(5)
n = 90
X = rng.normal(size=(n, 3)) * [1.0, 40.0, 0.01] + [5.0, -3.0, 0.0]
X[:5, 1] *= 6  # rows that change the scale of the folds they train
Z = (X - X.mean(axis=0)) / X.std(axis=0)
y = 20 + np.sin(2 * Z[:, 0]) * 3 + Z[:, 1] ** 2 + rng.normal(size=n) * 0.3
classes = (y > np.quantile(y, 0.3)).astype(int) + (y > np.quantile(y, 0.7))
shuffled = rng.permutation(n)
folds = [sorted(part.tolist()) for part in np.array_split(shuffled, 4)]
splits = [(sorted(set(range(n)) - set(fold)), fold) for fold in folds]
GAMMAS, MUS = [0.03, 0.3, 2.0], [1e-2, 0.1, 1.0, 10.0]


def search(estimator, gamma, alpha, values, target, scoring):
    grid = GridSearchCV(estimator, {gamma: GAMMAS, alpha: values}, scoring=scoring, cv=splits, refit=False, error_score="raise")
    grid.fit(X, target)
    found = grid.cv_results_
    cells = []
    for i, g in enumerate(GAMMAS):
        for j, mu in enumerate(MUS):
            at = next(k for k, q in enumerate(found["params"]) if q[gamma] == g and q[alpha] == values[j])
            cell = {"gamma": i, "mu": j}
            for name in scoring:
                folded = np.array([found[f"split{f}_test_{name}"][at] for f in range(len(folds))])
                cell[name] = float(folded.mean())
                cell[name + "_se"] = float(folded.std(ddof=1) / np.sqrt(len(folds)))
            cells.append(cell)
    return cells


ridge = TransformedTargetRegressor(make_pipeline(StandardScaler(), KernelRidge(kernel="rbf")), transformer=StandardScaler(with_std=False))
logistic = make_pipeline(
    StandardScaler(),
    Nystroem(kernel="rbf", n_components=n, random_state=0),
    LogisticRegression(multi_class="multinomial", solver="newton-cg", tol=1e-9, max_iter=10000),
)
print(json.dumps({
    "x": X.tolist(), "y": y.tolist(), "classes": classes.tolist(), "folds": folds, "gammas": GAMMAS, "mus": MUS,
    "ridge": search(ridge, "regressor__kernelridge__gamma", "regressor__kernelridge__alpha", MUS, y,
                    {"loss": "neg_root_mean_squared_error", "gain": "r2"}),
    "logistic": search(logistic, "nystroem__gamma", "logisticregression__C", [1 / mu for mu in MUS], classes,
                       {"loss": "neg_log_loss", "gain": "accuracy"}),
}, indent=1))
