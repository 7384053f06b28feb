"""Writes loss.json: the log probability of held-out classes by kernel logistic regression on landmarks, minimised by
SciPy's trust region with the kernel matrices themselves, and its gradient by the logarithms of the widths and of mu by
central differences. Run it in this folder with SciPy."""

import json

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from bound import kernel

rng = np.random.default_rng(11)
n, d, m, folds = 45, 3, 8, 3
x = rng.standard_normal((n, d))
score = x[:, 0] + 0.5 * x[:, 1] ** 2 + 0.5 * rng.standard_normal(n)
three = np.digitize(score, [0.0, 1.0])
landmarks = rng.permutation(n)[:m]
columns = {"two": (score > 0.3).astype(float)[:, None], "three": np.eye(3)[three]}


def fold_of(y):
    label = np.where(y.max(1) > 0, y.argmax(1), y.shape[1])
    fold = np.empty(n, int)
    for c in set(label):
        fold[label == c] = np.arange((label == c).sum()) % folds
    return fold


def logistic(knm, kmm, y, mu):
    def objective(w):
        f = knm @ w[:-1] + w[-1]
        r = -y * expit(-y * f)
        value = np.logaddexp(0, -y * f).sum() + mu / 2 * w[:-1] @ kmm @ w[:-1]
        return value, np.append(knm.T @ r + mu * kmm @ w[:-1], r.sum())

    def hessian(w):
        f = knm @ w[:-1] + w[-1]
        e = np.column_stack([knm, np.ones(len(y))])
        h = e.T @ (e * (expit(f) * expit(-f))[:, None])
        h[:-1, :-1] += mu * kmm
        return h

    w = minimize(objective, np.zeros(m + 1), jac=True, hess=hessian, method="trust-exact", options={"gtol": 1e-7}).x
    for _ in range(3):  # Newton's steps to the end of the digits
        w = w - np.linalg.solve(hessian(w), objective(w)[1])
    return w


def probability(name, y, widths, mu):
    s = x / widths
    kmm = kernel(name, s[landmarks], s[landmarks]) + 1e-8 * np.eye(m)
    knm = kernel(name, s, s[landmarks])
    fold, total = fold_of(y), 0.0
    for held in range(folds):
        out = fold != held
        for column in y.T:
            sign = 2 * column - 1
            w = logistic(knm[out], kmm, sign[out], mu)
            f = knm[~out] @ w[:-1] + w[-1]
            total -= np.logaddexp(0, -sign[~out] * f).sum()
    return total


theta = np.log([0.8, 1.5, 3.0, 0.2])
cases = []
for name in ["gaussian", "laplacian", "matern12", "matern32", "matern52"]:
    for classes, y in columns.items():
        at = lambda t: probability(name, y, np.exp(t[:d]), np.exp(t[d]))
        h = 1e-4
        slope = [(at(theta + h * e) - at(theta - h * e)) / (2 * h) for e in np.eye(d + 1)]
        cases.append({"kernel": name, "classes": classes, "value": at(theta), "gradient": slope})
with open("loss.json", "w") as out:
    json.dump({"x": x.tolist(), "y": {k: v.tolist() for k, v in columns.items()}, "landmarks": landmarks.tolist(),
               "widths": np.exp(theta[:d]).tolist(), "mu": float(np.exp(theta[d])), "cases": cases}, out)
