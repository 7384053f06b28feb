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

# A model that goes on: the first 50 rows give kinds, scaling and 20 landmarks, and then all rows count. Nyström's
# regression as a least squares problem in the weights of the landmarks, which does not square their condition.
first, z_count = plants[:50], 20
kinds_first = sorted({r["kind"] for r in first})
scaler_first = StandardScaler().fit(features(first, kinds_first))
x = scaler_first.transform(features(plants, kinds_first))
z = scaler_first.transform(features(new, kinds_first))


def gaussian(a, b, gamma=GAMMA):
    return np.exp(-gamma * ((a[:, None] - b[None]) ** 2).sum(-1))


lower = np.linalg.cholesky(gaussian(x[:z_count], x[:z_count]))
c, cz, centred = gaussian(x, x[:z_count]), gaussian(z, x[:z_count]), y - y.mean()
weights = np.linalg.lstsq(np.vstack([c, np.sqrt(MU) * lower.T]), np.concatenate([centred, np.zeros(z_count)]), rcond=None)[0]
golden["continued"] = list(cz @ weights + y.mean())
phi, phi_new = np.linalg.solve(lower, c.T).T, np.linalg.solve(lower, cz.T).T
inverse = np.linalg.inv(phi @ phi.T + MU * np.eye(len(y)))
golden["continued_amplitude"] = centred @ inverse @ centred / len(y)
cross = phi_new @ phi.T
golden["continued_std"] = list(np.sqrt(golden["continued_amplitude"] * (1 - np.einsum("ij,jk,ik->i", cross, inverse, cross))))
# Of which of the other rows the landmarks explain less than half, by a kernel ten times as narrow.
narrow = np.linalg.cholesky(gaussian(x[:z_count], x[:z_count], 10 * GAMMA))
explained = (np.linalg.solve(narrow, gaussian(x[:z_count], x[50:], 10 * GAMMA)) ** 2).sum(0)
golden["far"] = int((explained < 0.5).sum())
golden["worst"] = int(explained.argmin()) + 1
golden["explained"] = explained.min()

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
