#!/usr/bin/env python3
"""Inertias of k-means on Gaussian blobs by scikit-learn.

    /usr/bin/python3 testdata/cluster/golden.py

The points are made from integers, so that the Go tests have the same ones.
"""
import json
import pathlib

import numpy as np
from sklearn.cluster import KMeans

N, D, BLOBS = 30000, 4, 60
CENTRES = [150, 400]
SEEDS = 5


def uniform(k):
    """SplitMix64's output for the state k, in [0, 1)."""
    with np.errstate(over="ignore"):
        z = np.asarray(k, dtype=np.uint64) + np.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        z ^= z >> np.uint64(31)
    return (z >> np.uint64(11)) * 2.0**-53


k = np.arange(N * D, dtype=np.uint64).reshape(N, D)
noise = np.sqrt(-2 * np.log(1 - uniform(2 * k))) * np.cos(2 * np.pi * uniform(2 * k + np.uint64(1)))
middle = 20 * uniform(10**9 + np.arange(BLOBS * D, dtype=np.uint64)).reshape(BLOBS, D)
x = middle[np.arange(N) % BLOBS] + noise

records = []
for c in CENTRES:
    lloyd = [KMeans(c, n_init=1, max_iter=20, algorithm="lloyd", random_state=s).fit(x).inertia_ / N for s in range(SEEDS)]
    records.append({"centres": c, "lloyd": np.mean(lloyd)})
    print(c, lloyd)
out = {"n": N, "d": D, "blobs": BLOBS, "first": x[0].tolist(), "last": x[-1].tolist(), "inertia": records}
(pathlib.Path(__file__).parent / "golden.json").write_text(json.dumps(out, indent=1) + "\n")
