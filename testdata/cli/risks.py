#!/usr/bin/python3
"""Checks the figures of regression in sweep-csv.txt and sweep-kernel.txt with NumPy.

Run from this folder: /usr/bin/python3 risks.py (numpy 1.24). Training rows and
landmarks are those that the program draws: its generator, PCG-DXSM seeded by FNV-1a, is
written out here. All else is dense matrices: the hat matrix by solving with K + mu*I,
leave-one-out by its diagonal. As the data are a file the exact fit is the truth, and
||y - yhat||^2/(n - df) the variance of the noise; the offset of the risk is the truth's
mean. It prints the largest relative difference of each column and fails above that of
five digits.
"""
import csv
import sys

import numpy as np

LOW, ALL = 2**64 - 1, 2**128 - 1


class Generator:
    """Go's rand.New(rand.NewPCG(seed, hash of the key))."""

    def __init__(self, seed, key):
        h = 0xCBF29CE484222325
        for byte in key.encode():
            h = (h ^ byte) * 0x100000001B3 & LOW
        self.state = seed << 64 | h

    def word(self):
        self.state = (self.state * 0x2360ED051FC65DA44385DF649FCCF645 + 0x5851F42D4C957F2D14057B7EF767814F) & ALL
        high, low = self.state >> 64, self.state & LOW
        high ^= high >> 32
        high = high * 0xDA942042E4DD58B5 & LOW
        high ^= high >> 48
        return high * (low | 1) & LOW

    def below(self, n):
        if n & (n - 1) == 0:
            return self.word() & (n - 1)
        while True:
            product = self.word() * n
            if product & LOW >= (2**64 - n) % n:
                return product >> 64

    def permutation(self, n):
        p = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.below(i + 1)
            p[i], p[j] = p[j], p[i]
        return p


def table(columns):
    """Features and target; kind is one 0/1 column for each value."""
    with open("plants.csv") as f:
        rows = list(csv.DictReader(f))
    x = []
    for name in columns:
        if name == "kind":
            for value in sorted({r[name] for r in rows}):
                x.append([float(r[name] == value) for r in rows])
        else:
            x.append([float(r[name]) for r in rows])
    return np.array(x).T, np.array([float(r["weight_g"]) for r in rows])


def drawn(x, y, n):
    """The training rows of repetition 1, standardised."""
    order, rng = list(range(len(y))), Generator(1, "draw1")
    for i in range(n):
        k = i + rng.below(len(y) - i)
        order[i], order[k] = order[k], order[i]
    x, y = x[order[:n]], y[order[:n]]
    return (x - x.mean(0)) / x.std(0), y


def regression(k, y, mu):
    n = len(y)
    hat = np.linalg.solve(k + mu * np.eye(n), k)
    return hat, y.mean() + hat @ (y - y.mean()), np.trace(hat)


def risk(k, truth, noise, mu):
    n = len(truth)
    hat = np.linalg.solve(k + mu * np.eye(n), k)
    missed = mu * np.linalg.solve(k + mu * np.eye(n), truth - truth.mean())
    return np.mean(missed**2), noise / n * np.sum(hat**2)


def figures(k, approximation, y, mu):
    n = len(y)
    _, exact, df = regression(k, y, mu)
    noise = np.sum((y - exact) ** 2) / (n - df)
    hat, fitted, df = regression(approximation, y, mu)
    bias, variance = risk(approximation, exact, noise, mu)
    of_exact = sum(risk(k, exact, noise, mu))
    return {
        "rmse_train": np.sqrt(np.mean((y - fitted) ** 2)), "krr_error": np.mean((fitted - exact) ** 2), "bias": bias, "variance": variance, "risk": bias + variance,
        "risk_exact": of_exact, "risk_ratio": (bias + variance) / of_exact, "df": df, "gcv": np.mean((y - fitted) ** 2) / (1 - df / n) ** 2,
        "loo": np.mean(((y - fitted) / (1 - np.diag(hat))) ** 2),
    }


def check(name, n, columns, kernel):
    x, y = drawn(*table(columns), n)
    k, worst = kernel(x), {}
    with open(name) as f:
        lines = [line.strip() for line in f]
    head = next(line for line in lines if line.startswith("data,")).split(",")
    for line in lines:
        row = dict(zip(head, line.strip("[]").replace('"', "").split(" "))) if line.startswith('["plants') else {}
        if row.get("method") != "nystrom":
            continue
        landmarks = Generator(1, "1nystrom m=%s rank=0" % row["m"]).permutation(n)[: int(row["m"])]
        approximation = k[:, landmarks] @ np.linalg.solve(k[np.ix_(landmarks, landmarks)], k[landmarks])
        for figure, value in figures(k, approximation, y, float(row["mu"])).items():
            worst[figure] = max(worst.get(figure, 0), abs(float(row[figure]) / value - 1))
    print(name, {figure: "%.1e" % w for figure, w in worst.items()})
    return max(worst.values()) < 5e-5


ok = check("sweep-csv.txt", 72, ["kind", "height_cm", "leaf_cm", "age"], lambda x: np.exp(-0.1 * ((x[:, None] - x) ** 2).sum(2)))
ok &= check("sweep-kernel.txt", 40, ["height_cm", "leaf_cm"], lambda x: (0.1 * x @ x.T + 1) ** 3)
sys.exit(not ok)
