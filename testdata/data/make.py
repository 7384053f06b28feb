#!/usr/bin/python3
"""Writes the files beside it, for the tests of gramscope's package data.

Needs NumPy and scikit-learn. Run it in this folder: python3 make.py
expected.json holds, for every file that can be read, the column names and the
rows as NumPy and scikit-learn have them; truth.json holds values of the
generators' true functions, from formulas written down here a second time.
"""
import gzip
import json

import numpy as np
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

rng = np.random.default_rng(7)
expected = {}


def numbered(d):
    return [f"x{j + 1}" for j in range(d)]


def expect(name, columns, rows):
    expected[name] = {"columns": columns, "rows": np.asarray(rows, dtype=float).tolist()}


# .npy of every type and both orders
table = np.array([[0, 1, 2], [3, 4, 5], [60, 7, 8], [9, 100, 11]])
for dtype in ["<f4", "<f8", ">f4", ">f8", "|i1", "<i2", ">i2", "<i4", ">i8", "|u1", "<u2", ">u4", "<u8"]:
    a = table.astype(dtype)
    if a.dtype.kind == "f":
        a = a / a.dtype.type(3) - a.dtype.type(1)
    elif a.dtype.kind == "i":
        a = a - a.dtype.type(50)
    a = a.astype(dtype)
    name = f"{'big' if dtype[0] == '>' else 'little'}_{dtype[1:]}.npy"
    np.save(name, a)
    expect(name, numbered(3), a.astype(float))
np.save("fortran.npy", np.asfortranarray(table / 7))
expect("fortran.npy", numbered(3), table / 7)
np.save("bool.npy", table % 2 == 0)
expect("bool.npy", numbered(3), table % 2 == 0)
np.save("one_dimension.npy", table[:, 1])
expect("one_dimension.npy", numbered(1), table[:, 1:2])

# .npy that can not be a table
np.save("complex.npy", table * 1j)
np.save("half.npy", table.astype("<f2"))
np.save("words.npy", np.array([["a", "b"], ["c", "d"]]))
np.save("structured.npy", np.array([(1, 2.0), (3, 4.0)], dtype=[("a", "<i4"), ("b", "<f8")]))
np.save("cube.npy", np.zeros((2, 3, 4)))
np.save("scalar.npy", np.float64(3))
np.save("empty.npy", np.zeros((0, 3)))

# .npz
x, y = rng.normal(size=(5, 2)), rng.normal(size=5)
np.savez("x_and_y.npz", X=x, y=y, notes=np.array(["not", "used"]))
expect("x_and_y.npz", ["x1", "x2", "y"], np.column_stack([x, y]))
np.savez_compressed("data_and_target.npz", target=y.reshape(-1, 1), data=x)
expect("data_and_target.npz", ["x1", "x2", "target"], np.column_stack([x, y]))
np.savez("one_matrix.npz", a=x, side=np.arange(3))
expect("one_matrix.npz", ["x1", "x2"], x)
np.savez("two_matrices.npz", a=x, b=x)
np.savez("uneven.npz", X=x, y=y[:4])

# LIBSVM as scikit-learn writes it: a comment on top, indices from 1
sparse = np.where(rng.random((6, 4)) < 0.5, rng.normal(size=(6, 4)), 0)
sparse[0, 3] = 2.5
label = np.array([1, -1, 1, 1, -1, -1])
dump_svmlight_file(sparse, label, "small.libsvm", zero_based=False, comment="six rows\nof four")
sparse, label = load_svmlight_file("small.libsvm")
sparse = sparse.toarray()
expect("small.libsvm", numbered(4) + ["label"], np.column_stack([sparse, label]))
with open("small.libsvm", "rb") as plain, gzip.GzipFile("packed.gz", "wb", mtime=0) as packed:
    packed.write(plain.read())
expect("packed.gz", numbered(4) + ["label"], np.column_stack([sparse, label]))

# text tables
np.savetxt("blanks.txt", table / 4, fmt="%10.4f", header="made by numpy.savetxt")
expect("blanks.txt", numbered(3), table / 4)
np.savetxt("commented.csv", table / 4, fmt="%.4f", delimiter=",", header="made by numpy, savetxt\nlength (cm),\"a, b\",y")
expect("commented.csv", ["length (cm)", "a, b", "y"], table / 4)
np.savetxt("commented.txt", table / 4, header="a b y")
named = np.genfromtxt("commented.txt", names=True)
expect("commented.txt", named.dtype.names, named.tolist())
np.savetxt("tabs.tsv", table / 4, fmt="%.4f", delimiter="\t", header="a\tb\tc", comments="")
expect("tabs.tsv", ["a", "b", "c"], table / 4)
with open("european.csv", "w", encoding="utf-8-sig", newline="") as f:
    f.write("# Dezimalkomma\r\nLänge;Höhe;Güte\r\n1,5;2;-0,25\r\n1e3;\"4,5\";6,125\r\n")
expect("european.csv", ["Länge", "Höhe", "Güte"], [[1.5, 2, -0.25], [1000, 4.5, 6.125]])
with open("quoted.csv", "w", newline="") as f:
    f.write('"a, b","c ""d""","e\nf"\n"1",2,3\n4, "5",6\n\n7,8,9\n')
expect("quoted.csv", ["a, b", 'c "d"', "e f"], [[1, 2, 3], [4, 5, 6], [7, 8, 9]])

with open("expected.json", "w") as f:
    json.dump(expected, f, indent=1, ensure_ascii=False)
    f.write("\n")


# the generators' true functions
def bimodal(x):
    t = np.linalg.norm(x, axis=1) / np.sqrt(3)
    return 1.6 * np.abs((t - 0.4) * (t - 0.6)) - t * (t - 1) * (t - 2) - 0.5


def blobs(x):
    centre = np.array([[0, 0], [6, 1], [1, 6], [7, 7], [-5, 5]])
    spread = np.array([1, 0.5, 0.25, 0.8, 0.1])
    height = np.array([1, -1, 2, -2, 3])
    squared = ((x[:, None, :] - centre[None]) ** 2).sum(axis=2)
    return (height * np.exp(-squared / (2 * (2 * spread) ** 2))).sum(axis=1)


def spline(x):
    i = np.arange(1, 2001)
    return (2 * np.sqrt(i ** -16.0) * np.cos(2 * np.pi * i * x)).sum(axis=1)


def friedman(x):
    return 10 * np.sin(np.pi * x[:, 0] * x[:, 1]) + 20 * (x[:, 2] - 0.5) ** 2 + 10 * x[:, 3] + 5 * x[:, 4]


truth = {}
for f, points in [
    (bimodal, rng.random((6, 3))),
    (blobs, rng.normal(3, 4, size=(8, 2))),
    (spline, rng.random((6, 1))),
    (friedman, rng.random((6, 10))),
]:
    truth[f.__name__] = {"x": points.tolist(), "f": f(points).tolist()}
with open("truth.json", "w") as f:
    json.dump(truth, f, indent=1)
    f.write("\n")
