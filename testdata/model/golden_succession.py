#!/usr/bin/python3
"""Golden losses by which a search compares settings of classes, computed with
NumPy and scikit-learn.

Run from this folder: /usr/bin/python3 golden_succession.py > golden_succession.json
(numpy 1.24, scikit-learn 1.2 of Debian 12). Read by model/learn and model/tune.

  other    the mean over rows of the mean of -log p over the classes that a row is
           not of, of probabilities clipped as log_loss clips them
  cells    by fold, from the probabilities of LogisticRegression(C=1/mu) on
           features of the RBF kernel matrix: plain is log_loss, and compared is the
           mean of -log p over all n rows and one more, whose class is another one
           than that of a row of the fold, each of both equally likely
"""
import json
import warnings

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.preprocessing import StandardScaler

warnings.simplefilter("ignore")
rng = np.random.default_rng(11)
EPS = np.finfo(float).eps
GAMMAS, MUS = [0.1, 1.0], [1e-3, 0.1, 10.0]


def other(P, truth):
    Q = np.clip(np.array(P, float), EPS, 1 - EPS)
    Q /= Q.sum(axis=1, keepdims=True)
    return float(np.mean([np.mean([-np.log(q[c]) for c in range(len(q)) if c != y]) for q, y in zip(Q, truth)]))


def probabilities(X, y, train, test, gamma, mu):
    scale = StandardScaler().fit(X[train])
    A, B = scale.transform(X[train]), scale.transform(X[test])
    values, vectors = np.linalg.eigh(rbf_kernel(A, gamma=gamma))
    kept = values > 1e-13 * values[-1]
    F = vectors[:, kept] / np.sqrt(values[kept])
    fit = LogisticRegression(C=1 / mu, solver="lbfgs", tol=1e-10, max_iter=100000)
    fit.fit(rbf_kernel(A, gamma=gamma) @ F, y[train])
    return fit.predict_proba(rbf_kernel(B, A, gamma=gamma) @ F)


def searched(X, y, folds):
    n, cells = len(y), []
    for i, gamma in enumerate(GAMMAS):
        for j, mu in enumerate(MUS):
            plain, compared = [], []
            for fold in folds:
                train = sorted(set(range(n)) - set(fold))
                P = probabilities(X, y, train, fold, gamma, mu)
                plain.append(log_loss(y[fold], P, labels=np.unique(y)))
                compared.append((n * plain[-1] + other(P, y[fold])) / (n + 1))
            cells.append({"gamma": i, "mu": j, "plain": plain, "compared": compared})
    return {"x": X.tolist(), "classes": y.tolist(), "folds": folds, "cells": cells}


def drawn(centres):
    """Rows about the centres of classes that nearly separate them."""
    n = 20 * len(centres)
    y = np.repeat(np.arange(len(centres)), 20)
    X = np.round(np.array(centres)[y] + 0.8 * rng.normal(size=(n, 2)), 3)
    return X, y, [sorted(part.tolist()) for part in np.array_split(rng.permutation(n), 4)]


P = [[0.7, 0.2, 0.1], [1, 0, 0], [0, 0, 1], [0.2, 0.5, 0.3], [0, 1, 0], [0.3, 0.1, 0.2]]  # the last is divided by its sum
truth = [0, 0, 1, 2, 1, 2]
print(json.dumps({
    "probabilities": P, "truth": truth, "other": other(P, truth), "gammas": GAMMAS, "mus": MUS,
    "two": searched(*drawn([[-1, 0], [1.5, 1]])),
    "three": searched(*drawn([[-1, 0], [1.5, 1], [0, 3]])),
}))
