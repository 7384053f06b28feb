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
    """An entry is a file, or FILE@NOTE for the same file read in another way."""
    return os.path.join(HERE, name.split("@")[0])


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
WS = r"\s+"


def named(**new):
    return lambda frame: frame.rename(columns=new)


def then(first, *more):
    def table(p):
        out = first(p)
        for f in more:
            out = f(out)
        return out
    return table


def changed(column, f):
    def change(frame):
        frame[column] = f(frame[column])
        return frame
    return change


def number(mark=None, decimal=".", drop=""):
    """Text as numbers, by plain replacement."""
    def convert(column):
        def one(text):
            for c in drop + (mark or ""):
                text = text.replace(c, "")
            return float(text.replace(decimal, ".").replace("\u2212", "-").replace("D", "e"))
        return column.astype(str).map(one)
    return convert


def row_names(p):
    return pd.read_csv(p, sep=WS, index_col=0).reset_index().rename(columns={"index": "x1"})


read("pandas.csv", csv())
read("pandas_index.csv", then(csv(), named(**{"Unnamed: 0": "x1"})), ["name the rows"], ["x1"])
read("pandas_numbers.csv", csv(), ["it counts the columns"])
read("pandas_numbers_index.csv", then(csv(), named(**{"Unnamed: 0": "x1"})), ["it counts the columns", "name the rows"], ["x1"])
read("pandas_series.csv", then(csv(), named(**{"Unnamed: 0": "x1"})), ["it counts the columns"], choice={"Target": "none"}, left=["x1"])
read("savetxt_wide.txt", np.loadtxt, ["no header line"])
read("grid.txt", np.loadtxt, ["no header line"])
read("iris.data", then(csv(header=None), unnamed), ["is data, not a header"])
read("iris_blanks.txt", then(csv(header=None, sep=WS), unnamed), ["separator: blanks"])
read("mushroom.data", then(csv(header=None), unnamed), ["each of its cells comes again below"])
read("auto_mpg.data", then(csv(header=None, sep=WS, na_values="?"), unnamed), ["separator: blanks"], choice={"Target": "1", "drop_missing": True})
read("seeds.txt", then(csv(header=None, sep=WS), unnamed), ["separator: blanks"])
read("ecoli.data", then(csv(header=None, sep=WS), unnamed), ["separator: blanks"])
read("r_table.txt", row_names, ["name the rows"], ["x1"])
read("r_numbers.txt", row_names, ["name the rows"], ["x1"])
read("r_csv.csv", then(csv(), named(**{"Unnamed: 0": "x1"})), ["name the rows"], ["x1"])
read("glass.data", then(csv(header=None), unnamed), ["name the rows"], ["x1"])
read("ids.csv", csv(), ["name the rows"], ["Id"])
read("time.csv", csv())
read("pipe.txt", csv(sep="|"), ["separator: pipe"])
refused("markdown.md.txt", "Markdown")
refused("colons.txt", "no separator", "if : separates them")
read("qid.txt", lambda p: libsvm(p), notes=["qid"])
refused("multilabel.txt", "several labels")
refused("printed.txt", "NumPy printed", "numpy.savetxt")
refused("json.txt", "JSON")
refused("words.txt", "no separator")
read("numbers.txt", then(csv(header=None), unnamed))
refused("page.txt", "HTML")
refused("thousands.csv", "comma between thousands", "1,100.50", "read it so")
read("thousands.csv@comma", then(csv(thousands=",")), options={"Thousands": "comma"})
refused("european_thousands.csv", "point between thousands", "1.299,99")
read("european_thousands.csv@point", csv(sep=";", thousands=".", decimal=","), options={"Thousands": "point"})
refused("blank_thousands.csv", "blank between thousands")
read("blank_thousands.csv@blank", then(csv(sep=";", dtype={"a": str}), changed("a", number(" \u00a0", ","))), options={"Thousands": "blank"})
refused("two_marks.csv", "1,3", "decimal comma", "say so")
read("two_marks.csv@comma", csv(sep=";", thousands=".", decimal=","), options={"Decimal": "comma", "Thousands": "point"})
read("percent.csv", then(csv(), changed("rate", number(drop="%"))), ["% in every cell"])
refused("some_percent.csv", "another sign")
read("dollars.csv", then(csv(), changed("price", number(drop="$"))), ["$ in every cell"])
read("fortran.dat", then(csv(header=None, sep=WS, dtype=str), lambda f: f.apply(number()), unnamed), ["another notation"])
read("minus.csv", then(csv(dtype=str), lambda f: f.apply(number())), ["another notation"])
read("missing.csv", csv(na_values=["None", "-nan(ind)", "1.#QNAN", "\\N"]), choice={"Target": "none", "Columns": ["a"], "drop_missing": True}, left=["b", "c"])
read("excel.csv", then(csv(sep=";", decimal=","), lambda f: f.dropna(axis=1, how="all").dropna(how="all")), ["empty columns at the end", "empty rows at the end"])
euro = csv(sep=";", decimal=",", encoding="cp1252", dtype={"Größe": str})
read("windows.csv", then(euro, changed("Größe", number("\u00a0", ",")), changed("Preis", number(decimal=",", drop=" €"))),
     ["separator: semicolon", "decimal comma", "€ in every cell", "read as Windows-1252"], options={"Thousands": "blank"})
read("titled.csv", csv(sep=";", decimal=",", skiprows=3), ["lines above the table are left out", "separator: semicolon", "decimal comma"])
read("unicode.txt", csv(sep="\t", decimal=",", encoding="utf-16"), ["separator: tab", "decimal comma"])
read("dates.csv", then(csv(), changed("when", days)), ["days since the first"], choice={"drop_missing": True})
read("times.csv", then(csv(), changed("when", days)), ["days since the first"])
read("skipped.csv", csv(skiprows=2), options={"Skip": 2})
read("years.csv", csv(), ["line 1 is used as the header"])
refused("gaps.csv", "missing", "read the rest [columns=-a] [drop-missing=]")
refused("everything.csv", "\"name\": 55 different texts", "no value", "comma between thousands", "1 missing value",
        "read the rest [thousands=comma] [columns=-name,-empty] [drop-missing=]")
read("everything.csv@rest", then(csv(thousands=","), changed("when", days)), ["days since the first", "name the rows", "1 of 55 rows dropped"],
     ["Id", "name", "empty"], options={"Thousands": "comma"}, choice={"Columns": ["-name", "-empty"], "drop_missing": True})

# --- formats -----------------------------------------------------------------------------------------------


def arff(p):
    """By scipy.io.arff: nominal values are texts, ? is missing."""
    from scipy.io import arff

    data, meta = arff.loadarff(p)
    frame = pd.DataFrame(data)
    for name in frame:
        if meta[name][0] == "nominal":
            frame[name] = [None if v == b"?" else v.decode() for v in frame[name]]
    return frame


def sparse_arff(p):
    """By a reader of its own, since SciPy has none: what a row leaves out is 0 or the first value."""
    head, rows = open(p).read().split("@data\n")
    fields = [line.split(None, 2)[1:] for line in head.splitlines() if line.startswith("@attribute")]
    table = []
    for line in rows.splitlines():
        cells = [kind.strip("{}").split(",")[0] if "{" in kind else 0.0 for _, kind in fields]
        for entry in filter(None, map(str.strip, line.strip("{}").split(","))):
            k, v = entry.split()
            cells[int(k)] = v if "{" in fields[int(k)][1] else float(v)
        table.append(cells)
    return pd.DataFrame(table, columns=[name for name, _ in fields])


def mtx(p):
    from scipy.io import mmread

    a = mmread(p)
    return a.toarray() if hasattr(a, "toarray") else a


def scipy_npz(p):
    from scipy.sparse import load_npz

    return load_npz(p).toarray()


def libsvm(p):
    from sklearn.datasets import load_svmlight_file

    X, y = load_svmlight_file(p, zero_based=False)[:2]
    frame = unnamed(pd.DataFrame(X.toarray()))
    frame["label"] = y
    return frame


def pair(x, y):
    def table(p):
        a = np.load(p)
        frame = unnamed(pd.DataFrame(a[x]))
        frame[y] = a[y].astype(str) if a[y].dtype.kind in "US" else a[y]
        return frame

    return table


def numbers(column):
    """Numbers if all are."""
    try:
        return column.astype(float)
    except ValueError:
        return column


def record(p):
    frame = pd.DataFrame(np.load(p))
    for name in frame:
        frame[name] = [v.decode() if isinstance(v, bytes) else v for v in frame[name]]
    return frame


def date_arff(p):
    frame = pd.read_csv(p, skiprows=4, names=["day", "v"], na_values="?")
    return frame.assign(day=days(frame.day))


gaps = {"choice": {"drop_missing": True}}
read("weka.arff", arff, **gaps)
# SciPy does not read commas in quotes, which Weka does.
read("quoted.arff", lambda p: pd.DataFrame({"sepal length": [5.1, 4.9, 1e3, 7], "width": [None, 3, 2, 2],
    "kind": ["red", "dark blue", "x,y", "red"], "num": ["0", "1", None, "2"]}), **gaps)
read("sparse.arff", sparse_arff, x=["a", "b=x", "b=y", "c"])
read("dates.arff", date_arff, notes=["days since the first"], **gaps)
read("strings.arff", lambda p: pd.DataFrame({"word": ["a b", 'q"x', "plain"], "it's": [1, 2, 3]}))
refused("undeclared.arff", "undeclared.arff:6:1", '"z"', "one of x, y")
for name in ["coordinate", "array", "symmetric", "pattern", "skew", "twice"]:
    read(name + ".mtx", mtx)
refused("complex.mtx", "complex.mtx:1:34", "one of real")
refused("short.mtx", "short.mtx:5", "ends too early")
for name in ["csr", "csc", "coo"]:
    read("scipy_%s.npz" % name, scipy_npz, notes=["a sparse matrix of SciPy (%s)" % name])
refused("scipy_bsr.npz", 'the format "bsr"', "tocsr()")
read("pair.npz", pair("X", "y"), notes=['features from array "X", target from "y"'])
read("positional.npz", pair("arr_0", "arr_1"))
read("train.npz", pair("x_train", "y_train"), notes=["not used: x_test"])
read("bunch.npz", pair("data", "target"), notes=["not used: feature_names"])
read("record.npy", record)
read("aligned.npy", record)
read("half_numbers.npy", lambda p: np.load(p).astype(float))
read("cells.npy", lambda p: unnamed(pd.DataFrame(np.load(p)).apply(numbers)), choice={"drop_missing": True})
read("codes.npy", lambda p: unnamed(pd.DataFrame(np.load(p))))
refused("object.npy", "Python objects", "a.astype(str)")
refused("dates.npy", "M8[D]", "timedelta64")
read("signs.txt", libsvm)
read("queries.txt", libsvm, notes=["qid", "comments"])
refused("multilabel.svm", "multilabel.svm:1:1", "multilabel", "sed")
refused("kernel.libsvm", "kernel.libsvm:1:3", "the number of the row", "kernel matrix")
for ending in ["gz", "bz2", "xz"]:
    read("packed.csv." + ending, csv())
read("packed.csv.zst", lambda p: pd.read_csv(os.popen("zstd -dc '%s'" % p)))
read("packed.zip", lambda p: pd.read_csv(__import__("zipfile").ZipFile(p).open("d/t.csv")))
refused("several.zip", "2 files: a.csv, b.csv", "unzip")
refused("old.csv.lzma", "LZMA", "xz -d")

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
    wrong += [n for n in os.listdir(HERE) if n not in [m.split("@")[0] for m in all_expected] and not n.endswith(".py") and n != "expected.json"]
    wrong += [n for n in all_expected if os.path.getsize(path(n)) > 4096]
    print(len(all_expected), "files;", "wrong: " + ", ".join(wrong) if wrong else "all as expected")
    sys.exit(bool(wrong))
