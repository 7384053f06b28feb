"""Golden numbers for XNysTrace: golden_xnystrace.json.

Each leave-one-out estimate is written out with a pseudo-inverse and a projection, as arXiv 2301.07825 defines
it, and the jackknife of arXiv 2207.06342 by estimates from all vectors but one; package exact uses updates. Run from this folder: /usr/bin/python3 golden_xnystrace.py
"""
import json

import numpy as np

rng = np.random.default_rng(29)
n, s = 40, 7
x = rng.standard_normal((n, 2))
k = np.exp(-0.5 * ((x[:, None] - x[None]) ** 2).sum(-1))
omega = rng.standard_normal((n, s))



def xnystrace(omega):
    s, estimates = omega.shape[1], []
    for i in range(s):
        rest, w = np.delete(omega, i, 1), omega[:, i]
        image = k @ rest
        nystrom = image @ np.linalg.pinv(rest.T @ image) @ image.T
        q, _ = np.linalg.qr(rest)
        outside = w - q @ (q.T @ w)
        estimates.append(np.trace(nystrom) + (n - s + 1) * (w @ (k - nystrom) @ w) / (outside @ outside))
    return np.array(estimates)


own = xnystrace(omega)
without = np.array([xnystrace(np.delete(omega, j, 1)).mean() for j in range(s)])
variances = own.var(ddof=1) / s, ((without - without.mean()) ** 2).sum()
plain = [n * (w @ k @ w) / (w @ w) for w in omega.T]

with open("golden_xnystrace.json", "w") as out:
    json.dump({
        "omega": omega.tolist(), "y": (k @ omega).tolist(),
        "xnystrace": {"value": own.mean(), "se": (variances[0] * variances[1]) ** 0.25},
        "girard_hutchinson": {"value": np.mean(plain), "se": np.std(plain, ddof=1) / np.sqrt(s)},
    }, out, indent=1)
