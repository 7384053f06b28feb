"""Eigenvalues by NumPy, descending, for TestEigenvaluesAgainstNumPy.

python3 eigenvalues.py > eigenvalues.json
"""
import json
import numpy as np

n = 120
i, j = np.indices((n, n))
matrices = {
    "gaussian kernel": np.exp(-8.0 * ((i - j) / n) ** 2),
    "laplacian kernel": np.exp(-4.0 * abs(i - j) / n),
    "residues": ((i + 1) * (j + 1) % 31 - 15).astype(float),
    "graded": (10.0 ** -((i + j) // 8)) * ((i * j) % 7 - 3),
}
print(json.dumps({name: np.linalg.eigvalsh(a)[::-1].tolist() for name, a in matrices.items()}))
