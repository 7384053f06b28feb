#!/usr/bin/env python3
"""A kernel matrix of words, in several formats, and what NumPy computes of it.

    /usr/bin/python3 testdata/data/kernel.py

The kernel counts common substrings of one to three letters (Leslie, Eskin and Noble 2002) and is divided by the
lengths of the two feature vectors.
"""
import gzip
import io
import json
import pathlib
from collections import Counter

import numpy as np

WORDS = """kernel kernels kernelled kernelling subkernel kernelwise kernelise overkernel
matrix matrices submatrix matrixwise multimatrix matrixlike automatrix matrixed
sampling sampled resampling sampler oversampling sampling-free undersampled subsampling""".split()
HERE = pathlib.Path(__file__).parent


def substrings(word):
    return Counter(word[i : i + p] for p in (1, 2, 3) for i in range(len(word) - p + 1))


counts = [substrings(w) for w in WORDS]
dot = np.array([[sum(a[s] * b[s] for s in a) for b in counts] for a in counts], float)
size = np.sqrt(np.diag(dot))
k = dot / np.outer(size, size)
k = (k + k.T) / 2
n = len(k)
y = np.array([len(w) for w in WORDS], float)

np.save(HERE / "kernel_f8.npy", k)
np.save(HERE / "kernel_f4.npy", k.astype("f4"))
np.save(HERE / "kernel_big.npy", k.astype(">f8"))
np.save(HERE / "kernel_fortran.npy", np.asfortranarray(k))
np.save(HERE / "kernel_int.npy", dot.astype("i2"))
np.savez(HERE / "kernel.npz", k)
whole = io.BytesIO()
np.save(whole, k)
(HERE / "kernel.npy.gz").write_bytes(gzip.compress(whole.getvalue(), mtime=0))
rows = [",".join(map(repr, map(float, r))) for r in k]
(HERE / "kernel.csv").write_text("\n".join(rows) + "\n")
(HERE / "kernel_names.csv").write_text("," + ",".join(WORDS) + "\n" + "\n".join(w + "," + r for w, r in zip(WORDS, rows)) + "\n")
np.save(HERE / "kernel_y.npy", y)
np.save(HERE / "../cli/words.npy", k)
np.save(HERE / "../cli/words_target.npy", y)

# Kernel PCA.
centre = np.eye(n) - 1 / n
values, vectors = np.linalg.eigh(centre @ k @ centre)
values, vectors = values[::-1], vectors[:, ::-1]

# Kernel k-means by Lloyd's iteration on K alone, from a start with two words of each kind mixed up.
owner = np.repeat(np.arange(3), 8)
owner[[0, 9, 17]] = [1, 2, 0]
for _ in range(20):
    d2 = np.empty((n, 3))
    for c in range(3):
        mine = owner == c
        d2[:, c] = np.diag(k) - 2 * k[:, mine].mean(1) + k[np.ix_(mine, mine)].mean()
    owner = d2.argmin(1)

# Not positive semi-definite: minus an edit-like distance.
distance = 2 - 2 * k
alpha = np.linalg.solve(k + 0.1 * np.eye(n), y - y.mean())
out = {
    "words": WORDS,
    "diagonal": np.diag(dot).tolist(),
    "row5": k[5].tolist(),
    "components": (vectors[:, :2] * np.sqrt(values[:2])).tolist(),
    "shares": (values[:2] / values.clip(0).sum()).tolist(),
    "owner": owner.tolist(),
    "inertia": float(d2.min(1).sum()),
    "distance_quotients": np.linalg.eigvalsh(distance)[[0, -1]].tolist(),
    "fitted": (k @ alpha + y.mean()).tolist(),
}
(HERE / "kernel.json").write_text(json.dumps(out, indent=1) + "\n")
np.save(HERE / "kernel_distance.npy", distance)
print(out["owner"], out["shares"], values[:4], out["distance_quotients"], out["inertia"])
