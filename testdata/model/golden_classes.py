#!/usr/bin/python3
"""Golden values of package model/learn's Falkon, Logistic, SVM and Classify, by
NumPy and scikit-learn.

Run from this folder: /usr/bin/python3 golden_classes.py > golden_classes.json
(numpy 1.24, scikit-learn 1.2 of Debian 12). The part "ijcnn1" is written where
../../../shared/data stands.

Both sides have the same features. The bias of Logistic is scikit-learn's own
intercept, which is not penalised, and every fit is compared here with SciPy's
minimum of the objective; that of SVM is the weight of a column of ones,
fit_intercept=False. Coefficients have the bias last. moons.csv holds 900 rows of the generator moons of package
data, drawn with rand.NewPCG(1, 1): the first 300 are for training.
"""
import gzip
import json
import os
import sys

import numpy as np
from scipy.optimize import minimize
from scipy.spatial.distance import cdist
from scipy.special import expit, logsumexp, softmax as scipy_softmax
from sklearn.datasets import load_digits
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import log_loss
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC

rng = np.random.default_rng(23)


def ones(F):
    return np.hstack([F, np.ones((len(F), 1))])


def minimum(F, y, mu):
    """(w, b) of least sum log(1 + exp(-y f)) + mu/2 |w|^2, f = F w + b, y = +-1."""
    Z, penalty = ones(F), mu * np.append(np.ones(F.shape[1]), 0)
    def objective(v):
        return np.logaddexp(0, -y * (Z @ v)).sum() + v @ (penalty * v) / 2
    def gradient(v):
        return -Z.T @ (y * expit(-y * (Z @ v))) + penalty * v
    def hessian(v):
        s = expit(Z @ v)
        return Z.T @ ((s * (1 - s))[:, None] * Z) + np.diag(penalty)
    return minimize(objective, np.zeros(len(penalty)), jac=gradient, hess=hessian, method="trust-exact", options={"gtol": 1e-11}).x


def softmax(F, c, mu):
    """W, k x (q+1), the bias last, of least sum -log p(c) + mu/2 |w|^2, p = exp(f)/sum exp(f), f = F w + b; the biases sum to 0."""
    Z, penalty = ones(F), mu * np.append(np.ones(F.shape[1]), 0)
    Y = np.eye(c.max() + 1)[c]
    shape = (Y.shape[1], Z.shape[1])
    def objective(v):
        V, f = v.reshape(shape), Z @ v.reshape(shape).T
        return (logsumexp(f, axis=1) - (f * Y).sum(1)).sum() + (penalty * V * V).sum() / 2
    def gradient(v):
        V = v.reshape(shape)
        return ((scipy_softmax(Z @ V.T, axis=1) - Y).T @ Z + penalty * V).ravel()
    def hessian(v):
        p = scipy_softmax(Z @ v.reshape(shape).T, axis=1)
        blocks = [[Z.T @ ((p[:, i] * ((i == j) - p[:, j]))[:, None] * Z) + (i == j) * np.diag(penalty) for j in range(shape[0])] for i in range(shape[0])]
        return np.block(blocks)
    v = minimize(objective, np.zeros(np.prod(shape)), jac=gradient, hess=hessian, method="trust-exact", options={"gtol": 1e-9}).x
    v -= np.linalg.lstsq(hessian(v), gradient(v), rcond=None)[0]  # it can't go on along equal biases, which change nothing
    assert np.linalg.norm(gradient(v)) < 1e-11, np.linalg.norm(gradient(v))
    v = v.reshape(shape)
    v[:, -1] -= v[:, -1].mean()
    return v


def logistic(F, y, mu):
    """Of several classes the multinomial one."""
    if len(np.unique(y)) > 2:
        m = LogisticRegression(C=1 / mu, solver="newton-cg", tol=1e-13, max_iter=10000, multi_class="multinomial").fit(F, y)
        m.intercept_ -= m.intercept_.mean()
        exact = softmax(F, y, mu)
        off = np.linalg.norm(coefficients(m) - exact)
        assert off < 1e-6 * np.linalg.norm(exact), (mu, off)
        m.coef_, m.intercept_ = exact[:, :-1], exact[:, -1]  # newton-cg ends a little earlier
        return m
    m = LogisticRegression(C=1 / mu, solver="newton-cholesky", tol=1e-13, max_iter=1000).fit(F, y)
    off = coefficients(m)[0] - minimum(F, y, mu)
    assert np.linalg.norm(off) < 1e-7 * np.linalg.norm(coefficients(m)), (mu, off)
    return m


def coefficients(m):
    return np.hstack([m.coef_, m.intercept_[:, None]])


def svm(mu, tol=1e-10):
    return LinearSVC(loss="hinge", C=1 / mu, tol=tol, max_iter=10**7, fit_intercept=False, random_state=0)


def hinge(F, y, coef, mu):
    return float(np.maximum(0, 1 - y * (ones(F) @ coef)).sum() + mu / 2 * coef @ coef)


def fits(F, y, G, mus):
    """y = +-1 on training features F, and what is said of the rows of G."""
    out = []
    for mu in mus:
        l = logistic(F, y, mu)
        s = svm(mu).fit(ones(F), y)
        out.append({"mu": mu, "logistic": coefficients(l)[0].tolist(), "probability": l.predict_proba(G)[:, 1].tolist(),
                    "svm": s.coef_[0].tolist(), "hinge": hinge(F, y, s.coef_[0], mu), "values": s.decision_function(ones(G)).tolist()})
    return out


def rounded(a, digits=4):
    return np.round(a, digits)


def binary():
    F, G = rounded(rng.normal(size=(70, 6))), rounded(rng.normal(size=(40, 6)))
    scale = np.array([3, 1, 1, 0.3, 0.1, 0.03])  # as eigenvalues fall
    F, G = rounded(F * scale), rounded(G * scale)
    y = np.sign(F @ [1, -1, 0.5, 2, 0, 3] + 0.7 + rng.normal(size=70))
    return {"features": F.tolist(), "labels": y.tolist(), "new": G.tolist(), "fits": fits(F, y, G, [1e-3, 0.1, 1, 30, 1e4])}


def separable():
    F = rounded(rng.normal(size=(30, 3)))
    y = np.sign(F @ [1, 2, -1] + 0.2)
    F += 0.3 * y[:, None] * [1, 2, -1]
    F = rounded(F)
    return {"features": F.tolist(), "labels": y.tolist(), "new": F.tolist(), "fits": fits(F, y, F, [1e-4, 1])}


def three():
    centres = np.array([[1, 0, 0, 0.5], [-1, 1, 0, 0], [0, -1, 1, -0.5]])
    def draw(n):
        c = rng.integers(3, size=n)
        return rounded(centres[c] + rng.normal(size=(n, 4))), c
    (F, c), (G, cg) = draw(110), draw(60)
    out = []
    for mu in [0.01, 1, 50]:
        l = logistic(F, c, mu)
        P = l.predict_proba(G)
        s = OneVsRestClassifier(svm(mu)).fit(ones(F), c)
        out.append({"mu": mu, "logistic": coefficients(l).tolist(), "probabilities": P.tolist(), "classes": l.predict(G).tolist(),
                    "log_loss": log_loss(cg, P), "svm": s.predict(ones(G)).tolist()})
    return {"features": F.tolist(), "labels": c.tolist(), "new": G.tolist(), "new_labels": cg.tolist(), "fits": out}


def digits():
    """Ten classes: principal components of the digits of scikit-learn, and of the last class a single row in training."""
    X, c = load_digits(return_X_y=True)
    F = rounded(PCA(12, random_state=0).fit_transform(X) / 10, 2)
    train = np.append(np.flatnonzero(c < 9)[:220], np.flatnonzero(c == 9)[0])
    new = np.arange(1600, 1640)
    out = []
    for mu in [0.01, 1, 50]:
        l = logistic(F[train], c[train], mu)
        out.append({"mu": mu, "logistic": coefficients(l).tolist(), "probabilities": l.predict_proba(F[new]).tolist(),
                    "log_loss": log_loss(c[new], l.predict_proba(F[new]))})
    return {"features": F[train].tolist(), "labels": c[train].tolist(), "new": F[new].tolist(), "new_labels": c[new].tolist(), "fits": out}


def scored(F, y, G, yg, mus):
    """Accuracies, of labels +-1."""
    out = []
    for mu in mus:
        l = logistic(F, y, mu)
        s = svm(mu, 1e-6).fit(ones(F), y)
        out.append({"mu": mu, "logistic": l.score(G, yg), "log_loss": log_loss(yg, l.predict_proba(G)),
                    "svm": s.score(ones(G), yg), "hinge": hinge(F, y, s.coef_[0], mu)})
        print(out[-1], s.n_iter_, file=sys.stderr)
    return out


def moons():
    rows = np.loadtxt("moons.csv", delimiter=",", skiprows=1)
    X, y = rows[:, :2], 2 * rows[:, 2] - 1
    gamma, h = 2.0, 40
    W = rounded(np.sqrt(2 * gamma) * rng.normal(size=(h, 2)))
    F = np.hstack([np.cos(X @ W.T), np.sin(X @ W.T)]) / np.sqrt(h)
    n = 300
    return {"train": n, "frequencies": W.tolist(), "fits": scored(F[:n], y[:n], F[n:], y[n:], [0.01, 0.1, 1])}


def ijcnn1(path):
    X, y = np.zeros((10000, 22)), np.zeros(10000)
    for i, line in enumerate(gzip.open(path, "rt")):
        label, *entries = line.split()
        y[i] = float(label)
        for e in entries:
            j, v = e.split(":")
            X[i, int(j) - 1] = float(v)
    order = rng.permutation(len(X))
    train, test = order[:2000], order[2000:]
    landmarks = train[:150]
    gamma = 0.5
    C = np.exp(-gamma * cdist(X, X[landmarks], "sqeuclidean"))
    F = np.linalg.solve(np.linalg.cholesky(C[landmarks]), C.T).T
    return {"gamma": gamma, "landmarks": 150, "train": train.tolist(),
            "fits": scored(F[train], y[train], F[test], y[test], [0.01, 0.1, 1])}


def falkon():
    """min |y - C a|^2 + mu a' W a, by least squares on [C; sqrt(mu) W^(1/2)]."""
    X = rounded(rng.uniform(size=(90, 2)))
    y = rounded(np.sin(5 * X[:, 0]) + X[:, 1] ** 2 + 0.1 * rng.normal(size=90))
    y = rounded(y - y.mean())
    gamma = 8.0
    landmarks = rng.choice(90, 20, replace=False)
    C = np.exp(-gamma * cdist(X, X[landmarks], "sqeuclidean"))
    R = np.linalg.cholesky(C[landmarks]).T
    out = []
    for mu in [1e-6, 1e-3, 1.0, 100.0]:
        a = np.linalg.lstsq(np.vstack([C, np.sqrt(mu) * R]), np.concatenate([y, np.zeros(20)]), rcond=None)[0]
        out.append({"mu": mu, "alpha": a.tolist(), "fitted": (C @ a).tolist()})
    return {"x": X.tolist(), "y": y.tolist(), "gamma": gamma, "landmarks": landmarks.tolist(), "fits": out}


def losses():
    P = [[0.7, 0.2, 0.1], [1, 0, 0], [0, 0, 1], [0.2, 0.5, 0.3], [0, 1, 0], [0.3, 0.1, 0.2]]  # the last is divided by its sum
    truth = [0, 0, 1, 2, 1, 2]
    return {"probabilities": P, "truth": truth, "log_loss": log_loss(truth, P)}


out = {"binary": binary(), "separable": separable(), "three": three(), "moons": moons(), "falkon": falkon(), "losses": losses(), "digits": digits()}
path = "../../../shared/data/ijcnn1_10k.libsvm.gz"
if os.path.exists(path):
    out["ijcnn1"] = ijcnn1(path)
print(json.dumps(out))
