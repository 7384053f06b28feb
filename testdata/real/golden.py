#!/usr/bin/python3
"""Reference figures on real data sets, computed with NumPy and SciPy only.

Run from this folder: /usr/bin/python3 golden.py > golden.json
Reads ../../../shared/data, which is not part of the project; only figures are
stored. Setting: the first min(rows, 600) rows, the named numeric features
standardised (population standard deviation), Gaussian kernel at the median
distance, Nyström on every twelfth row.
"""
import gzip
import csv
import json

import numpy as np
from scipy.spatial.distance import pdist, squareform

SETS = {  # file: (target column, dropped columns)
    "airfoil": ("sound_pressure_level", []),
    "abalone": ("Rings", ["Sex"]),
    "concrete": ("compressive_strength", []),
    "kin8nm": ("y", []),
    "california_housing": ("medianHouseValue", []),
    "casp": ("RMSD", []),
}
out = {}
for name, (target, drop) in SETS.items():
    with gzip.open(f"../../../shared/data/{name}.csv.gz", "rt") as f:
        rows = list(csv.reader(f))
    keep = [i for i, h in enumerate(rows[0]) if h != target and h not in drop]
    X = np.array([[float(r[i]) for i in keep] for r in rows[1:601]])
    sd = X.std(axis=0)
    X = (X - X.mean(axis=0)) / np.where(sd == 0, 1, sd)
    d = pdist(X)
    median = float(np.median(d))
    entry = {"columns": [rows[0][i] for i in keep], "target": target, "n": len(X), "median": median, "runs": []}
    for factor in (0.5, 1.0, 3.0):
        gamma = 1 / (2 * (factor * median) ** 2)
        K = np.exp(-gamma * squareform(d) ** 2)
        idx = np.arange(0, len(X), 12)
        C, W = K[:, idx], K[np.ix_(idx, idx)]
        w, V = np.linalg.eigh(W)
        # The cut-off of numpy's pinv, m·eps: where the core is regular no choice matters.
        use = w > len(idx) * np.finfo(float).eps * w[-1]
        F = C @ (V[:, use] / np.sqrt(w[use]))
        A = F @ F.T
        E = K - A
        top = lambda M: float(np.max(np.abs(np.linalg.eigvalsh(M))))
        fro = lambda M: float(np.linalg.norm(M))
        lam = np.clip(np.linalg.eigvalsh(K)[::-1], 0, None)
        entry["runs"].append({
            "gamma": gamma, "core_condition": float(w[-1] / max(w[0], 1e-300)),
            "error": fro(E) / fro(K), "error_spectral": top(E) / top(K), "error_trace": float(np.trace(E) / np.trace(K)),
            "stable_rank": fro(K) ** 2 / top(K) ** 2, "stable_rank_approx": fro(A) ** 2 / top(A) ** 2,
            "floor": float(np.sqrt(np.sum(lam[len(idx):] ** 2)) / fro(K)), "d_eff": float(np.sum(lam / (lam + 1e-2))),
        })
    out[name] = entry
print(json.dumps(out, indent=1))
