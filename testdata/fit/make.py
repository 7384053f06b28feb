#!/usr/bin/env python3
"""Writes new.csv, rows to predict for models fitted to ../cli/plants.csv, and
golden.json with scikit-learn's predictions for them. Run it in this folder:
/usr/bin/python3 make.py"""
import csv
import json
import random

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.metrics.pairwise import laplacian_kernel
from sklearn.preprocessing import StandardScaler

GAMMA, MU = 0.2, 0.3

# New rows: the columns in another order, and one that no model knows.
draw = random.Random(8)
with open("new.csv", "w") as f:
    f.write("age,label,leaf_cm,kind,height_cm\n")
    for i in range(25):
        kind = ["reed", "fern", "moss"][i % 3]
        f.write(f"{draw.uniform(0, 8):.2f},p{i},{draw.uniform(1, 14):.3f},{kind},{draw.uniform(2, 170):.1f}\n")


def read(name):
    with open(name) as f:
        return list(csv.DictReader(f))


def features(rows, kinds):
    return np.array([[float(r["kind"] == k) for k in kinds] + [float(r[c]) for c in ("height_cm", "leaf_cm", "age")] for r in rows])


plants, new = read("../cli/plants.csv"), read("new.csv")
golden = {"gamma": GAMMA, "mu": MU}

# Regression of the weight on everything else.
kinds = sorted({r["kind"] for r in plants})
scaler = StandardScaler()
x = scaler.fit_transform(features(plants, kinds))
z = scaler.transform(features(new, kinds))
y = np.array([float(r["weight_g"]) for r in plants])
ridge = KernelRidge(alpha=MU, kernel="rbf", gamma=GAMMA).fit(x, y - y.mean())
golden["ridge"] = list(ridge.predict(z) + y.mean())

# Error bars: the same regression as a Gaussian process, at the amplitude of the largest evidence.
amplitude = (y - y.mean()) @ np.linalg.solve(np.exp(-GAMMA * ((x[:, None] - x[None]) ** 2).sum(-1)) + MU * np.eye(len(y)), y - y.mean()) / len(y)
process = GaussianProcessRegressor(ConstantKernel(amplitude) * RBF(1 / np.sqrt(2 * GAMMA)), alpha=amplitude * MU, optimizer=None).fit(x, y - y.mean())
golden["amplitude"] = amplitude
golden["std"] = list(process.predict(z, return_std=True)[1])

# The kind by the three measurements, with the Laplacian kernel: features whose
# inner products are K, a bias that is not penalised, multinomial.
x = scaler.fit_transform(features(plants, []))
z = scaler.transform(features(new, []))
values, vectors = np.linalg.eigh(laplacian_kernel(x, gamma=GAMMA))
assert values[0] > 1e-4, values[0]
phi = vectors * np.sqrt(values)
phi_new = laplacian_kernel(z, x, gamma=GAMMA) @ vectors / np.sqrt(values)
kind = np.array([r["kind"] for r in plants])
many = LogisticRegression(C=1 / MU, solver="newton-cg", multi_class="multinomial", tol=1e-10, max_iter=1000).fit(phi, kind)
chances = many.predict_proba(phi_new)
golden["classes"] = kinds
golden["chances"] = [list(row) for row in chances]

with open("golden.json", "w") as f:
    json.dump(golden, f, indent=1)
    f.write("\n")
