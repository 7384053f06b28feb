"""Writes bound.json: the evidence's lower bound (Titsias 2009) from dense n×n matrices, and its gradient by the
logarithms of the widths and of mu by central differences. Run it in this folder with NumPy."""

import json

import numpy as np

rng = np.random.default_rng(7)
n, d, m = 40, 3, 9
x = rng.standard_normal((n, d))
y = np.sin(x[:, 0]) + 0.3 * x[:, 1] + x[:, 2] ** 2 / 2 + 0.1 * rng.standard_normal(n)
landmarks = np.arange(m)


def kernel(name, a, b):
    difference = a[:, None, :] - b[None, :, :]
    if name == "laplacian":
        return np.exp(-np.abs(difference).sum(-1))
    r = np.sqrt((difference**2).sum(-1))
    return {
        "gaussian": np.exp(-(r**2) / 2),
        "matern12": np.exp(-r),
        "matern32": (1 + np.sqrt(3) * r) * np.exp(-np.sqrt(3) * r),
        "matern52": (1 + np.sqrt(5) * r + 5 * r**2 / 3) * np.exp(-np.sqrt(5) * r),
    }[name]


def bound(name, widths, mu):
    s = x / widths
    kmm = kernel(name, s[landmarks], s[landmarks]) + 1e-8 * np.eye(m)
    knm = kernel(name, s, s[landmarks])
    approximation = knm @ np.linalg.solve(kmm, knm.T)
    p = approximation + mu * np.eye(n)
    t = y - y.mean()
    amplitude = t @ np.linalg.solve(p, t) / n
    evidence = -n / 2 * np.log(2 * np.pi * amplitude) - np.linalg.slogdet(p)[1] / 2 - n / 2
    return evidence - (n - np.trace(approximation)) / (2 * mu)


if __name__ == "__main__":
    theta = np.log([0.8, 1.5, 3.0, 0.05])
    cases = {}
    for name in ["gaussian", "laplacian", "matern12", "matern32", "matern52"]:
        at = lambda t: bound(name, np.exp(t[:d]), np.exp(t[d]))
        h = 1e-5
        slope = [(at(theta + h * e) - at(theta - h * e)) / (2 * h) for e in np.eye(d + 1)]
        cases[name] = {"bound": at(theta), "gradient": slope}
    with open("bound.json", "w") as out:
        json.dump({"x": x.tolist(), "y": y.tolist(), "landmarks": m, "widths": np.exp(theta[:d]).tolist(),
                   "mu": float(np.exp(theta[d])), "cases": cases}, out)
