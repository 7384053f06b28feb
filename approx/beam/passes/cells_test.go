package passes

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gramscope/data"
)

// byRows returns what kinds and coded make of a text.
func byRows(t *testing.T, text string, choice data.Choice) (data.Coding, [][]float64, []float64) {
	t.Helper()
	open := func() *part { return openPart(t, "test.csv", text) }
	p := open()
	found, err := newKinds(p, choice)
	if err != nil {
		t.Fatal(err)
	}
	for p.next() == nil {
		if p.bad != nil {
			t.Fatal(p.bad)
		}
		found.add(p)
	}
	coding, err := found.coding(choice)
	if err != nil {
		t.Fatal(err)
	}
	var x [][]float64
	var y []float64
	for p = open(); p.next() == nil; {
		if choice.DropMissing && p.misses(used(coding)) {
			continue
		}
		row := make([]float64, len(coding.Features()))
		v, bad := p.coded(coding, row)
		if bad != nil {
			t.Fatal(bad)
		}
		x, y = append(x, row), append(y, v)
	}
	return coding, x, y
}

func openPart(t *testing.T, name, text string) *part {
	t.Helper()
	rows, err := data.NewRows(strings.NewReader(text), name, data.Dialect{})
	if err != nil {
		t.Fatal(err)
	}
	return &part{Rows: rows, path: name}
}

func readString(t *testing.T, text string) *data.Table {
	t.Helper()
	table, err := data.ReadTable(context.Background(), strings.NewReader(text), "test.csv", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
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
			choice := data.Choice{}
			switch name {
			case "target first":
				choice.Target = "y"
			case "categorical":
				choice.Categorical = []string{"2", "y"}
			}
			coding, x, y := byRows(t, text, choice)
			table := readString(t, text)
			file, err := table.File(choice)
			if err != nil {
				t.Fatal(err)
			}
			want, err := file.Coding()
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(coding.Features(), want.Features()) || coding.Target.Name != want.Target.Name ||
				!slices.Equal(coding.Target.Texts, want.Target.Texts) || coding.Width != want.Width {
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
	choice := data.Choice{DropMissing: true, Columns: []string{"-b"}}
	coding, x, y := byRows(t, text, choice)
	file, err := readString(t, text).File(choice)
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
	p := openPart(t, "part.csv", "a,k,y\n1,u,2\n3,u\n,u,1\nx,u,2\n1e999,u,2\n2,w,2\n2,v,2\n1\"2,u,2\n7,v,8\n7,v,-1e300\n")
	coding := data.Coding{Columns: []data.CodedColumn{{Name: "a", Number: 1},
		{Name: "k", Number: 2, Texts: []string{"u", "v"}}}, Target: data.CodedColumn{Name: "y", Number: 3}, Width: 3}
	want := []string{
		"", "part.csv:3: 2 cells in this line", `part.csv:4:1: missing value ("") in column "a"`,
		`part.csv:5:1: text ("x") in column "a"`,
		`part.csv:6:1: infinite or too large for 64 bits ("1e999") in column "a"`,
		`part.csv:7:3: unknown value ("w") in column "k"`, "", "part.csv:9:2: a quote inside a cell", "",
		`part.csv:11:5: too large to be squared in 64 bits ("-1e300") in column "y", expected a number of at most 1e+150 in size`,
	}
	var y []float64
	for i := 0; ; i++ {
		err := p.next()
		bad := p.bad
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
			if v, bad = p.coded(coding, make([]float64, 3)); bad == nil {
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
	if empty := openPart(t, "empty.csv", ""); empty.Names != nil || empty.next() != io.EOF {
		t.Errorf("an empty part: %v", empty)
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
		"to the end":    {"a,y\n1,2\n\"3,4\n5,6\n7,8\n", []badRow{{3, 3, "a quoted cell is not closed properly"}}, 1},
		"to a quote":    {"a,y\n\"3,4\n5,6\n\"7\",8\n1,2\n", []badRow{{2, 3, "a quoted cell is not closed properly"}}, 1},
		"the last line": {"a,y\n1,2\n\"3,4", []badRow{{3, 1, "a quoted cell is not closed properly"}}, 1},
		"too few cells": {"a,y\n\"3,4\n5,6\n7,8\"\n1,2\n", []badRow{{2, 3, "1 cell in this line"}}, 1},
		"no number":     {"a,y\n\"3,4\n5,6\n7\",8\n1,2\n", []badRow{{2, 3, "text ("}}, 1},
		"one after other": {"a,y\n1\"0,2\n\"3\"4,5\n1,2\n",
			[]badRow{{2, 1, "a quote inside a cell"}, {3, 1, "a quoted cell"}}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			p := openPart(t, "part.csv", c.text)
			coding := data.Coding{Columns: []data.CodedColumn{{Name: "a", Number: 1}},
				Target: data.CodedColumn{Name: "y", Number: 2}, Width: 2}
			good := 0
			for err := p.next(); err != io.EOF; err = p.next() {
				if err != nil {
					t.Fatal(err)
				}
				bad := p.bad
				if bad == nil {
					_, bad = p.coded(coding, make([]float64, 1))
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
				if p.line() != want.line || bad.Line != want.line || p.lines() != want.lines ||
					!strings.Contains(bad.Error(), want.why) {
					t.Errorf("line %d, %d lines, %v, want %+v", p.line(), p.lines(), bad, want)
				}
			}
			if good != c.good || len(c.want) > 0 {
				t.Errorf("%d good rows, want %d; %v are not bad", good, c.good, c.want)
			}
		})
	}
}

func kindsOf(t *testing.T, name, text string) *kinds {
	t.Helper()
	p := openPart(t, name, text)
	k, err := newKinds(p, data.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	for p.next() == nil {
		if p.bad == nil {
			k.add(p)
		}
	}
	return k
}

// Merged parts, some of them empty, give the same as all rows in one file, in any order.
func TestKindsMerge(t *testing.T) {
	parts := []string{"a,k,y\n1,u,2\n", "", "a,k,y\n", "a,k,y\n3,w,1\nx,u,2\n", "a,k,y\n2,v,2\n"}
	all := kindsOf(t, "0", "a,k,y\n1,u,2\n3,w,1\nx,u,2\n2,v,2\n")
	for range 10 {
		merged := &kinds{}
		for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(len(parts)) {
			if err := merged.merge(kindsOf(t, string(rune('0'+i)), parts[i])); err != nil {
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
	coding, err := all.coding(data.Choice{})
	if err != nil || !slices.Equal(coding.Features(), []string{"a", "k=u", "k=v", "k=w"}) {
		t.Errorf("%v, %v: a column with a number is one of numbers", coding.Features(), err)
	}
	if err := all.merge(kindsOf(t, "b", "a,z,y\n1,2,3\n")); err == nil ||
		!strings.Contains(err.Error(), "the same columns") {
		t.Errorf("other names: %v", err)
	}
	if err := all.merge(kindsOf(t, "b", "1,2\n")); err == nil {
		t.Error("another width passes")
	}
	var many strings.Builder
	many.WriteString("id,y\n")
	for i := range 60 {
		many.WriteString("w" + strings.Repeat("x", i) + ",1\n")
	}
	if _, err := kindsOf(t, "c", many.String()).coding(data.Choice{}); err == nil ||
		!strings.Contains(err.Error(), "looks like an id") {
		t.Errorf("sixty texts: %v", err)
	}
	classes := "x,y\n"
	for i := range 1001 {
		classes += fmt.Sprintf("1,c%d\n", i)
	}
	if _, err := kindsOf(t, "c", classes).coding(data.Choice{}); err == nil ||
		!strings.Contains(err.Error(), `the target "y" has more than 1000`) {
		t.Errorf("1001 classes: %v", err)
	}
	if _, err := newKinds(openPart(t, "c", "a,y\n1,2\n"), data.Choice{Categorical: []string{"b"}}); err == nil ||
		!strings.Contains(err.Error(), `"b"`) {
		t.Errorf("a categorical column that there is not: %v", err)
	}
}

// The moments of parts are those of all rows in memory.
func TestMoments(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(500, 4, nil)
	for i := range 500 {
		x.SetRow(i, []float64{rng.NormFloat64(), 1e6 + rng.Float64(), 7.1, 1e-160 * rng.NormFloat64()})
	}
	want, _ := data.NewScaling(&data.Set{X: x, Columns: []string{"a", "b", "c", "d"}})
	for _, cuts := range [][]int{{0, 500}, {0, 1, 1, 200, 499, 500}} {
		var all moments
		for p := 1; p < len(cuts); p++ {
			var one moments
			for i := cuts[p-1]; i < cuts[p]; i++ {
				one.add(x.RawRowView(i))
			}
			all.merge(&one)
		}
		got, warnings, err := all.scaling([]string{"a", "b", "c"})
		if err != nil || len(warnings) != 1 || all.Rows != 500 {
			t.Fatalf("%v, %v, %d rows", err, warnings, all.Rows)
		}
		for j := range 3 {
			if math.Abs(got.Mean[j]-want.Mean[j]) > 1e-14*math.Max(1, math.Abs(want.Mean[j])) ||
				math.Abs(got.Deviation[j]-want.Deviation[j]) > 1e-9*want.Deviation[j] {
				t.Errorf("column %d: %v ± %v, want %v ± %v", j, got.Mean[j], got.Deviation[j], want.Mean[j], want.Deviation[j])
			}
		}
	}
	var huge moments
	huge.add([]float64{1e200})
	huge.add([]float64{-1e200})
	if _, _, err := huge.scaling([]string{"a"}); err == nil {
		t.Error("squares that overflow pass")
	}
}

// Parts with an id column are refused by its error; nothing walks through rows that are not kept.
func TestKindsOfIds(t *testing.T) {
	text := "id,same,y\n"
	for i := range 60 {
		text += fmt.Sprintf("i%d,u,%d\n", i, i%7)
	}
	_, err := kindsOf(t, "p.csv", text).coding(data.Choice{})
	if err == nil || !strings.Contains(err.Error(), `column "id" has 60 different texts`) {
		t.Errorf("%v", err)
	}
}

// TestConstantInEveryPart: a column with one value in each part is constant only where these are
// the same.
func TestConstantInEveryPart(t *testing.T) {
	for _, c := range []struct{ first, second, deviation float64 }{{1, 3, 1}, {3, 1, 1}, {2, 2, 0}} {
		var all moments
		for _, v := range []float64{c.first, c.second} {
			var one moments
			one.add([]float64{v})
			one.add([]float64{v})
			all.merge(&one)
		}
		s, warnings, err := all.scaling([]string{"a"})
		if err != nil || s.Deviation[0] != c.deviation || s.Mean[0] != (c.first+c.second)/2 ||
			(len(warnings) > 0) != (c.deviation == 0) {
			t.Errorf("%v and %v: %+v, %v, %v", c.first, c.second, s, warnings, err)
		}
	}
}
