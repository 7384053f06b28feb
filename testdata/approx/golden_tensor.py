#!/usr/bin/env python3
"""Golden features of tensor sketches, by scikit-learn and NumPy.

    /usr/bin/python3 testdata/approx/golden_tensor.py

writes golden_tensor.json beside itself: for given hashes and signs the features of
sklearn.kernel_approximation.PolynomialCountSketch, compared here with the definition
as a count sketch of all products of coordinates (Pham and Pagh 2013); for given real
and complex signs the products of projections (Wacker et al., arXiv 2202.02031). Draws
are written as model.TensorSketch has them. The seed is fixed.
"""
import itertools
import json
import os

import numpy as np
from sklearn.kernel_approximation import PolynomialCountSketch

rng = np.random.default_rng(20260202)
x = rng.standard_normal((5, 3))
cases = []


def extended(gamma, offset):
    z = np.sqrt(gamma) * x
    return np.hstack([z, np.full((len(x), 1), np.sqrt(offset))]) if offset else z


for gamma, offset, degree, m in [(1.0, 0, 1, 4), (0.3, 1, 2, 7), (2.0, 0, 3, 30), (0.5, 2.5, 4, 11), (1.0, 1, 5, 1), (0.1, 100, 3, 64), (1.5, 0, 6, 13)]:
    z = extended(gamma, offset)
    columns = z.shape[1]

    sketch = PolynomialCountSketch(gamma=gamma, degree=degree, n_components=m, random_state=1)
    sketch.coef0 = 0  # scikit-learn takes whole numbers only; z has the constant
    sketch.gamma = 1.0
    sketch.fit(z)
    sketch.indexHash_ = rng.integers(0, m, (degree, columns))
    sketch.bitHash_ = rng.choice([-1, 1], (degree, columns))
    features = sketch.transform(z)
    defined = np.zeros_like(features)
    for index in itertools.product(range(columns), repeat=degree):
        places = list(enumerate(index))
        row = sum(sketch.indexHash_[q, j] for q, j in places) % m
        sign = np.prod([sketch.bitHash_[q, j] for q, j in places])
        defined[:, row] += sign * np.prod([z[:, j] for _, j in places], axis=0)
    assert np.allclose(features, defined, rtol=1e-12, atol=1e-12 * np.abs(features).max())
    draws = sketch.bitHash_ * (sketch.indexHash_ + 1)
    cases.append({"kind": "count", "gamma": gamma, "offset": offset, "degree": degree, "draws": draws.tolist(), "features": features.tolist()})

    w = rng.choice([-1, 1], (degree, m, columns))
    features = np.prod([z @ one.T for one in w], axis=0) / np.sqrt(m)
    cases.append({"kind": "rademacher", "gamma": gamma, "offset": offset, "degree": degree, "draws": w.reshape(-1, columns).tolist(), "features": features.tolist()})

    h = (m + 1) // 2
    w = rng.choice([1, -1, 1j, -1j], (degree, h, columns))
    features = np.prod([z @ one.T for one in w], axis=0) / np.sqrt(h)
    draws = np.concatenate([w.real, w.imag], axis=1).reshape(-1, columns).astype(int)
    features = np.hstack([features.real, features.imag])
    cases.append({"kind": "complex", "gamma": gamma, "offset": offset, "degree": degree, "draws": draws.tolist(), "features": features.tolist()})

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden_tensor.json"), "w") as f:
    json.dump({"x": x.tolist(), "cases": cases}, f)
    f.write("\n")
