"""E k(x, y)^2 and the largest eigenvalue of the Gaussian kernel's integral operator on
N(0, 1), by Gauss-Hermite quadrature and not by their formulas.

With nodes x_i and weights w_i (of sum 1) the operator's largest eigenvalue is that of the
matrix w_i^1/2 k(x_i, x_j) w_j^1/2. In p dimensions both are p-th powers. Writes
normal.json.
"""
import json

import numpy as np

nodes, weights = np.polynomial.hermite_e.hermegauss(120)
weights = weights / weights.sum()
root = np.sqrt(weights)

rows = []
for sigma in 0.5, 1, 2, 4, 8, 16:
    k = np.exp(-((nodes[:, None] - nodes[None, :]) ** 2) / (2 * sigma**2))
    largest = np.linalg.eigvalsh(root[:, None] * k * root[None, :])[-1]
    rows.append({"sigma": sigma, "squares": weights @ k**2 @ weights, "largest": largest})
with open("normal.json", "w") as file:
    json.dump(rows, file, indent=1)
    file.write("\n")
