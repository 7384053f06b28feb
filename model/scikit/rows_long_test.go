//go:build long

package scikit

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gramscope/data"
)

// Arrays that the test below makes by NumPy in a folder.
const arrays = `import numpy as np, os, pandas, sys
os.chdir(sys.argv[1])
t = np.zeros(5, dtype=[("h", "<f8"), ("n", ">i4"), ("c", "<U3"), ("s", "S2"), ("b", "?")])
t["h"], t["n"] = [1.5, 2.5, -3, 4, 1e-300], [2, 3, 4, -5, 6]
t["c"], t["s"], t["b"] = ["a", "b", "a", " c", "a"], ["x", "y", "x", "x", "y"], [1, 0, 1, 1, 0]
np.save("fields.npy", t)
x = np.arange(15.0).reshape(5, 3) ** 2 / 7
np.save("plain.npy", x)
np.save("packed.npy", x)
os.system("gzip -k packed.npy")
np.savez("both.npz", X=x[:, :2], y=x[:, 2])
np.savez("single.npz", X=x)
np.savez("classes.npz", X=x, y=["a", "b", "a", "c", "b"])
`

// TestProgramsReadTheSameRows: X and y of the printed program are those of data.File, bit for bit.
func TestProgramsReadTheSameRows(t *testing.T) {
	folder := t.TempDir()
	if out, err := exec.Command("/usr/bin/python3", "-c", arrays, folder).CombinedOutput(); err != nil {
		t.Skipf("no NumPy or pandas: %v: %s", err, out)
	}
	for name, content := range map[string]string{
		"list.libsvm": "1.5 1:2 3:0.25\n-2 2:1\n3 1:-1 2:7 3:1e-3\n",
		"rows.arff":   "@relation r\n@attribute a real\n@attribute y real\n@data\n1,2\n3,4\n",
		"when.csv": "when,a,y\n2024-02-28T12:00:00,1,2\n2024-03-01,2,1\n2023-01-01 06:30,5,3\n2024-02-28 " +
			"12:00:00+02:00,1,2\n",
		"wheny.csv":    "a,b,when\n1,2,2024-02-28\n3,4,2024-03-01\n5,6,2020-02-29\n",
		"percent.csv":  "rate,b,price,y\n45%,1,$12,5%\n12.5 %,7,-$3.5,6%\n7%,1,$ 7,-1e1%\n",
		"euros.tsv":    "a\tkind\tcost\n1\tb\t12 €\n2\ta\t1.5€\n3\tb\t-3 €\n",
		"trail.csv":    "a ,b,y\n1,2,3\n4,5,6\n",
		"lead.csv":     "a, b,y\n1, 2,3\n4,5,6\n",
		"line.csv":     "\"a\nb\",x2,y\n1,2,3\n4,5,6\n",
		"bare.csv":     "a,\u00a0,y\u00a0\n1,2,3\n4,5,6\n",
		"twice.csv":    "a,b,a,y\n1,2,3,4\n4,5,6,7\n",
		"marks.csv":    "a;y\n1\u00a0234;1\n2 345;2\n",
		"blank.csv":    "a;y\n1 234,5;1\n2 345;2\n",
		"old.csv":      "when,y\n2024-02-28,1\n1677-12-31,2\n",
		"long.csv":     "when,y\n1690-01-01,1\n2000-02-28,2\n",
		"late.csv":     "when,y\n2262-01-01,1\n2024-02-28,2\n",
		"limits.csv":   "when,at,y\n2261-12-31 23:59:59,1678-01-01,2\n2000-01,1900-01-01,3\n",
		"mixed.csv":    "g,x,y\n1,1,2\nmany,2,1\n2,7,1\n",
		"breaks.csv":   "g,x,kind\n\"a\nb\",1,u\n\"a\r\nb\",2,\"v\t\"\n\"c\td\",3,\"v\fw\"\n\" a b\",4,u\u0085v\n",
		"words.csv":    "g,x,y\nNull,1,2\na,#DIV/0!,3\na,5,NAN\nb,-9e2,4\nb,5,6\nnone,7,\n#N/A N/A,8,9\n,1,1\nb, Na,1\n",
		"class.csv":    "g,x,y\n#N/A N/A,1,2\na,2,3\nnone,5,4\n",
		"pgaps.csv":    "rate,when,y\n45%,2024-01-01,5\n,2024-01-02,6\n7%,NA,8\n9%,2023-12-31,9\n1%,2024-05-05,\n3%,2024-05-06,1\n",
		"western.csv":  "Stra\xdfe;Preis;y\nB\xfchl;12 \x80;1,5\nS\xfcd;7 \x80;2\nB\xfchl;8 \x80;3\n",
		"utf16.libsvm": "\xff\xfe1\x00 \x001\x00:\x002\x00\n\x002\x00 \x001\x00:\x003\x00\n\x00",
		"utf16.txt": "\xff\xfek\x00\xe4\x00\t\x00y\x00\n\x00a\x00\t\x001\x00\n\x00\xfc\x00\t\x002\x00\n\x00" +
			"a\x00\t\x003\x00\n\x00",
		"minus.csv": "a,y\n\u2212$3,1\n$4,2\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var files []*data.File
	var programs []string
	for _, c := range []struct {
		name   string
		choice data.Choice
	}{
		{"when.csv", data.Choice{}}, {"wheny.csv", data.Choice{}}, {"percent.csv", data.Choice{}},
		{"percent.csv", data.Choice{Target: "price"}},
		{"percent.csv", data.Choice{Categorical: []string{"b"}}}, {"euros.tsv", data.Choice{}},
		{"trail.csv", data.Choice{}}, {"lead.csv", data.Choice{}},
		{"line.csv", data.Choice{}}, {"bare.csv", data.Choice{}}, {"twice.csv", data.Choice{Columns: []string{"-3"}}},
		{"mixed.csv", data.Choice{Categorical: []string{"g"}}}, {"blank.csv", data.Choice{}}, {"limits.csv", data.Choice{}},
		{"breaks.csv", data.Choice{}}, {"class.csv", data.Choice{}},
		{"western.csv", data.Choice{}}, {"utf16.txt", data.Choice{}},
		{"words.csv", data.Choice{DropMissing: true}}, {"pgaps.csv", data.Choice{DropMissing: true}},
		{"plain.npy", data.Choice{}}, {"both.npz", data.Choice{}}, {"single.npz", data.Choice{}},
		{"list.libsvm", data.Choice{}},
	} {
		files = append(files, opened(t, filepath.Join(folder, c.name), c.choice))
		programs = append(programs, program(t, files[len(files)-1], filepath.Join(folder, c.name)))
	}
	script := "import json\nfor program in json.loads(input()):\n    exec(compile(program, program, 'exec'), {})\n"
	text, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("/usr/bin/python3", "-W", "error", "-c", script)
	command.Stdin = strings.NewReader(string(text) + "\n")
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	for i, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		checkRows(t, files[i], []byte(line), programs[i])
	}
	for _, name := range []string{"rows.arff", "fields.npy", "packed.npy.gz", "minus.csv", "marks.csv",
		"old.csv", "late.csv", "long.csv", "utf16.libsvm",
		"classes.npz"} {
		if path := filepath.Join(folder, name); readable(opened(t, path, data.Choice{})) != nil {
			t.Errorf("%s: Python is said to read it", name)
		}
	}
}

func opened(t *testing.T, path string, choice data.Choice) *data.File {
	t.Helper()
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	options := data.Options{MaxBytes: 1 << 28}
	switch filepath.Base(path) {
	case "words.csv":
		options.Missing = []string{"-900"}
	case "marks.csv", "blank.csv":
		options.Thousands = "blank"
	}
	table, err := data.ReadTable(context.Background(), in, path, options)
	if err != nil {
		t.Fatal(err)
	}
	file, err := table.File(choice)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// program returns what is printed to read the rows, and a line that prints these.
func program(t *testing.T, file *data.File, path string) string {
	t.Helper()
	r := readable(file)
	if r == nil {
		t.Fatalf("no Python code for %s", path)
	}
	s := &snippet{}
	pythonReaders[r.Table.Format](s, r, fmt.Sprintf("%q", path))
	return "import json\n" + s.text() + "print(json.dumps([X.tolist(), y.tolist()]))\n"
}

// TestProgramsRefuseOtherDigits: 1.0 beside texts is the text 1 in gramscope, where Python has 1.0.
func TestProgramsRefuseOtherDigits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "digits.csv")
	if err := os.WriteFile(path, []byte("g,x,y\n1.0,1,2\nmany,2,1\n2,7,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code := program(t, opened(t, path, data.Choice{Categorical: []string{"g"}}), path)
	out, err := exec.Command("/usr/bin/python3", "-c", code).CombinedOutput()
	if strings.Contains(string(out), "ModuleNotFoundError") {
		t.Skip("no NumPy or pandas")
	}
	if err == nil || !strings.Contains(string(out), "other digits") {
		t.Errorf("%v: %s\n%s", err, out, code)
	}
}

// checkRows compares X and y, as a program printed them, with the rows of the file that have no missing cell.
func checkRows(t *testing.T, file *data.File, out []byte, program string) {
	t.Helper()
	var X [][]float64
	var y []any
	if err := json.Unmarshal(out, &[]any{&X, &y}); err != nil {
		t.Fatalf("%v: %s\n%s", err, out, program)
	}
	want := file.Range(0, file.Table.Rows)
	k := 0
	for i := range want.Y {
		row := want.X.RawRowView(i)
		if slices.ContainsFunc(append(slices.Clone(row), want.Y[i]), func(v float64) bool { return v != v }) ||
			isGap(file, i) {
			continue
		}
		target := any(want.Y[i])
		if classes := file.Classes(); classes != nil {
			at, _, _ := file.Chosen()
			if target = classes[int(want.Y[i])]; file.Table.Column(at).Kind == data.Numeric {
				target = want.Y[i]
			}
		}
		if k >= len(X) || k >= len(y) || !slices.Equal(X[k], row) || y[k] != target {
			t.Fatalf("row %d: want %v and %v of Python's\n%v\n%v\n%s", i, row, target, X, y, program)
		}
		k++
	}
	if k != len(X) || k < 2 {
		t.Errorf("%d rows in Python, want %d\n%s", len(X), k, program)
	}
}

// isGap reports whether a row has a missing cell.
func isGap(file *data.File, row int) bool {
	return slices.Contains(file.Table.Preview(row+1, file.Table.Width())[row], "")
}
