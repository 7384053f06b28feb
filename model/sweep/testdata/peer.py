#!/usr/bin/env python3
"""Runs the same sweep here and in NumPy and SciPy, and compares figures and times.

    apt-get install python3-numpy python3-scipy libopenblas0-pthread
    go build -o /tmp/gramscope . && /usr/bin/python3 model/sweep/testdata/peer.py /tmp/gramscope [--n 1000,2000,4000] [--rounds 3]

Nyström with uniform landmarks, eight values of m, three repetitions with a kernel
matrix of their own; of every run the relative Frobenius error and the stable rank of
the approximation, and of every kernel matrix the stable rank, the errors of the best
approximations and the effective dimension. The NumPy side is what one would write
by hand: it computes nothing twice. Both sides run in turns as whole processes, so
that starting and reading the file count; the best time of each is shown.
OPENBLAS_CORETYPE, if set, names the processor for OpenBLAS, which may not know it.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys
import tempfile
import time

VALUES = [10, 20, 40, 70, 120, 200, 300, 450]
REPETITIONS = 3
MU = 0.01
FIGURES = ["error", "stable_rank_approx", "stable_rank", "error_best", "d_eff"]


def script(path, gamma):
    """The sweep in NumPy: prints rows as JSON."""
    import numpy as np
    import scipy.linalg

    x = np.loadtxt(path, delimiter=",", skiprows=1)
    n = len(x)
    rows = []
    for repetition in range(REPETITIONS):
        rng = np.random.default_rng(repetition)
        squares = np.einsum("ij,ij->i", x, x)
        k = x @ x.T
        k *= -2
        k += squares[:, None]
        k += squares
        np.maximum(k, 0, out=k)
        k *= -gamma
        np.exp(k, out=k)
        norm = np.linalg.norm(k)
        values = scipy.linalg.eigvalsh(k, check_finite=False)[::-1].clip(0)
        tails = np.sqrt(np.cumsum((values**2)[::-1])[::-1])
        dimension = np.sum(values / (values + MU))
        for m in VALUES:
            landmarks = rng.permutation(n)[:m]
            c = k[:, landmarks]
            core, vectors = np.linalg.eigh(c[landmarks])
            kept = core > m * np.finfo(float).eps * core[-1]
            f = c @ (vectors[:, kept] / np.sqrt(core[kept]))
            residual = f @ f.T
            np.subtract(k, residual, out=residual)
            inner = f.T @ f
            rows.append({
                "m": m,
                "error": np.linalg.norm(residual) / norm,
                "stable_rank_approx": (np.linalg.norm(inner) / np.linalg.eigvalsh(inner)[-1]) ** 2,
                "stable_rank": (norm / values[0]) ** 2,
                "error_best": tails[f.shape[1]] / norm if f.shape[1] < n else 0,
                "d_eff": dimension,
            })
    print(json.dumps(rows))


def timed(command):
    start = time.perf_counter()
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - start, out


def ours(program, path, n, gamma):
    took, out = timed([program, "sweep", "--methods", "nystrom", "--over", "m=" + ",".join(map(str, VALUES)), "--reps", str(REPETITIONS), "--n", str(n),
                       "--test", "0", "--target", "none", "--standardize=false", "--gamma", repr(gamma), "--mu", str(MU), "--figures", ",".join(FIGURES), path])
    return took, [{"m": int(r["m"]), **{f: float(r[f]) for f in FIGURES}} for r in csv.DictReader(out.splitlines())]


def mean(rows, figure, m):
    chosen = [r[figure] for r in rows if r["m"] == m]
    return sum(chosen) / len(chosen)


def check(here, there):
    """Figures of K are the same; those of random landmarks agree in the mean."""
    worst = {}
    for figure in FIGURES:
        for m in VALUES:
            a, b = mean(here, figure, m), mean(there, figure, m)
            worst[figure] = max(worst.get(figure, 0), abs(a - b) / abs(b))
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the gramscope to run")
    parser.add_argument("--n", default="1000,2000,4000")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    import numpy as np

    gamma = 0.05
    with tempfile.TemporaryDirectory() as folder:
        for n in map(int, options.n.split(",")):
            path = str(pathlib.Path(folder) / f"{n}.csv")
            x = np.random.default_rng(n).standard_normal((n, 10))
            np.savetxt(path, x, delimiter=",", header=",".join(f"x{j}" for j in range(10)), comments="")
            best = [float("inf"), float("inf")]
            for _ in range(options.rounds):
                took, here = ours(options.program, path, n, gamma)
                best[0] = min(best[0], took)
                took, out = timed([sys.executable, __file__, "--script", path, repr(gamma)])
                best[1] = min(best[1], took)
                there = json.loads(out)
            print(f"n = {n:6}  here {best[0]:7.2f} s  NumPy {best[1]:7.2f} s  ratio {best[0] / best[1]:5.2f}  largest relative difference: "
                  + ", ".join(f"{figure} {v:.1e}" for figure, v in check(here, there).items()))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--script":
        script(sys.argv[2], float(sys.argv[3]))
    else:
        main()
