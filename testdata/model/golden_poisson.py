"""The Poisson kernel by its series, and the eigenvalues of its matrix on an even grid
by eigvalsh: writes golden_poisson.json.

Run: /usr/bin/python3 golden_poisson.py
"""
import json

import numpy as np

n = 24
out = {}
for rate in (0.05, 0.5, 1.0, 3.0):
    i = np.arange(1, int(45 / rate) + 10)

    def k(t):
        return (2 * np.exp(-rate * i) * np.cos(2 * np.pi * ((i * t) % 1.0)))[::-1].sum()

    t = np.concatenate([np.random.default_rng(5).uniform(-2, 2, 8), [0, 1e-7, 0.5, 1.0]])
    K = np.array([[k((a - b) / n) for b in range(n)] for a in range(n)])
    out[str(rate)] = {"t": t.tolist(), "k": [k(v) for v in t], "eigenvalues": np.linalg.eigvalsh(K)[::-1].tolist()}
with open("golden_poisson.json", "w") as f:
    json.dump(out, f, indent=1)
    f.write("\n")
