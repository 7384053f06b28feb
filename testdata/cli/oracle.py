"""Record testdata/cli/oracle.txt: what a build of gramscope writes for some sixty sweeps.

    oracle.py GRAMSCOPE < LINES > oracle.txt

The rows are no golden numbers: an earlier build made them, and a redesign has to keep them.
Golden numbers stand in testdata/approx, testdata/model and testdata/real. Columns of time and
empty columns are left out.
"""
import csv, io, subprocess, sys

TIMES = {"seconds", "cached"}


def digits(cell):
    try:
        return cell if len(cell) < 12 else "%.11g" % float(cell)
    except ValueError:
        return cell


out = csv.writer(sys.stdout, lineterminator="\n")
for line in sys.stdin:
    if not line.startswith("sweep "):
        line = line[2:] if line.startswith("$ sweep ") else ""
    if not (args := line.split()):
        continue
    done = subprocess.run([sys.argv[1], *args, "--format", "csv"], capture_output=True, text=True, check=True)
    rows = list(csv.reader(io.StringIO(done.stdout)))
    kept = [i for i, name in enumerate(rows[0]) if name not in TIMES and any(row[i] for row in rows[1:])]
    print("$", *args)
    out.writerows([digits(row[i]) for i in kept] for row in rows)
    print()
