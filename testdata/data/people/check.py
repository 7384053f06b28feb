#!/usr/bin/python3
"""What must come out of the files in this folder, by pandas and SciPy.

    python3 check.py          compares expected.json with what pandas and SciPy read
    python3 check.py write    writes expected.json

A file is an entry of FILES: either refused, with words of the error, or read, with a function that reads it.
data/people_test.go compares expected.json with what package data reads. "options" are flags of reading, "choice" those
of the columns; "notes" are words that the notes must hold, one note each; "left" are columns that are left out
of the features unasked; "x" are the names of the features, if they are asked for.
"""
import json, math, os, sys
import numpy as np
import pandas as pd

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = {}


def path(name):
    return os.path.join(HERE, name)


def read(name, table, notes=(), left=(), **more):
    """The file holds a table: a function of the path that returns a DataFrame or a matrix."""
    FILES[name] = dict(table=table, notes=list(notes), left=list(left), **more)


def refused(name, *words, **more):
    """The file is refused while it is read, or, with a choice, when columns are chosen; the error has these words."""
    FILES[name] = dict(error=list(words), **more)


def csv(**how):
    return lambda p: pd.read_csv(p, **how)


def unnamed(frame):
    frame.columns = ["x%d" % (j + 1) for j in range(frame.shape[1])]
    return frame


def days(column):
    """Dates as days since the first."""
    dates = pd.to_datetime(column)
    return (dates - dates.iloc[0]) / pd.Timedelta(days=1)


def cell(v):
    if isinstance(v, str):
        return v
    return None if pd.isna(v) else float(v)


def expected(name, entry):
    out = {k: v for k, v in entry.items() if k in ("notes", "left", "error", "options", "choice", "x") and v}
    if "table" in entry:
        frame = entry["table"](path(name))
        if not isinstance(frame, pd.DataFrame):
            frame = unnamed(pd.DataFrame(np.asarray(frame)))
        out["names"] = [str(c) for c in frame.columns]
        out["columns"] = [[cell(v) for v in frame.iloc[:, j].tolist()] for j in range(frame.shape[1])]
    return out


def close(a, b):
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-12, abs_tol=1e-12)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(close, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(close(a[k], b[k]) for k in a)
    return a == b


# --- text tables -------------------------------------------------------------------------------------------
read("pandas.csv", csv())
refused("page.txt", "HTML")

# --- formats -----------------------------------------------------------------------------------------------

if __name__ == "__main__":
    all_expected = {name: expected(name, entry) for name, entry in sorted(FILES.items())}
    store = path("expected.json")
    if sys.argv[1:] == ["write"]:
        lines = ["%s: %s" % (json.dumps(k), json.dumps(v, ensure_ascii=False)) for k, v in all_expected.items()]
        with open(store, "w", encoding="utf-8") as f:
            f.write("{\n" + ",\n".join(lines) + "\n}\n")
    with open(store, encoding="utf-8") as f:
        known = json.load(f)
    known = json.loads(json.dumps(known), parse_int=float)
    all_expected = json.loads(json.dumps(all_expected), parse_int=float)
    wrong = [n for n in sorted(set(known) | set(all_expected)) if not close(known.get(n), all_expected.get(n))]
    wrong += [n for n in os.listdir(HERE) if n not in all_expected and not n.endswith(".py") and n != "expected.json"]
    wrong += [n for n in all_expected if os.path.getsize(path(n)) > 4096]
    print(len(all_expected), "files;", "wrong: " + ", ".join(wrong) if wrong else "all as expected")
    sys.exit(bool(wrong))
