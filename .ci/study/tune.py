#!/usr/bin/python3
"""Compares `gramscope tune` with two searches of scikit-learn at equal time, on held-out rows.

  go build -o /tmp/study/gramscope .
  .ci/study/tune.py sets /tmp/study DATA      # writes SET.SPLIT.train.csv and SET.SPLIT.test.csv from the files in DATA
  .ci/study/tune.py run /tmp/study            # every search on every set, one after another; appends to results.jsonl
  .ci/study/tune.py long /tmp/study           # gramscope ten times as long; needs the times that run has taken
  .ci/study/tune.py table /tmp/study          # the results as a table

All take --sets a,b and --splits 1,2. `run --only ours` measures another build of gramscope in the times that are known, and
--label names it in the results. `table` ends with the losses on the test rows of all splits together: a single split of a few
test rows decides nothing, and to be below the luckier of two searches on each is another thing than to be below both.

The searches see the training file alone; all of them are scored on the test file. Halving goes first, a
HalvingGridSearchCV over StandardScaler + Nystroem + Ridge (classes: LogisticRegression) on a grid of γ, m and alpha. Its
wall time is the time T of the others: a random search over the same pipelines, whose two processes start settings until T
and finish the one they are at, and `gramscope tune --methods all --widths learn --time T`, of classes without learned widths. The widths, one for each feature where
these predict held-out rows better, are learned within T; the searches of scikit-learn have one width for all features, as
none of its kernel approximations learns others. T leaves out the start of Python and the
reading of the file for scikit-learn and the fit to all rows for all of them; it includes the start and the reading for
gramscope. Each search may use two cores: two processes with one BLAS thread each, or two workers.

On a machine with other work, wall times compare loads. `--clock cpu` has T in seconds of CPU time on two cores: halving's
CPU time halved, and the time of each process of the random search. gramscope then has to be built by `.ci/study/build`,
so that its search has a clock of half its CPU time.
"""

import argparse
import gzip
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time

for name in "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS":
    os.environ[name] = "1"

import numpy as np

BUDGETS = [50, 100, 200, 400, 800]
ALPHAS = [1e-3, 1e-2, 1e-1, 1]
WIDTHS = [2, 1, 0, -1, -2]  # σ is the median distance times 2 to these powers
MOST_TRAIN, MOST_TEST = 2500, 5000
LARGE = {"california": 8000, "casp": 4000}  # have more training rows
SPLITS = [21, 22, 23, 24, 25, 26]

FILES = {  # name: file, column of the target
    "california": ("california_housing.csv", -1),
    "casp": ("casp.csv", 0),
    "cpusmall": ("cpusmall.csv", -1),
    "kin8nm": ("kin8nm.csv", -1),
    "pumadyn32nm": ("pumadyn32nm.csv", -1),
    "abalone": ("abalone.csv", -1),
    "airfoil": ("airfoil.csv", -1),
    "concrete": ("concrete.csv", -1),
    "diabetes": ("diabetes.csv", -1),
    "wine": ("wine.csv", -1),
}
UNSEEN = {  # sets that no build was measured on before the one of the README; only --sets takes them
    "gas_turbine": ("gas_turbine.csv", -1),
    "pumadyn32fm": ("pumadyn32fm_1024.csv", -1),
    "yacht": ("yacht.csv", -1),
}
MADE = ["friedman1", "friedman2", "friedman3", "additive", "classes"]
SETS = list(FILES) + MADE


def real(name, folder):
    """The rows of a real set, and whether its target is a class."""
    file, target = (FILES | UNSEEN)[name]
    with gzip.open(os.path.join(folder, file + ".gz"), "rt") as f:
        rows = [line.strip().split(",") for line in f][1:]
    columns = list(zip(*rows))
    y, features, classes = columns.pop(target), [], False
    try:
        y = np.array(y, float)
    except ValueError:
        y, classes = np.unique(y, return_inverse=True)[1], True
    for values in columns:
        try:
            features.append(np.array(values, float))
        except ValueError:  # text: one column for each value
            features += [np.array([v == word for v in values], float) for word in sorted(set(values))]
    return np.column_stack(features), y, classes


def made(name):
    """The rows of a generated set, and whether its target is a class."""
    from sklearn import datasets

    if name == "friedman1":
        return *datasets.make_friedman1(5000, 10, noise=1, random_state=1), False
    if name == "friedman2":
        return *datasets.make_friedman2(3000, noise=100, random_state=2), False
    if name == "friedman3":
        return *datasets.make_friedman3(2000, noise=0.1, random_state=3), False
    if name == "classes":
        return *datasets.make_classification(1000, 20, n_informative=8, n_classes=3, n_clusters_per_class=2, random_state=4), True
    rng = np.random.default_rng(5)
    x = rng.normal(size=(12000, 6))
    return x, np.sin(3 * x[:, 0]) + np.abs(x[:, 1]) + x[:, 2] * x[:, 3] / 2 + 0.3 * rng.normal(size=12000), False


def write_sets(o):
    for name in o.sets:
        x, y, classes = real(name, o.data) if name in FILES | UNSEEN else made(name)
        for split in o.splits:
            order = np.random.default_rng(100 + split).permutation(len(y))
            tests = min(MOST_TEST, len(y) // 4)
            for part, rows in ("test", order[:tests]), ("train", order[tests : tests + LARGE.get(name, MOST_TRAIN)]):
                with open(path(o, name, split, part), "w") as f:
                    f.write(",".join([f"x{j}" for j in range(x.shape[1])] + ["y"]) + "\n")
                    for i in rows:
                        f.write(",".join([repr(float(v)) for v in x[i]] + [f"c{y[i]}" if classes else repr(float(y[i]))]) + "\n")


def path(o, name, split, part):
    return os.path.join(o.folder, f"{name}.{split}.{part}.csv")


def read(file):
    with open(file) as f:
        rows = [line.rstrip("\n").split(",") for line in f][1:]
    x, y = np.array([row[:-1] for row in rows], float), [row[-1] for row in rows]
    return x, np.array(y) if y[0].startswith("c") else np.array(y, float)


def loss(y, predicted):
    if y.dtype.kind == "U":
        from sklearn.metrics import log_loss

        return log_loss(y, predicted)
    return float(np.sqrt(np.mean((y - predicted) ** 2)))


# The searches of scikit-learn run in processes of their own: tune.py peer KIND TRAIN TEST SECONDS SEED CLOCK.


def pipeline(classes, gamma=1.0, m=100, alpha=1.0):
    from sklearn.kernel_approximation import Nystroem
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.pipeline import Pipeline
    from sklearn.preprocessing import StandardScaler

    last = LogisticRegression(C=1 / alpha, max_iter=300) if classes else Ridge(alpha=alpha)
    return Pipeline([("scale", StandardScaler()), ("map", Nystroem(gamma=gamma, n_components=m, random_state=0)), ("learn", last)])


def median_gamma(x):
    from sklearn.metrics import pairwise_distances
    from sklearn.preprocessing import StandardScaler

    z = StandardScaler().fit_transform(x[:1000])
    d = pairwise_distances(z)
    return 1 / (2 * np.median(d[np.triu_indices(len(d), 1)]) ** 2)


def cpu():
    """The CPU seconds of this process and of its children that have ended."""
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def halving(x, y, seed, clock):
    from joblib import parallel_backend
    from sklearn.experimental import enable_halving_search_cv  # noqa: F401
    from sklearn.model_selection import HalvingGridSearchCV

    classes = y.dtype.kind == "U"
    gamma = median_gamma(x)
    strength = ("learn__C", [1 / a for a in ALPHAS]) if classes else ("learn__alpha", ALPHAS)
    grid = {"map__gamma": [gamma * 4.0**-w for w in WIDTHS], "map__n_components": [m for m in BUDGETS if m <= 0.8 * len(y)], strength[0]: strength[1]}
    scoring = "neg_log_loss" if classes else "neg_root_mean_squared_error"
    search = HalvingGridSearchCV(pipeline(classes), grid, factor=3, cv=5, scoring=scoring, refit=False, random_state=seed)
    start, before = time.time(), cpu()
    with parallel_backend("multiprocessing", n_jobs=2):
        search.fit(x, y)
    took = time.time() - start if clock == "wall" else (cpu() - before) / 2
    return pipeline(classes).set_params(**search.best_params_), took, search.best_params_, len(search.cv_results_["params"])


def random_loop(x, y, seed, seconds, now, out):
    from sklearn.model_selection import KFold, StratifiedKFold, cross_val_score

    classes, rng = y.dtype.kind == "U", np.random.default_rng(seed)
    gamma, best = median_gamma(x), (np.inf, None)
    folds = (StratifiedKFold if classes else KFold)(5, shuffle=True, random_state=0)
    deadline = now() + seconds
    most, count = min(BUDGETS[-1], int(0.8 * len(y))), 0
    while now() < deadline or best[1] is None:
        at = (gamma * 4.0 ** -rng.uniform(min(WIDTHS), max(WIDTHS)), int(np.exp(rng.uniform(np.log(BUDGETS[0]), np.log(most)))), 10 ** rng.uniform(-4, 1))
        score = cross_val_score(pipeline(classes, *at), x, y, cv=folds, scoring="neg_log_loss" if classes else "neg_root_mean_squared_error").mean()
        count += 1
        if -score < best[0]:
            best = (-score, at)
    out.put((*best, count))


def random(x, y, seconds, seed, clock):
    from multiprocessing import Process, Queue

    start, out, now = time.time(), Queue(), time.time if clock == "wall" else time.process_time
    workers = [Process(target=random_loop, args=(x, y, 2 * seed + i, seconds, now, out)) for i in range(2)]
    for w in workers:
        w.start()
    found = [out.get() for _ in workers]
    for w in workers:
        w.join()
    at = min(found)[1]
    return pipeline(y.dtype.kind == "U", *at), time.time() - start, at, sum(f[2] for f in found)


def peer(o):
    import warnings

    warnings.simplefilter("ignore")
    os.environ["PYTHONWARNINGS"] = "ignore"
    x, y = read(o.train)
    model, took, at, count = halving(x, y, o.seed, o.clock) if o.kind == "halving" else random(x, y, o.seconds, o.seed, o.clock)
    model.fit(x, y)
    points, truth = read(o.test)
    predicted = model.predict_proba(points) if y.dtype.kind == "U" else model.predict(points)
    print(json.dumps({"loss": loss(truth, predicted), "wall": took, "setting": str(at), "count": count}))


def timed(args, **options):
    """Runs a program; returns its output, wall seconds and CPU seconds with those of its children."""
    start = time.time()
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE if options.pop("quiet", True) else None, text=True, **options) as p:
        out = p.stdout.read()
        if p.stderr:
            errors = p.stderr.read()
        _, status, usage = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
    if p.returncode:
        raise RuntimeError(f"{shlex.join(args)}: {errors if options else errors}")
    return out, time.time() - start, usage.ru_utime + usage.ru_stime


def scored_by_gramscope(o, name, split, fit):
    """The loss on the test file of the model that a fit line makes."""
    x, y = read(path(o, name, split, "test"))
    classes = y.dtype.kind == "U"
    with tempfile.TemporaryDirectory() as folder:
        words = shlex.split(fit)
        words[0] = o.gramscope
        subprocess.run(words, cwd=folder, check=True, capture_output=True)
        args = [o.gramscope, "predict", "model.json", path(o, name, split, "test")]
        if not classes:
            text = subprocess.run(args, cwd=folder, check=True, capture_output=True, text=True).stdout
            return loss(y, np.array(text.split(), float))
        text = subprocess.run(args[:2] + ["--probabilities"] + args[2:], cwd=folder, check=True, capture_output=True, text=True).stdout.split("\n")
        header = text[0].split(",")
        table = np.array([line.split(",") for line in text[1:] if line], float)
        return loss(y, table[:, [header.index(c) for c in sorted(set(y))]])


def ours(o, name, split, seconds):
    train = path(o, name, split, "train")
    with open(train) as f:
        rows = sum(1 for _ in f) - 1
    most = min(800, int(0.8 * rows))
    args = [o.gramscope, "tune", "--methods", "all", "--test", "0", "--over", f"m=25..{most}:6", "--over", "accum=1,4,16", "--time", f"{seconds:.1f}s", "--format", "json", train]
    if read(train)[1].dtype.kind != "U":
        args += ["--widths", "learn"]
    out, wall, cpu = timed(args)
    answer = json.loads(out)
    best, least = answer["best"], answer["least"]
    words = shlex.split(answer["fit"])
    swept = ["--method", least["method"], "--gamma", repr(least["gamma"]), "--mu", repr(least["mu"])]
    for k in "m", "accum", "clusters":
        if k in least:
            swept += [f"--{k}", str(int(least[k]))]
    if answer["widths"]:
        swept += ["--widths", ",".join(map(repr, answer["widths"]))]
    lossname = "logloss" if "logloss" in best else "rmse"
    row = {"loss": scored_by_gramscope(o, name, split, answer["fit"]), "wall": wall, "cpu": cpu, "setting": shlex.join(words[2:-3]), "rows": best["rows"],
           "cv": best[lossname], "least_cv": least[lossname], "least_setting": shlex.join(swept), "missed": answer["missed"], "count": len(answer["grid"]), "scaling": answer.get("scaling")}
    try:
        row["least_loss"] = scored_by_gramscope(o, name, split, shlex.join(["gramscope", "fit", *swept, "--out", "model.json", train]))
    except subprocess.CalledProcessError:  # it can't be fitted to all rows, and the time ended before the answer knew
        row["least_loss"] = row["loss"]
    return row


def results(o):
    try:
        with open(os.path.join(o.folder, "results.jsonl")) as f:
            return [json.loads(line) for line in f]
    except FileNotFoundError:
        return []


def keep(o, name, split, program, row):
    row = {"set": name, "split": split, "program": program, **row}
    with open(os.path.join(o.folder, "results.jsonl"), "a") as f:
        f.write(json.dumps(row) + "\n")
    print(json.dumps(row), flush=True)


def time_of(o, name, split):
    return next((r["wall"] for r in results(o) if (r["set"], r["split"], r["program"]) == (name, split, "halving")), None)


def run(o):
    for split in o.splits:
        for name in o.sets:
            train, test = path(o, name, split, "train"), path(o, name, split, "test")
            limit = time_of(o, name, split)
            for kind in o.only:
                if kind == "ours":
                    keep(o, name, split, o.label, ours(o, name, split, limit))
                    continue
                out, _, cpu = timed([sys.executable, os.path.abspath(__file__), "peer", kind, train, test, str(limit or 0), str(split), o.clock])
                row = json.loads(out)
                keep(o, name, split, kind, {**row, "cpu": cpu})
                if kind == "halving":
                    limit = row["wall"]


def long(o):
    for split in o.splits:
        for name in o.sets:
            keep(o, name, split, "long", ours(o, name, split, 10 * time_of(o, name, split)))


def table(o):
    known = {}
    for r in results(o):
        known[r["set"], r["split"], r["program"]] = r  # the last one counts
    programs = ["halving", "random", o.label, "long"]
    print("set split T | halving random long | " + o.label + " over the better, over long | CPU of the three | setting")
    for split in o.splits:
        counts = [0, 0, 0, 0]
        for name in o.sets:
            h, r, u, l = (known.get((name, split, p)) for p in programs)
            if not (h and r and u):
                continue
            ratio, over = compared(counts, [h["loss"], r["loss"], u["loss"], l["least_loss"] if l else np.nan])
            print(f"{name:12} {split} {h['wall']:5.1f} | {h['loss']:10.5g} {r['loss']:10.5g} {l['least_loss'] if l else np.nan:10.5g} | {u['loss']:10.5g} {ratio:6.3f} {over:6.3f} | "
                  f"{h['cpu']:4.0f} {r['cpu']:4.0f} {u['cpu']:4.0f} | {u['rows']} rows, {u['setting']}")
        print(f"split {split}: at or below both in {counts[0]} of {counts[1]}; within 1 % of the long search in {counts[2]} of {counts[3]}")
    counts = [0, 0, 0, 0]
    print("set splits T | loss on the test rows of all splits: halving random " + o.label + " | " + o.label + " over the better | splits, " + o.label + " over long")
    for name in o.sets:
        splits = [s for s in o.splits if all((name, s, p) in known for p in programs[:3])]
        longs = [s for s in splits if (name, s, "long") in known]
        if not splits:
            continue
        h, r, u = (pooled(o, name, [known[name, s, p]["loss"] for s in splits]) for p in programs[:3])
        over = pooled(o, name, [known[name, s, o.label]["loss"] for s in longs]) / pooled(o, name, [known[name, s, "long"]["least_loss"] for s in longs]) if longs else np.nan
        ratio, over = compared(counts, [h, r, u, u / over])
        print(f"{name:12} {len(splits)} {np.mean([known[name, s, 'halving']['wall'] for s in splits]):5.1f} | {h:10.5g} {r:10.5g} {u:10.5g} | {ratio:6.4f} | {len(longs)}, {over:6.4f}")
    print(f"all splits: at or below both in {counts[0]} of {counts[1]}; within 1 % of the long search in {counts[2]} of {counts[3]}")


def compared(counts, losses):
    """Counts a comparison; returns our loss over the better of the others, and over that of the long search."""
    h, r, u, l = losses
    ratio, over = u / min(h, r), u / l
    for i, more in enumerate([ratio <= 1, True, over <= 1.01, not np.isnan(over)]):
        counts[i] += more
    return ratio, over


def pooled(o, name, losses):
    """The loss on the test rows of several splits, which all have as many."""
    with open(path(o, name, o.splits[0], "test")) as f:
        classes = f.read().rstrip("\n").rsplit(",", 1)[1].startswith("c")
    return float(np.mean(losses)) if classes else float(np.mean(np.square(losses)) ** 0.5)


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    sub = p.add_subparsers(required=True)
    for name, call in ("sets", write_sets), ("run", run), ("long", long), ("table", table):
        c = sub.add_parser(name)
        c.set_defaults(call=call)
        c.add_argument("folder", type=os.path.abspath)
        if name == "sets":
            c.add_argument("data")
        c.add_argument("--sets", type=lambda s: s.split(","), default=SETS)
        c.add_argument("--splits", type=lambda s: [int(v) for v in s.split(",")], default=SPLITS)
        c.add_argument("--only", type=lambda s: s.split(","), default=["halving", "random", "ours"])
        c.add_argument("--label", default="ours")
        c.add_argument("--clock", choices=["wall", "cpu"], default="wall")
        c.add_argument("--gramscope", type=os.path.abspath)
    c = sub.add_parser("peer")
    c.set_defaults(call=peer)
    for name, kind in ("kind", str), ("train", str), ("test", str), ("seconds", float), ("seed", int), ("clock", str):
        c.add_argument(name, type=kind)
    o = p.parse_args()
    if "gramscope" in o and not o.gramscope:
        o.gramscope = os.path.join(o.folder, "gramscope")
    o.call(o)


if __name__ == "__main__":
    main()
