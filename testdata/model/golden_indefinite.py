"""A sigmoid kernel matrix, its three positive semi-definite replacements and their relative Frobenius floors (NumPy)."""
import json
import pathlib

import numpy as np

rng = np.random.default_rng(46)
x = rng.normal(size=(16, 3))
k = np.tanh(0.8 * x @ x.T - 0.5)  # some diagonal entries are negative
values, u = np.linalg.eigh(k)
out = {"k": k.tolist(), "negative": int((values < 0).sum())}
for name, f in {
    "clip": np.maximum(values, 0),
    "flip": np.abs(values),
    "shift": values - min(values[0], 0),
}.items():
    left = np.sort(f)[::-1]
    out[name] = {
        "k": ((u * f) @ u.T).tolist(),
        "floor": [float(np.sqrt((left[m:] ** 2).sum() / (left**2).sum())) for m in (1, 2, 5)],
    }
(pathlib.Path(__file__).parent / "golden_indefinite.json").write_text(json.dumps(out) + "\n")
