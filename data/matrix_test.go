package data

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"gramscope/data/remedy"
)

// golden is what kernel.py computes of its matrix.
type goldenMatrix struct {
	Words     []string
	Diagonal  []float64 // of kernel_int.npy
	Row5      []float64
	Quotients []float64 `json:"distance_quotients"`
}

func readGoldenMatrix(t *testing.T) (g goldenMatrix) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(goldenFolder, "kernel.json"))
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func openedMatrix(t *testing.T, name string, choice Choice) *Table {
	t.Helper()
	table, err := OpenMatrix(t.Context(), filepath.Join(goldenFolder, name), nil, choice, Options{}, false)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestMatrixFormats: every format has the entries that NumPy wrote, in any columns, and numbers of .npy files
// are not in memory.
func TestMatrixFormats(t *testing.T) {
	want := readGoldenMatrix(t)
	for name, tolerance := range map[string]float64{
		"kernel_f8.npy": 0, "kernel_big.npy": 0, "kernel_fortran.npy": 0, "kernel.npz": 0, "kernel.npy.gz": 0,
		"kernel.csv": 0, "kernel_names.csv": 0,
		"kernel_f4.npy": 1e-7,
	} {
		table := openedMatrix(t, name, Choice{})
		m := table.Matrix
		if m.Rows != 24 || m.Columns != 24 || table.Width() != 1 || table.Rows != 24 {
			t.Fatalf("%s: %d×%d, %d columns", name, m.Rows, m.Columns, table.Width())
		}
		if inMemory := !strings.HasSuffix(name, ".npy"); inMemory != (m.cells != nil) {
			t.Errorf("%s: numbers in memory: %t", name, !inMemory)
		}
		for _, columns := range [][]int{sequence(0, 24), {7}, {23, 0, 5, 5}, {11, 12}} {
			got := make([]float64, len(columns))
			m.Row(got, 5, columns)
			for k, j := range columns {
				if math.Abs(got[k]-want.Row5[j]) > tolerance {
					t.Errorf("%s: entry 5, %d is %v, want %v", name, j, got[k], want.Row5[j])
				}
			}
		}
		for _, note := range table.Notes {
			if name != "kernel_names.csv" || !strings.Contains(note.Text, "names the rows") {
				t.Errorf("%s: %s", name, note)
			}
		}
	}
	counts := make([]float64, 1)
	for i, want := range want.Diagonal {
		if openedMatrix(t, "kernel_int.npy", Choice{}).Matrix.Row(counts, i, []int{i}); counts[0] != want {
			t.Errorf("a diagonal entry is %v, want %v", counts[0], want)
		}
	}
}

// TestMatrixQuotient: a matrix of distances is no kernel, and the note has its most negative Rayleigh quotient, here
// an eigenvalue by NumPy.
func TestMatrixQuotient(t *testing.T) {
	want := readGoldenMatrix(t).Quotients
	table := openedMatrix(t, "kernel_distance.npy", Choice{})
	if text := fmt.Sprint(table.Notes); !strings.Contains(text,
		fmt.Sprintf("quotient of %.3g was found, the largest is %.3g", want[0], want[1])) ||
		!strings.Contains(text, "zero diagonal of distances") || table.Notes[0].Remedies.For("indefinite") {
		t.Errorf("%s, want the quotients %v", text, want)
	}
	c := checker{m: table.Matrix, rows: sequence(0, 24)}
	least, largest := c.extremes()
	if math.Abs(least-want[0]) > 1e-9 || math.Abs(largest-want[1]) > 1e-9 {
		t.Errorf("eigenvalues %v and %v, want %v", least, largest, want)
	}
}

// TestMatrixQuotientOfPart: of many rows, the quotient is that of some, which is said.
func TestMatrixQuotientOfPart(t *testing.T) {
	content := matrixNPY("|u1", 600, 600, func(i, j int) float64 { return 2 - identityBut(nil)(i, j) })
	table, err := OpenMatrix(t.Context(), written(t, "k.npy", content), nil, Choice{}, Options{}, false)
	if err != nil || !strings.Contains(fmt.Sprint(table.Notes), "a Rayleigh quotient of -1 was found on 512 of its rows") {
		t.Errorf("%v, %v", table.Notes, err)
	}
}

// TestMatrixQuotientAtAnyScale: the quotients of an indefinite matrix are found whatever its scale is.
func TestMatrixQuotientAtAnyScale(t *testing.T) {
	for _, scale := range []float64{1e-300, 1e-130, 1, 1e300} {
		content := matrixNPY("<f8", 3, 3, func(i, j int) float64 { return scale * (1 + indicator(i != j)) })
		table, err := OpenMatrix(t.Context(), written(t, "k.npy", content), nil, Choice{}, Options{}, false)
		if want := fmt.Sprintf("quotient of %.3g was found, the largest is %.3g", -scale, 5*scale); err != nil ||
			!strings.Contains(fmt.Sprint(table.Notes), want) {
			t.Errorf("%g: %v, want a %s", scale, err, want)
		}
	}
}

// matrixNPY returns an array of n rows as an .npy file. The types are u1, f4 and f8.
func matrixNPY(descr string, n, d int, entry func(i, j int) float64) []byte {
	var out []byte
	for i := range n {
		for j := range d {
			switch descr {
			case "|u1":
				out = append(out, byte(entry(i, j)))
			case "<f4":
				out = binary.LittleEndian.AppendUint32(out, math.Float32bits(float32(entry(i, j))))
			default:
				out = binary.LittleEndian.AppendUint64(out, math.Float64bits(entry(i, j)))
			}
		}
	}
	return npy(descr, fmt.Sprintf("(%d, %d)", n, d), out)
}

func written(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// identityBut returns the identity with other entries.
func identityBut(entries map[[2]int]float64) func(i, j int) float64 {
	return func(i, j int) float64 {
		if v, ok := entries[[2]int{i, j}]; ok {
			return v
		}
		return indicator(i == j)
	}
}

// TestMatrixRefused: what is no kernel matrix is refused, with the place of the entry, what was expected and a
// remedy.
func TestMatrixRefused(t *testing.T) {
	type entries = map[[2]int]float64
	for what, c := range map[string]struct {
		name    string
		content []byte
		parts   []string
	}{
		"not symmetric": {"k.npy", matrixNPY("<f8", 300, 300,
			identityBut(entries{{3, 280}: 0.5, {280, 3}: 0.25, {7, 8}: 0.1})),
			[]string{"row 4, column 281 holds 0.5, and row 281, column 4 holds 0.25", "(K + K.T)/2"}},
		"rounding": {"k.npy", matrixNPY("<f8", 300, 300, identityBut(entries{{3, 280}: 0.5, {280, 3}: 0.5 + 1e-15})),
			nil},
		"rounding of 32 bits": {"k.npy", matrixNPY("<f4", 3, 3, identityBut(entries{{0, 2}: 0.5, {2, 0}: 0.500001})), nil},
		"NaN": {"k.npy", matrixNPY("<f8", 300, 300,
			identityBut(entries{{3, 280}: math.NaN(), {280, 3}: math.NaN()})), []string{"row 4, column 281 is NaN", "finite"}},
		"infinite": {"k.npy", matrixNPY("<f8", 3, 3, identityBut(entries{{2, 2}: math.Inf(1)})),
			[]string{"row 3, column 3 is +Inf"}},
		"diagonal": {"k.npy", matrixNPY("<f8", 3, 3, identityBut(entries{{1, 1}: -0.5})),
			[]string{"the diagonal is negative: row 2, column 2 holds -0.5", "exp(−D)"}},
		"not square": {"k.npy", matrixNPY("<f8", 3, 4, identityBut(nil)),
			[]string{"3 rows and 4 columns, expected as many columns as rows"}},
		"cut short": {"k.npy", matrixNPY("<f8", 30, 30, identityBut(nil))[:3000], []string{"cut short", "numpy.save"}},
		"too long":  {"k.npy", append(matrixNPY("<f8", 3, 3, identityBut(nil)), 0), []string{"more bytes"}},
		"complex": {"k.npy", bytes.Replace(matrixNPY("<f8", 3, 3, identityBut(nil)), []byte("<f8"), []byte("<c8"), 1),
			[]string{`type "<c8"`, "a.imag"}},
		"one row": {"k.npy", matrixNPY("<f8", 1, 1, identityBut(nil)), []string{"only 1 row"}},
		"a gap":   {"k.csv", []byte("1,0,0\n0,1,\n0,,1\n"), []string{"k.csv:2:5: missing value", `column "x3"`}},
		"a text":  {"k.csv", []byte("1,0,0\n0,1,b\n0,0,1\n"), []string{"k.csv:2:5: text (\"b\")"}},
		"texts":   {"k.csv", []byte("x,y\n1,a\n0,b\n"), []string{"k.csv:2:3: text (\"a\") in column \"y\""}},
		"numbered rows": {"k.csv", []byte("1,1,0\n2,0,1\n"),
			[]string{"2 rows and 3 columns", "remove the column that numbers the rows", "target"}},
		"numbers on top": {"k.csv", []byte("1,2\n1,0\n0,1\n"),
			[]string{"3 rows and 2 columns", "if the first line holds the columns' names"}},
		"names on top": {"k.csv", []byte("a,b\n1,0\n0,1\n"), nil},
	} {
		_, err := OpenMatrix(t.Context(), written(t, c.name, c.content), nil, Choice{}, Options{}, false)
		if (err == nil) != (c.parts == nil) {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if own := (*Error)(nil); err != nil && (!errors.As(err, &own) || own.Remedies == nil && what != "one row") {
			t.Errorf("%s: no remedy in %v", what, err)
		}
		for _, part := range c.parts {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v lacks %q", what, err, part)
			}
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := OpenMatrix(over, filepath.Join(goldenFolder, "kernel_f8.npy"), nil, Choice{}, Options{},
		false); !errors.Is(err, context.Canceled) {
		t.Errorf("opened under a context that is over: %v", err)
	}
	if _, err := OpenMatrix(t.Context(), filepath.Join(goldenFolder, "kernel.npz"), nil, Choice{}, Options{MaxBytes: 1000},
		false); err == nil || !strings.Contains(err.Error(), "memory") {
		t.Errorf("read into too little memory: %v", err)
	}
}

// TestLargeMatrixIsSampled: of more than 4096 rows some are checked, which is said; all are if asked for, and an
// entry that was not checked is when it is used.
func TestLargeMatrixIsSampled(t *testing.T) {
	const n = checkedRows + 10
	rng := rand.New(rand.NewPCG(1, n))
	seen := map[int]bool{}
	for _, i := range rng.Perm(n)[:sampledRows] {
		seen[i] = true
	}
	apart := slices.IndexFunc(sequence(0, n), func(i int) bool { return !seen[i] })
	content := matrixNPY("|u1", n, n, identityBut(map[[2]int]float64{{apart, n - 1}: 1}))
	path := written(t, "large.npy", content)
	table, err := OpenMatrix(t.Context(), path, nil, Choice{}, Options{}, false)
	if err != nil || !strings.Contains(fmt.Sprint(table.Notes), "256 of 4106 rows") {
		t.Fatalf("%v, %v", table, err)
	}
	if _, err := OpenMatrix(t.Context(), path, nil, Choice{}, Options{}, true); err == nil ||
		!strings.Contains(err.Error(), fmt.Sprintf("row %d, column %d", apart+1, n)) {
		t.Errorf("all entries: %v", err)
	}
	m, err := openNPY(written(t, "k.npy", matrixNPY("<f8", 3, 3, identityBut(map[[2]int]float64{{0, 2}: math.NaN()}))),
		true)
	if err != nil {
		t.Fatal(err)
	}
	failure := panicOf(func() { m.Row(make([]float64, 2), 0, []int{1, 2}) })
	if err, ok := remedy.Unreadable(failure); !ok || !strings.Contains(err.Error(), "row 1, column 3 is NaN") {
		t.Errorf("reading a NaN: %v", failure)
	}
}

func panicOf(f func()) (p any) {
	defer func() { p = recover() }()
	f()
	return nil
}

// TestShortenedMatrix: a file that is cut short while it is in use is an error that says so, at the row.
func TestShortenedMatrix(t *testing.T) {
	path := written(t, "k.npy", matrixNPY("<f8", 50, 50, identityBut(nil)))
	table, err := OpenMatrix(t.Context(), path, nil, Choice{}, Options{}, false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 5000); err != nil {
		t.Fatal(err)
	}
	for _, columns := range [][]int{{49}, sequence(0, 50)} {
		failure := panicOf(func() { table.Matrix.Row(make([]float64, 50), 40, columns) })
		if err, ok := remedy.Unreadable(failure); !ok ||
			!strings.Contains(err.Error(), "k.npy: row 41 can't be read: the file has become shorter") {
			t.Errorf("%v", failure)
		}
	}
}

// TestTargetOfMatrix: the target is the only column of a file with as many values as the matrix has rows. One value
// too many is no header, and a header is no value, so that no target moves to another row.
func TestTargetOfMatrix(t *testing.T) {
	numbers := func(n int) string { return strings.TrimSpace(strings.Repeat("1.5\n2\n", n/2)) + "\n" }
	for what, c := range map[string]struct {
		name, content, column, fault string
		classes                      int
	}{
		"numbers":     {"y.csv", numbers(24), "y", "", 0},
		"header":      {"y.csv", "energy\n" + numbers(24), "energy", "", 0},
		"one more":    {"y.csv", "2019\n" + numbers(24), "", "25 values, expected 24", 0},
		"one less":    {"y.csv", "energy\n" + numbers(24)[4:], "", `23 values below the header "energy", expected 24`, 0},
		"a text more": {"y.csv", "a\n" + strings.Repeat("a\nb\n", 12), "", "25 values, expected 24", 0},
		"a text less": {"y.csv", "kind\n" + strings.Repeat("a\nb\n", 12)[2:], "",
			`23 values below the header "kind", expected 24`, 0},
		"texts":      {"y.csv", strings.Repeat("a\nb\n", 12), "y", "", 2},
		"called row": {"y.csv", "row\n" + numbers(24), "target", "", 0},
		"too few": {"y.csv", numbers(22), "",
			"22 values, expected 24, one for each row of kernel_f8.npy; name another file", 0},
		"two columns": {"y.csv", strings.Repeat("1,2\n", 24), "", "2 columns, expected one", 0},
		"mixed":       {"y.csv", numbers(22) + "b\n1\n", "", "y.csv:23:1: text", 0},
		"a gap":       {"y.csv", numbers(22) + "nan\n1\n", "", "missing value", 0},
	} {
		path := written(t, c.name, []byte(c.content))
		table, err := OpenMatrix(t.Context(), filepath.Join(goldenFolder, "kernel_f8.npy"), nil, Choice{Target: path},
			Options{}, false)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%s: %v, want %q", what, err, c.fault)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		file, err := table.File(Choice{Target: path})
		if err != nil || file.Target() != c.column || len(file.Classes()) != c.classes || !file.Raw() || file.Dims() != 1 {
			t.Errorf("%s: target %q, %d classes, %v", what, file.Target(), len(file.Classes()), err)
		}
	}
	gaps := Choice{Target: written(t, "y.csv", []byte("y\n1\n"+strings.Repeat("nan\n", 23))), DropMissing: true}
	if _, err := openedMatrix(t, "kernel_f8.npy", gaps).File(gaps); err == nil ||
		!strings.Contains(told(err), "1 of 24 rows have no missing values, expected at least 2; correct the file") {
		t.Errorf("a target of one row: %v", told(err))
	}
	path := filepath.Join(goldenFolder, "kernel_y.npy")
	table := openedMatrix(t, "kernel_f8.npy", Choice{Target: path})
	for _, c := range []struct {
		choice Choice
		has    bool
		fault  string
	}{
		{Choice{Target: path}, true, ""}, {Choice{}, true, ""}, {Choice{Target: "kernel_y"}, true, ""},
		{Choice{Target: "2"}, true, ""}, {Choice{Target: "none"}, false, ""},
		{Choice{Target: "row"}, false, "their target or none"}, {Choice{Target: "other.npy"}, false, "no column is called"},
		{Choice{Columns: []string{"-row"}}, false, "no features"},
	} {
		file, err := table.File(c.choice)
		if c.fault != "" {
			if err == nil || !strings.Contains(err.Error(), c.fault) {
				t.Errorf("%+v: %v", c.choice, err)
			}
			continue
		}
		if err != nil || file.HasTarget() != c.has {
			t.Fatalf("%+v: %v", c.choice, err)
		}
		if _, again := file.Origin(); c.has && again.Target != path || !c.has && again.Target != "none" {
			t.Errorf("%+v: to be opened again with the target %q", c.choice, again.Target)
		}
	}
}

// TestTargetFileOfTable: a table takes its target from a file, too, which keeps its name beside a column of that name.
func TestTargetFileOfTable(t *testing.T) {
	path := written(t, "y.csv", []byte("5\n6\n7\n"))
	for header, want := range map[string]string{"a,b": "y", "a,y": path} {
		table := readString(t, header+"\n1,2\n2,3\n4,4\n", Options{})
		choice := Choice{Target: path}
		if err := table.WithTarget(t.Context(), choice, Options{Dialect: Dialect{SkipLines: 2}}); err != nil {
			t.Fatal(err)
		}
		file, err := table.File(choice)
		if err != nil {
			t.Fatal(err)
		}
		if first, _, err := file.Draw(3, 0, rand.New(rand.NewPCG(1, 1))); err != nil || file.Target() != want ||
			file.Dims() != 2 || floats.Sum(first.Y) != 18 {
			t.Errorf("%s: target %q, %d features, %v", header, file.Target(), file.Dims(), err)
		}
	}
}

// TestMatrixIsDrawn: sets hold row numbers from 1 and the matrix, in the order in which a table of points of
// the same size is drawn.
func TestMatrixIsDrawn(t *testing.T) {
	file, err := openedMatrix(t, "kernel_f8.npy",
		Choice{Target: filepath.Join(goldenFolder, "kernel_y.npy")}).File(Choice{})
	if err != nil {
		t.Fatal(err)
	}
	words := readGoldenMatrix(t).Words
	train, test, err := file.Draw(15, 0.25, rand.New(rand.NewPCG(1, 1)))
	if err != nil || train.Matrix != file.Table.Matrix || test.Matrix != train.Matrix || MatrixOf(file) != train.Matrix {
		t.Fatal(err)
	}
	var text strings.Builder
	for i := range 24 {
		fmt.Fprintf(&text, "%d,0\n", i+1)
	}
	points, err := ReadTable(t.Context(), strings.NewReader(text.String()), "x.csv", Options{})
	if err != nil {
		t.Fatal(err)
	}
	other, err := points.File(Choice{})
	if err != nil {
		t.Fatal(err)
	}
	same, _, err := other.Draw(15, 0.25, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range 15 {
		if row := int(train.X.At(i, 0)); train.Y[i] != float64(len(words[row-1])) || same.X.At(i, 0) != float64(row) {
			t.Errorf("row %d is %d with the target %v, of points it is %v", i, row, train.Y[i], same.X.At(i, 0))
		}
	}
	if first := file.Table.Preview(2, 1); first[1][0] != "2" {
		t.Errorf("the second row is called %s", first[1][0])
	}
	list := written(t, "landmarks.csv", []byte("row\n3\n24\n"))
	with, _, err := WithLandmarks(t.Context(), file, list, Options{})
	if err != nil || with.Landmarks().X.At(0, 0) != 3 || with.Landmarks().X.At(1, 0) != 24 {
		t.Errorf("landmarks by number: %v", err)
	}
	if _, _, err := WithLandmarks(t.Context(), file, written(t, "l.csv", []byte("row\n3\n25\n")), Options{}); err == nil ||
		!strings.Contains(err.Error(), "from 1 to 24") {
		t.Errorf("the landmark 25 of 24: %v", err)
	}
}

// TestEntriesFarApart: entries of a long row are those of their columns, whether or not all between them are read.
func TestEntriesFarApart(t *testing.T) {
	const n = 4000
	content := matrixNPY("<f8", 2, n, func(i, j int) float64 { return float64(n*i + j) })
	m, err := openNPY(written(t, "k.npy", content), false)
	if err != nil {
		t.Fatal(err)
	}
	for _, columns := range [][]int{{3999, 2}, {5, 3000, 8}, {0, 7, 9}} {
		got := make([]float64, len(columns))
		m.Row(got, 1, columns)
		for k, j := range columns {
			if got[k] != float64(n+j) {
				t.Errorf("%v: entry %d is %v", columns, j, got[k])
			}
		}
	}
}

// TestCross: a matrix of new points with others has any shape, and its rows are rows in either order of the
// file.
func TestCross(t *testing.T) {
	row := matrixNPY("<f8", 2, 3, func(i, j int) float64 { return float64(10*i + j) })
	column := bytes.Replace(matrixNPY("<f8", 3, 2, func(i, j int) float64 { return float64(i + 10*j) }),
		[]byte("False, 'shape': (3, 2)"), []byte("True, 'shape': (2, 3)"), 1)
	column[8]-- // the header is shorter by a letter
	for name, content := range map[string][]byte{"row.npy": row, "column.npy": column,
		"c.csv": []byte("0,1,2\n10,11,12\n"), "names.csv": []byte(",a,b,c\nx,0,1,2\ny,10,11,12\n")} {
		m, table, err := OpenCross(t.Context(), written(t, name, content), nil, Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := make([]float64, 2)
		if m.Row(got, 1, []int{2, 0}); m.Rows != 2 || m.Columns != 3 || table.Rows != 2 || got[0] != 12 || got[1] != 10 {
			t.Errorf("%s: %d×%d, the second row has %v", name, m.Rows, m.Columns, got)
		}
	}
}
