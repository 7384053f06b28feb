package data

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// byRows returns the results of Rows, Kinds and Coded for a text.
func byRows(t *testing.T, text string, choice Choice) (Coding, [][]float64, []float64) {
	t.Helper()
	open := func() *Rows {
		rows, err := NewRows(strings.NewReader(text), "test.csv", Dialect{})
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	rows := open()
	kinds, err := NewKinds(rows, choice)
	if err != nil {
		t.Fatal(err)
	}
	for {
		bad, err := rows.Next()
		if err == io.EOF {
			break
		}
		if err != nil || bad != nil {
			t.Fatal(bad, err)
		}
		kinds.Add(rows)
	}
	coding, err := kinds.Coding(choice)
	if err != nil {
		t.Fatal(err)
	}
	var x [][]float64
	var y []float64
	for rows = open(); ; {
		if _, err := rows.Next(); err == io.EOF {
			return coding, x, y
		}
		if choice.DropMissing && rows.Misses(coding) {
			continue
		}
		row := make([]float64, len(coding.Features()))
		v, bad := rows.Coded(coding, row)
		if bad != nil {
			t.Fatal(bad)
		}
		x, y = append(x, row), append(y, v)
	}
}

// Reading row by row gives the same as reading the whole table.
func TestRowsAreThoseOfTheTable(t *testing.T) {
	sixty := "a,y\n"
	for i := range 60 {
		sixty += fmt.Sprintf("%d,c%d\n", i, i)
	}
	for name, text := range map[string]string{
		"plain":         "a,b,y\n1,2,3\n4,5,6\n",
		"no header":     "1,2,3\n4,5,6\n",
		"text":          "kind,size,y\nred,1,1\nblue,2.5,2\n\"a, b\",3,4\nred,1e3,5\n",
		"comments":      "# a b y\n1 2 3\n4 5 6\n",
		"decimal comma": "a;b;y\n1,5;2;3\n4;5,25;6\n",
		"byte order":    "\ufeffa,y\r\n1,2\r\n\r\n3,4\r\n",
		"gzip":          zipped("a,y\n1,2\n3,4\n"),
		"target first":  "y,a\n1,2\n3,4\n",
		"class target":  "a,y\n1,no\n3,yes\n2,no\n",
		"sixty classes": sixty,
		"categorical":   "a,code,y\n1,7,0\n2,1e1,1\n3,7.0,x\n4,b,1\n",
	} {
		t.Run(name, func(t *testing.T) {
			choice := Choice{}
			switch name {
			case "target first":
				choice.Target = "y"
			case "categorical":
				choice.Categorical = []string{"2", "y"}
			}
			coding, x, y := byRows(t, text, choice)
			table := readString(t, text, Options{})
			file, err := table.File(choice)
			if err != nil {
				t.Fatal(err)
			}
			want, err := file.Coding()
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(coding.Features(), want.Features()) || coding.Target.Name != want.Target.Name || !slices.Equal(coding.Target.Texts, want.Target.Texts) || coding.Width != want.Width {
				t.Errorf("coding %+v, want %+v", coding, want)
			}
			matched, err := table.Match(want, true)
			if err != nil {
				t.Fatal(err)
			}
			set := matched.Range(0, matched.Rows())
			for i, row := range x {
				if !slices.Equal(row, set.X.RawRowView(i)) || y[i] != set.Y[i] {
					t.Errorf("row %d: %v → %v, want %v → %v", i, row, y[i], set.X.RawRowView(i), set.Y[i])
				}
			}
			if n, _ := set.X.Dims(); len(x) != n {
				t.Errorf("%d rows, want %d", len(x), n)
			}
		})
	}
}

// Rows that miss a value in use are left out as a table leaves them out, and their texts count for nothing.
func TestRowsDropMissing(t *testing.T) {
	const text = "a,k,b,y\n1,u,?,3\n,v,1,4\n2,w,1,na\n5,x,1,6\n7,u,3,8\n"
	choice := Choice{DropMissing: true, Columns: []string{"-b"}}
	coding, x, y := byRows(t, text, choice)
	file, err := readString(t, text, Options{}).File(choice)
	if err != nil {
		t.Fatal(err)
	}
	want, err := file.Coding()
	if err != nil {
		t.Fatal(err)
	}
	set, _, err := file.Draw(3, 0, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(coding.Features(), want.Features()) || len(x) != 3 {
		t.Errorf("%d rows of %v, want 3 of %v", len(x), coding.Features(), want.Features())
	}
	for i, row := range x {
		found := false
		for k := range 3 {
			found = found || slices.Equal(row, set.X.RawRowView(k)) && y[i] == set.Y[k]
		}
		if !found {
			t.Errorf("row %v → %v is none of the table", row, y[i])
		}
	}
}

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// A bad row is reported with its place and the reason; the rows after it are read.
func TestRowsGoOnAfterBadOnes(t *testing.T) {
	rows, err := NewRows(strings.NewReader("a,k,y\n1,u,2\n3,u\n,u,1\nx,u,2\n1e999,u,2\n2,w,2\n2,v,2\n1\"2,u,2\n7,v,8\n7,v,-1e300\n"), "part.csv", Dialect{})
	if err != nil {
		t.Fatal(err)
	}
	coding := Coding{Columns: []CodedColumn{{Name: "a", Number: 1}, {Name: "k", Number: 2, Texts: []string{"u", "v"}}}, Target: CodedColumn{Name: "y", Number: 3}, Width: 3}
	want := []string{
		"", "part.csv:3: 2 cells in this line", `part.csv:4:1: missing value ("") in column "a"`, `part.csv:5:1: text ("x") in column "a"`,
		`part.csv:6:1: infinite or too large for 64 bits ("1e999") in column "a"`, `part.csv:7:3: unknown value ("w") in column "k"`, "", "part.csv:9:2: a quote inside a cell", "",
		`part.csv:11:5: too large to be squared in 64 bits ("-1e300") in column "y", expected a number of at most 1e+150 in size`,
	}
	var y []float64
	for i := 0; ; i++ {
		bad, err := rows.Next()
		if err == io.EOF {
			if i != len(want) {
				t.Errorf("%d rows, want %d", i, len(want))
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		v := 0.0
		if bad == nil {
			if v, bad = rows.Coded(coding, make([]float64, 3)); bad == nil {
				y = append(y, v)
			}
		}
		switch {
		case bad == nil && want[i] != "", bad != nil && (want[i] == "" || !strings.HasPrefix(bad.Error(), want[i])):
			t.Errorf("row %d: %v, want %q", i, bad, want[i])
		}
	}
	if !slices.Equal(y, []float64{2, 2, 8}) {
		t.Errorf("targets %v", y)
	}
	if rows, err := NewRows(strings.NewReader(""), "empty.csv", Dialect{}); err != nil || rows.Names != nil {
		t.Errorf("an empty part: %v, %v", rows, err)
	} else if _, err := rows.Next(); err != io.EOF {
		t.Errorf("an empty part goes on with %v", err)
	}
}

// A quote that is not closed makes one bad row of all lines down to the next quote or to the end, which the row
// counts, wherever it is noticed: by the reader of CSV, by the number of cells, or by their values.
func TestRowsWithOpenQuotes(t *testing.T) {
	type badRow struct {
		line, lines int
		why         string
	}
	for name, c := range map[string]struct {
		text string
		want []badRow
		good int
	}{
		"to the end":      {"a,y\n1,2\n\"3,4\n5,6\n7,8\n", []badRow{{3, 3, "a quoted cell is not closed properly"}}, 1},
		"to a quote":      {"a,y\n\"3,4\n5,6\n\"7\",8\n1,2\n", []badRow{{2, 3, "a quoted cell is not closed properly"}}, 1},
		"the last line":   {"a,y\n1,2\n\"3,4", []badRow{{3, 1, "a quoted cell is not closed properly"}}, 1},
		"too few cells":   {"a,y\n\"3,4\n5,6\n7,8\"\n1,2\n", []badRow{{2, 3, "1 cells in this line"}}, 1},
		"no number":       {"a,y\n\"3,4\n5,6\n7\",8\n1,2\n", []badRow{{2, 3, "text ("}}, 1},
		"one after other": {"a,y\n1\"0,2\n\"3\"4,5\n1,2\n", []badRow{{2, 1, "a quote inside a cell"}, {3, 1, "a quoted cell"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			rows, err := NewRows(strings.NewReader(c.text), "part.csv", Dialect{})
			if err != nil {
				t.Fatal(err)
			}
			coding := Coding{Columns: []CodedColumn{{Name: "a", Number: 1}}, Target: CodedColumn{Name: "y", Number: 2}, Width: 2}
			good := 0
			for bad, err := rows.Next(); err != io.EOF; bad, err = rows.Next() {
				if err != nil {
					t.Fatal(err)
				}
				if bad == nil {
					_, bad = rows.Coded(coding, make([]float64, 1))
				}
				if bad == nil {
					good++
					continue
				}
				if len(c.want) == 0 {
					t.Fatalf("unexpected: %v", bad)
				}
				want := c.want[0]
				c.want = c.want[1:]
				if rows.Line() != want.line || bad.Line != want.line || rows.Lines() != want.lines || !strings.Contains(bad.Error(), want.why) {
					t.Errorf("line %d, %d lines, %v, want %+v", rows.Line(), rows.Lines(), bad, want)
				}
			}
			if good != c.good || len(c.want) > 0 {
				t.Errorf("%d good rows, want %d; %v are not bad", good, c.good, c.want)
			}
		})
	}
}

func kindsOf(t *testing.T, name, text string) *Kinds {
	t.Helper()
	rows, err := NewRows(strings.NewReader(text), name, Dialect{})
	if err != nil {
		t.Fatal(err)
	}
	k, err := NewKinds(rows, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for {
		if bad, err := rows.Next(); err != nil {
			return k
		} else if bad == nil {
			k.Add(rows)
		}
	}
}

// Merged parts, some of them empty, give the same as all rows in one file, in any order.
func TestKindsMerge(t *testing.T) {
	parts := []string{"a,k,y\n1,u,2\n", "", "a,k,y\n", "a,k,y\n3,w,1\nx,u,2\n", "a,k,y\n2,v,2\n"}
	all := kindsOf(t, "0", "a,k,y\n1,u,2\n3,w,1\nx,u,2\n2,v,2\n")
	for range 10 {
		merged := &Kinds{}
		for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(parts)) {
			if err := merged.Merge(kindsOf(t, string(rune('0'+i)), parts[i])); err != nil {
				t.Fatal(err)
			}
		}
		if merged.Rows != all.Rows || merged.File != "0" {
			t.Errorf("%d rows from %s", merged.Rows, merged.File)
		}
		for j, c := range all.Columns {
			if merged.Columns[j].Numbers != c.Numbers || !slices.Equal(merged.Columns[j].Texts, c.Texts) {
				t.Errorf("column %d: %+v, want %+v", j, merged.Columns[j], c)
			}
		}
	}
	coding, err := all.Coding(Choice{})
	if err != nil || !slices.Equal(coding.Features(), []string{"a", "k=u", "k=v", "k=w"}) {
		t.Errorf("%v, %v: a column with a number is one of numbers", coding.Features(), err)
	}
	if err := all.Merge(kindsOf(t, "b", "a,z,y\n1,2,3\n")); err == nil || !strings.Contains(err.Error(), "the same columns") {
		t.Errorf("other names: %v", err)
	}
	if err := all.Merge(kindsOf(t, "b", "1,2\n")); err == nil {
		t.Error("another width passes")
	}
	var many strings.Builder
	many.WriteString("id,y\n")
	for i := range 60 {
		many.WriteString("w" + strings.Repeat("x", i) + ",1\n")
	}
	if _, err := kindsOf(t, "c", many.String()).Coding(Choice{}); err == nil || !strings.Contains(err.Error(), "looks like an id") {
		t.Errorf("sixty texts: %v", err)
	}
	classes := "x,y\n"
	for i := range 1001 {
		classes += fmt.Sprintf("1,c%d\n", i)
	}
	if _, err := kindsOf(t, "c", classes).Coding(Choice{}); err == nil || !strings.Contains(err.Error(), `the target "y" has more than 1000`) {
		t.Errorf("1001 classes: %v", err)
	}
	rows, err := NewRows(strings.NewReader("a,y\n1,2\n"), "c", Dialect{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewKinds(rows, Choice{Categorical: []string{"b"}}); err == nil || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("a categorical column that there is not: %v", err)
	}
}

// Moments of parts are those of all rows in memory.
func TestMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(500, 4, nil)
	for i := range 500 {
		x.SetRow(i, []float64{rng.NormFloat64(), 1e6 + rng.Float64(), 7.1, 1e-160 * rng.NormFloat64()})
	}
	want, _ := NewScaling(&Set{X: x, Columns: []string{"a", "b", "c", "d"}})
	for _, cuts := range [][]int{{0, 500}, {0, 1, 1, 200, 499, 500}} {
		var all Moments
		for p := 1; p < len(cuts); p++ {
			var part Moments
			for i := cuts[p-1]; i < cuts[p]; i++ {
				part.Add(x.RawRowView(i))
			}
			all.Merge(&part)
		}
		got, warnings, err := all.Scaling([]string{"a", "b", "c"})
		if err != nil || len(warnings) != 1 || all.Rows != 500 {
			t.Fatalf("%v, %v, %d rows", err, warnings, all.Rows)
		}
		for j := range 3 {
			if math.Abs(got.Mean[j]-want.Mean[j]) > 1e-14*math.Max(1, math.Abs(want.Mean[j])) || math.Abs(got.Deviation[j]-want.Deviation[j]) > 1e-9*want.Deviation[j] {
				t.Errorf("column %d: %v ± %v, want %v ± %v", j, got.Mean[j], got.Deviation[j], want.Mean[j], want.Deviation[j])
			}
		}
	}
	var huge Moments
	huge.Add([]float64{1e200})
	huge.Add([]float64{-1e200})
	if _, _, err := huge.Scaling([]string{"a"}); err == nil {
		t.Error("squares that overflow pass")
	}
}

// Parts with an id column are refused by its error; nothing walks through rows that Kinds do not keep.
func TestKindsOfIds(t *testing.T) {
	text := "id,same,y\n"
	for i := range 60 {
		text += fmt.Sprintf("i%d,u,%d\n", i, i%7)
	}
	_, err := kindsOf(t, "p.csv", text).Coding(Choice{})
	if err == nil || !strings.Contains(told(err), `column "id" has 60 different texts`) {
		t.Errorf("%v", err)
	}
}
