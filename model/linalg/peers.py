#!/usr/bin/env python3
"""Times the work of this package's benchmarks here and on NumPy and SciPy.

    apt-get install python3-numpy python3-scipy libopenblas0-pthread
    /usr/bin/python3 model/linalg/peers.py [--processor] [--threads N] [--rounds N] [--work REGEXP]

Both sides run in turns, several times, and of each the best time counts, as
other programs may run. --processor compares processor time on one thread, for a
machine that is never quiet. Like is compared with like: a row AVX2 with a peer that
is held to AVX2, OpenBLAS by the processor it is told and NumPy by the features it is
denied, and a row AVX512 with the best peer there is. OPENBLAS_CORETYPE, if set, names
the processor for OpenBLAS, which may not know it; otherwise the best of some is taken.
"""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import time

# The processors to tell OpenBLAS, by the instructions here: of AVX2 the last two have
# no more.
CORES = {"AVX512": ["SkylakeX", "Cooperlake", "Zen", "Haswell"], "AVX2": ["Zen", "Haswell"]}


def work():
    """The work by the benchmark's name, made when it is asked for."""
    import numpy as np
    import scipy.linalg

    rng = np.random.default_rng(1)

    def product(m, k, n):
        a, b, c = rng.standard_normal((m, k)), rng.standard_normal((k, n)), np.empty((m, n))
        return lambda: np.matmul(a, b, out=c)

    def syrk(n, d):
        a, c = rng.standard_normal((n, d)), np.zeros((d, d), order="F")
        # Of the transpose, which is in Fortran's order, nothing is copied.
        return lambda: scipy.linalg.blas.dsyrk(1.0, a.T, c=c, overwrite_c=1)

    def symmetric(n):
        a = rng.standard_normal((n, n))
        return np.asfortranarray(a + a.T)

    def cholesky(n):
        a = symmetric(n) / n + 2 * np.eye(n)
        return lambda: scipy.linalg.lapack.dpotrf(a, clean=0)

    def exp(n):
        # Into an array that is there, as ours; np.exp(x), which makes one, takes longer.
        x, out = rng.standard_normal(n), np.empty(n)
        return lambda: np.exp(x, out=out)

    def gaussian(n, d, m):
        x, y, k = rng.standard_normal((n, d)), rng.standard_normal((m, d)), np.empty((n, m))

        def block():
            np.matmul(x, y.T, out=k)
            np.multiply(k, -2, out=k)
            np.add(k, np.einsum("ij,ij->i", x, x)[:, None], out=k)
            np.add(k, np.einsum("ij,ij->i", y, y), out=k)
            np.maximum(k, 0, out=k)
            np.multiply(k, -0.5, out=k)
            np.exp(k, out=k)

        return block

    def eigen(n, vectors):
        a = symmetric(n)
        if vectors:
            return lambda: scipy.linalg.eigh(a, driver="evd", check_finite=False)
        return lambda: scipy.linalg.eigvalsh(a, check_finite=False)

    return {
        "Gemm1000": lambda: product(1000, 1000, 1000),
        "GemmThin20000x10x500": lambda: product(20000, 10, 500),
        "Syrk20000x500": lambda: syrk(20000, 500),
        "Cholesky1000": lambda: cholesky(1000),
        "Cholesky3000": lambda: cholesky(3000),
        "Exp1e7": lambda: exp(10**7),
        "GaussianBlock20000x10x500": lambda: gaussian(20000, 10, 500),
        "Eigen1000": lambda: eigen(1000, True),
        "Eigenvalues2000": lambda: eigen(2000, False),
    }


def peer(names, processor):
    """Prints the best seconds of each, as JSON: what a child process does."""
    clock = time.process_time if processor else time.perf_counter
    best = {}
    for name in names:
        run = work()[name]()
        run()
        end = time.perf_counter() + 1
        times = []
        while len(times) < 3 or time.perf_counter() < end:
            start = clock()
            run()
            times.append(clock() - start)
        best[name] = min(times)
    print(json.dumps(best))


def wide_features():
    """NumPy's features beyond AVX2, for NPY_DISABLE_CPU_FEATURES."""
    try:
        from numpy._core._multiarray_umath import __cpu_dispatch__ as features
    except ImportError:  # before NumPy 2
        from numpy.core._multiarray_umath import __cpu_dispatch__ as features
    return " ".join(f for f in features if f.startswith("AVX512") or f == "X86_V4")


def run_peer(names, instructions, core, options):
    environment = dict(os.environ, OPENBLAS_CORETYPE=core, OPENBLAS_NUM_THREADS=str(options.threads))
    if instructions == "AVX2":
        environment["NPY_DISABLE_CPU_FEATURES"] = wide_features()
    command = [sys.executable, __file__, "--peer", *names] + ["--processor"] * options.processor
    return json.loads(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def run_ours(binary, instructions, options):
    """The best of each benchmark's seconds, by (name, instruction set)."""
    environment = dict(os.environ, GOMAXPROCS=str(options.threads))
    if instructions == "AVX2":
        environment["GODEBUG"] = "cpu.avx512f=off"
    command = [binary, "-test.run=^$", f"-test.bench={options.work}", "-test.benchtime=1s"]
    out = subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
    unit = "best-cpu-ns" if options.processor else "best-ns"
    best = {}
    for line in out.splitlines():
        name = re.match(r"Benchmark(\w+)(?:/([\w-]+?))?(?:-\d+)?\s", line)
        time_taken = re.search(rf"([\d.e+]+) {unit}\b", line) or re.search(r"([\d.e+]+) ns/op", line)
        if name and time_taken and name[2] == instructions:
            best[name[1], instructions] = float(time_taken[1]) / 1e9
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processor", action="store_true", help="processor time on one thread")
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--work", default=".", help="what of it, a regular expression")
    parser.add_argument("--peer", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer is not None:
        return peer(options.peer, options.processor)
    if options.processor:
        options.threads = 1

    here = pathlib.Path(__file__).parent
    binary = "/tmp/linalg-peers.test"
    subprocess.run(["go", "test", "-c", "-o", binary, "."], cwd=here, check=True)
    named = os.environ.get("OPENBLAS_CORETYPE")
    names = [name for name in work() if re.search(options.work, name)]
    ours, theirs = {}, {}
    for _ in range(options.rounds):
        for instructions, cores in CORES.items():
            for key, seconds in run_ours(binary, instructions, options).items():
                ours[key] = min(seconds, ours.get(key, seconds))
            for core in [named] if named and instructions != "AVX2" else cores:
                for name, seconds in run_peer(names, instructions, core, options).items():
                    key = name, instructions
                    theirs[key] = min((seconds, core), theirs.get(key, (seconds, core)))
    print(f"{'work':28}{'instructions':14}{'here':>12}{'peer':>12}{'speed':>8}  as")
    for key, seconds in sorted(ours.items()):
        if key in theirs:
            peers, core = theirs[key]
            name, instructions = key
            print(f"{name:28}{instructions:14}{seconds*1e3:9.2f} ms{peers*1e3:9.2f} ms{peers/seconds:7.2f}×  {core}")


if __name__ == "__main__":
    main()
