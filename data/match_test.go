package data

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

const trees = "kind,height,id,age,class\noak,3,7,1.5,old\nfir,4,8,2,young\noak,5,9,-1,old\nelm,6,10,0,young\n"

// codingOf returns the coding of a text for a choice.
func codingOf(t testing.TB, text string, choice Choice) Coding {
	t.Helper()
	file, err := load([]byte(text), "train.csv", Options{}, choice)
	if err != nil {
		t.Fatal(err)
	}
	c, err := file.Coding()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func match(text, name string, opts Options, c Coding, withTarget bool) (*File, error) {
	table, err := ReadTable(context.Background(), strings.NewReader(text), name, opts)
	if err != nil {
		return nil, err
	}
	return table.Match(c, withTarget)
}

// TestAnotherSign: numbers without the sign that they had in training are taken as they stand, and a note says so.
func TestAnotherSign(t *testing.T) {
	c := codingOf(t, "p,y\n10%,1\n20%,2\n35%,3\n", Choice{})
	for text, want := range map[string]string{
		"p\n10%\n20%\n":   "",
		"p\n0.10\n0.20\n": `column "p" has nothing beside its numbers, and had % in training`,
		"p\n$10\n$20\n":   `column "p" has $ beside its numbers, and had % in training`,
	} {
		f, err := match(text, "new.csv", Options{}, c, false)
		if err != nil {
			t.Fatal(err)
		}
		if notes := strings.Join(toldNotes(f.Notes()), "\n"); notes != want {
			t.Errorf("%q: %s", text, notes)
		}
	}
}

func TestCoding(t *testing.T) {
	c := codingOf(t, trees, Choice{Columns: []string{"-id"}})
	want := Coding{
		Columns: []CodedColumn{{Name: "kind", Number: 1, Texts: []string{"elm", "fir", "oak"}}, {Name: "height", Number: 2},
			{Name: "age", Number: 4}},
		Target: CodedColumn{Name: "class", Number: 5, Texts: []string{"old", "young"}},
		Width:  5,
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("coding %+v", c)
	}
	file, err := load([]byte(trees), "train.csv", Options{}, Choice{Columns: []string{"-id"}})
	if err != nil {
		t.Fatal(err)
	}
	if set := drawAll(t, file); !reflect.DeepEqual(c.Features(), set.Columns) {
		t.Errorf("features %v, columns of X %v", c.Features(), set.Columns)
	}
	twice, err := load([]byte("a,b,b,y\n1,2,3,4\n2,3,4,5\n"), "f.csv", Options{}, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := twice.Coding(); err == nil || !strings.Contains(err.Error(), `columns 2 and 3 are both called "b"`) {
		t.Errorf("two columns b: %v", err)
	}
}

// TestMatchTraining: matched with its own coding, a table gives the rows that a
// draw of all gives, in the order of the file, whatever became of the columns.
func TestMatchTraining(t *testing.T) {
	for _, choice := range []Choice{{}, {Columns: []string{"-id", "-kind"}}, {Target: "kind"},
		{Target: "age", Categorical: []string{"id", "height"}}, {Target: "none"}} {
		file, err := load([]byte(trees), "train.csv", Options{}, choice)
		if err != nil {
			t.Fatal(err)
		}
		want := file.set([]int32{0, 1, 2, 3})
		c := codingOf(t, trees, choice)
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var again Coding
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		headless := trees[strings.Index(trees, "\n")+1:]
		for _, input := range []struct {
			text string
			opts Options
		}{{trees, Options{}}, {headless, Options{Dialect: Dialect{Header: HeaderNo}}}} {
			m, err := match(input.text, "new.csv", input.opts, again, file.HasTarget())
			if err != nil {
				t.Fatal(err)
			}
			got := m.Range(0, m.Rows())
			if !mat.Equal(got.X, want.X) || !reflect.DeepEqual(got.Y, want.Y) || !reflect.DeepEqual(got.Columns, want.Columns) ||
				!reflect.DeepEqual(got.Classes, want.Classes) {
				t.Errorf("%+v: got %v %v %v %v, want %v %v %v %v", choice, got.X, got.Y, got.Columns, got.Classes, want.X, want.Y,
					want.Columns, want.Classes)
			}
			if part := m.Range(1, 3); !mat.Equal(part.X, want.X.Slice(1, 3, 0, len(want.Columns))) {
				t.Errorf("rows 1 and 2: %v", part.X)
			}
		}
	}
}

func TestMatch(t *testing.T) {
	// of columns 1, 4 of 5, target 2
	byName := codingOf(t, trees, Choice{Columns: []string{"kind", "age"}, Target: "height"})
	// of columns 1, 3 of 4, target 4
	numbered := codingOf(t, "1,2,3,4\n5,6,7,8\n", Choice{Columns: []string{"-2"}})
	sparse := codingOf(t, "1 1:2 4:3\n-1 2:1\n", Choice{})                            // of indices 1 to 4
	dropped := codingOf(t, "1 1:2 3:3\n-1 2:1\n", Choice{Columns: []string{"-2"}})    // of indices 1 and 3
	texts := codingOf(t, "a,b,y\n0,1,2\n1,2,3\n", Choice{Categorical: []string{"a"}}) // a is 0 or 1 as a text
	// the target stands between
	middle := codingOf(t, "1,2,3,4\n5,6,7,8\n", Choice{Columns: []string{"1", "4"}, Target: "2"})
	// the target stands in front of those that are used
	behind := codingOf(t, "1,2,3,4\n5,6,7,8\n", Choice{Columns: []string{"3", "4"}, Target: "2"})
	first := codingOf(t, "y,b\n0,1\n1,2\n", Choice{Target: "y"}) // the target comes first
	for name, c := range map[string]struct {
		coding  Coding
		text    string
		target  bool
		x, y    []float64
		columns int
		note    string
	}{
		"other order": {byName, "age,extra,kind\n1,u,fir\n2,,oak\n", false, []float64{0, 1, 0, 1, 0, 0, 1, 2},
			nil, 4, "not needed: extra"},
		"one row":              {byName, "age,kind\n1,fir\n", false, []float64{0, 1, 0, 1}, nil, 4, ""},
		"target is not extra":  {byName, "age,kind,height\n1,fir,?\n", false, []float64{0, 1, 0, 1}, nil, 4, ""},
		"with target":          {byName, "height,age,kind\n9,1,fir\n", true, []float64{0, 1, 0, 1}, []float64{9}, 4, ""},
		"features alone":       {numbered, "1,2\n3,4\n", false, []float64{1, 2, 3, 4}, nil, 2, "by position"},
		"features and target":  {numbered, "1,2,9\n", true, []float64{1, 2}, []float64{9}, 2, "by position"},
		"all columns":          {numbered, "1,7,2,9\n", true, []float64{1, 2}, []float64{9}, 2, "by position"},
		"named, of an unnamed": {numbered, "p,q\n1,2\n", false, []float64{1, 2}, nil, 2, "by position"},
		"named like numbers": {numbered, "x4,x3,x1,z\n9,2,1,0\n", true, []float64{1, 2}, []float64{9}, 2,
			"not needed: z"},
		"target between":      {middle, "1,9,2\n", true, []float64{1, 2}, []float64{9}, 2, "by position"},
		"target in front":     {behind, "9,1,2\n", true, []float64{1, 2}, []float64{9}, 2, "by position"},
		"target left out":     {middle, "1,2\n", false, []float64{1, 2}, nil, 2, "by position"},
		"target first":        {first, "9,1\n", true, []float64{1}, []float64{9}, 1, "by position"},
		"target first, alone": {first, "1\n", false, []float64{1}, nil, 1, "by position"},
		"fewer indices": {sparse, "3 2:5\n", true, []float64{0, 5, 0, 0}, []float64{3}, 4,
			"2 of 4 features do not occur"},
		"more indices": {sparse, "3 2:5 6:1\n", false, []float64{0, 5, 0, 0}, nil, 4,
			"2 of 6 indices are not needed"},
		"index left out": {dropped, "3 2:5 3:7\n", true, []float64{0, 7}, []float64{3}, 2,
			"1 of 3 indices are not needed"},
		"indices of names":     {first, "3 1:5\n", true, []float64{5}, []float64{3}, 1, ""},
		"dense for sparse":     {sparse, "1,2,3,4\n", false, []float64{1, 2, 3, 4}, nil, 4, "by position"},
		"numbers as texts":     {texts, "a,b\n1.0,5\n0,6\n", false, []float64{0, 1, 5, 1, 0, 6}, nil, 3, ""},
		"zeros with a sign":    {texts, "a,b\n-0.0,5\n0,6\n", false, []float64{1, 0, 5, 1, 0, 6}, nil, 3, ""},
		"nothing stands for 0": {texts, "1 2:5\n", false, []float64{1, 0, 5}, nil, 3, ""},
		"bad cells not needed": {byName, "age,kind,id\n1,fir,Inf\n2,oak,x\n", false, []float64{0, 1, 0, 1, 0, 0, 1, 2},
			nil, 4, "not needed: id"},
		"a missing value of none": {byName, "age,kind,id\n1,fir,\n", false, []float64{0, 1, 0, 1}, nil, 4, "not needed: id"},
	} {
		t.Run(name, func(t *testing.T) {
			m, err := match(c.text, "f", Options{OneRow: true}, c.coding, c.target)
			if err != nil {
				t.Fatal(err)
			}
			set := m.Range(0, m.Rows())
			if want := mat.NewDense(len(c.x)/c.columns, c.columns, c.x); !mat.Equal(set.X, want) ||
				!reflect.DeepEqual(set.Y, c.y) {
				t.Errorf("X = %v, Y = %v", set.X, set.Y)
			}
			if notes := strings.Join(toldNotes(m.Notes()), "; "); !strings.Contains(notes, c.note) || c.note == "" &&
				notes != "" {
				t.Errorf("notes %q", notes)
			}
		})
	}
}

func TestMatchErrors(t *testing.T) {
	trained := codingOf(t, trees, Choice{Columns: []string{"-id"}})
	numbered := codingOf(t, "1,2,3,4\n5,6,7,8\n", Choice{})
	texts := codingOf(t, "a,y\n0,2\n1,3\n", Choice{Categorical: []string{"a"}})
	dates := codingOf(t, "when,y\n2024-02-28,1\n2024-03-01,2\n", Choice{})
	for name, c := range map[string]struct {
		coding Coding
		text   string
		target bool
		begin  string
		parts  []string
	}{
		"missing columns": {trained, "kind,size\noak,1\n", false,
			"f: columns that are missing: height, age; the file has kind, size, expected kind, height, age as in training",
			[]string{"rename or add columns, or if the first line is no header, say so [header=no]"}},
		"missing column": {trained, "kind,heigth,age\noak,1,2\n", false,
			"f: columns that are missing: height (did you mean heigth?); the file has kind, heigth, age", nil},
		"twice": {trained, "kind,age,height,age\noak,1,2,3\n", false,
			`f: two columns are called "age" (2 and 4), expected one`, nil},
		"target twice": {trained, "kind,age,height,class,class\noak,1,2,old,old\n", true,
			`f: two columns are called "class"`, nil},
		"no target": {trained, "kind,age,height\noak,1,2\n", true,
			`f: no column for the target "class"; the file has kind, age, height`, []string{"add it"}},
		"too many": {numbered, "1,2,3,4,5\n", false,
			"f: 5 columns (x1, x2, x3, x4, x5), expected the 3 features (x1, x2, x3), with or without the target, or the 4 " +
				"columns", []string{"x1, x2, x3)", "header"}},
		"too few": {numbered, "1,2\n", false, "f: 2 columns (x1, x2), expected the 3 features", nil},
		"unknown value": {trained, "kind,age,height\noak,1,2\nash,1,2\nyew,1,2\n", false,
			`f:3:1: unknown value ("ash") in column "kind", expected one of elm, fir, oak as in training`, nil},
		"unknown number": {trained, "kind,age,height\n5,1,2\n", false, `f: unknown value ("5") in row 1 of column "kind"`,
			nil},
		"unknown mixed": {trained, "kind,age,height\noak,1,2\n5,1,2\n", false, `f:3: unknown value ("5") in column "kind"`,
			nil},
		"unknown class": {trained, "kind,age,height,class\noak,1,2,dead\n", true,
			`f:2:9: unknown value ("dead") in column "class", expected one of old, young`, nil},
		"text of numbers": {texts, "a\n0\n1\nx\n0\n1\n", false,
			`f:4:1: unknown value ("x") in column "a", expected one of 0, 1`, nil},
		"unknown index": {texts, "1 2:3\n", false, "f: 3 columns (x1, x2, label), expected the 1 features", nil},
		"missing": {trained, "kind,age,height,more\noak,1,2,\noak,,2,5\n,,1,5\n", false,
			`f:3:5: missing value in column "age"`, []string{"fill it in, or remove all rows with such values (2 of 3), " +
				"or fit again without such columns: kind, age"}},
		"missing text": {trained, "age,kind,height\n1,oak,2\n1,?,2\n", false,
			`f:3:3: missing value ("?") in column "kind"`, nil},
		"text": {trained, "kind,age,height\noak,1,2\noak,2,tall\n", false,
			`f:3:7: text ("tall") in column "height", expected a number`, nil},
		"all text": {trained, "kind,age,height\noak,1,tall\noak,2,small\n", false,
			`f:2:7: text ("tall") in column "height"`, nil},
		"text among percents": {codingOf(t, "p,y\n1%,2\n5%,3\n", Choice{}), "p,k\n92.29%,1\n5%,2\n-,3\n", false,
			`f:4:1: text ("-") in column "p", expected a number as in training`, nil},
		"groups": {codingOf(t, "p;y\n1;2\n5;3\n", Choice{}), "p;k\n45;1\n1.045,50;2\n", false,
			`f:3:1: a number with a point between thousands ("1.045,50") in column "p"`, nil},
		"another date": {dates, "when\n2024-02-29\n07/11/1987\n", false,
			`f:3:1: text ("07/11/1987") in column "when", expected a date such as 2024-12-31, as in training`, nil},
		"no date": {dates, "when\n7\n8\n", false,
			`f: number ("7") in row 1 of column "when", expected a date such as 2024-12-31, as in training`, nil},
		"no date, of many digits": {dates, "when\n20240303\n20240304\n", false, `f: number ("20240303") in row 1`, nil},
		"a date":                  {texts, "a\n0\n2024-12-31\n", false, `f:3:1: unknown value ("2024-12-31")`, nil},
		"a date for a number": {numbered, "2024-12-31,2,3\n", false,
			`f: date ("2024-12-31") in row 1 of column "x1", expected a number as in training`, nil},
		"infinite": {trained, "kind,age,height\noak,1,2\noak,1e999,2\n", false,
			`f:3:5: infinite or too large for 64 bits ("1e999") in column "age"`, nil},
		"the first":      {trained, "kind,age,height\noak,1,2\noak,,2\nash,x,2\n", false, `f:3:5: missing`, nil},
		"the first of 2": {trained, "kind,age,height\noak,1,2\nash,2,2\nash,,2\n", false, `f:3:1: unknown`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := match(c.text, "f", Options{OneRow: true}, c.coding, c.target)
			var own *Error
			if !errors.As(err, &own) {
				t.Fatalf("error %v of type %T", err, err)
			}
			if !strings.HasPrefix(err.Error(), c.begin) {
				t.Errorf("%s\nshould begin with %q", err, c.begin)
			}
			for _, part := range c.parts {
				if !strings.Contains(told(err), part) {
					t.Errorf("%s\nlacks %q", err, part)
				}
			}
		})
	}
}

// FuzzMatch: whatever stands in a file, matching gives finite rows of the right
// shape, with one 1 among the values of a text, or an *Error.
func FuzzMatch(f *testing.F) {
	addGolden(f, ".csv", ".tsv", ".txt", ".libsvm", ".npy")
	for _, text := range []string{trees, "kind,height,age\noak,1,\n", "1,2,3\n", "height,kind,age\n1,oak,2\n1,2,3\n",
		"1 2:3\n", "kind,kind,age,height\noak,oak,1,2\n"} {
		f.Add([]byte(text))
	}
	codings := []Coding{codingOf(f, trees, Choice{Columns: []string{"-id"}}), codingOf(f, "1,2,3\n4,5,6\n", Choice{}),
		codingOf(f, "0,1,2\n1,2,3\n", Choice{Categorical: []string{"1"}})}
	f.Fuzz(func(t *testing.T, content []byte) {
		table, err := ReadTable(context.Background(), bytes.NewReader(content), "f",
			Options{MaxBytes: fuzzMemory, OneRow: true})
		if err != nil {
			return
		}
		for i, c := range codings {
			for _, withTarget := range []bool{false, true} {
				m, err := table.Match(c, withTarget)
				if err != nil {
					mustBeOwn(t, err)
					continue
				}
				set := m.Range(0, min(m.Rows(), 100))
				checkSet(t, &File{roles: m.roles, dims: m.dims}, set)
				n, _ := set.X.Dims()
				for r := range n {
					if i == 0 && set.X.At(r, 0)+set.X.At(r, 1)+set.X.At(r, 2) != 1 {
						t.Fatalf("row %d: %v", r, mat.Row(nil, r, set.X))
					}
				}
			}
		}
	})
}

// TestScaling: what NewScaling and Apply do is Standardize, in the units of the
// columns, and works one row at a time.
func TestScaling(t *testing.T) {
	x := mat.NewDense(4, 4, []float64{1, 7, 1e308, 3e-308, 3, 7, 1e308, 1e-308, 5, 7, 1e308, 2e-308, 7, 7, -1e308,
		0})
	set := &Set{X: mat.DenseCopyOf(x), Columns: []string{"a", "b", "c", "d"}}
	scaling, warnings := NewScaling(set)
	if len(warnings) != 1 || !strings.Contains(warnings[0].String(), "b;") {
		t.Errorf("warnings %q", warnings)
	}
	if scaling.Mean[0] != 4 || math.Abs(scaling.Deviation[0]-math.Sqrt(5)) > 1e-15 || scaling.Mean[1] != 7 ||
		scaling.Deviation[1] != 0 {
		t.Errorf("scaling %+v", scaling)
	}
	whole := mat.DenseCopyOf(x)
	scaling.Apply(whole)
	standardize(set, nil)
	if !mat.Equal(whole, set.X) {
		t.Errorf("%v, Standardize has %v", mat.Formatted(whole), mat.Formatted(set.X))
	}
	for i := range 4 {
		row := mat.NewDense(1, 4, mat.Row(nil, i, x))
		scaling.Apply(row)
		if !mat.Equal(row, whole.Slice(i, i+1, 0, 4)) {
			t.Errorf("row %d alone: %v", i, row)
		}
	}
	for j := range 4 {
		var mean, squares float64
		for _, v := range mat.Col(nil, j, whole) {
			mean, squares = mean+v/4, squares+v*v/4
		}
		if want := indicator(j != 1); math.Abs(mean) > 1e-7 || math.Abs(squares-want) > 1e-7 {
			t.Errorf("column %d has mean %g and mean square %g", j, mean, squares)
		}
	}
	mustPanic(t, "3 columns for 4", func() { scaling.Apply(mat.NewDense(1, 3, nil)) })
}

// TestDatesCountFromTheFirstInTheFile, which need not be the earliest; the note says so.
func TestDatesCountFromTheFirstInTheFile(t *testing.T) {
	file, err := load([]byte("when,y\n,1\n2024-03-01,2\n2024-02-28,4\n2024-03-02,3\n"), "f", Options{},
		Choice{DropMissing: true})
	if err != nil {
		t.Fatal(err)
	}
	if s := file.Describe().Columns[0]; s.Min != -2 || s.Max != 1 {
		t.Errorf("days from %v to %v, want -2 to 1", s.Min, s.Max)
	}
	const want = "days since the first in the file, 2024-03-01"
	if notes := strings.Join(toldNotes(file.Notes()), "\n"); !strings.Contains(notes, want) {
		t.Errorf("notes %q", notes)
	}
}

// TestMatchDates: the days of another table count from the first date of the training rows, and no note names another.
func TestMatchDates(t *testing.T) {
	trained := codingOf(t, "when,y\n2024-02-28,1\n2024-03-01,2\n", Choice{})
	rows, err := match("when\n2024-02-29\n2024-03-10\n", "f", Options{}, trained, false)
	if err != nil {
		t.Fatal(err)
	}
	if x := rows.Range(0, 2).X; x.At(0, 0) != 1 || x.At(1, 0) != 11 {
		t.Errorf("days %v and %v, want 1 and 11", x.At(0, 0), x.At(1, 0))
	}
	if notes := append(rows.Table.Notes, rows.Notes()...); notes != nil {
		t.Errorf("notes %q", toldNotes(notes))
	}
	for _, text := range []string{"when\n1\n2\n", "when\nsoon\n2024-03-10\n"} {
		if _, err := match(text, "f", Options{}, trained, false); err == nil {
			t.Errorf("%q is taken as dates", text)
		}
	}
	if _, err := match("when,y\n2024-02-29,1\n2024-03-10,2\n", "f", Options{}, codingOf(t, "when,y\n1,1\n4,2\n", Choice{}),
		false); err == nil {
		t.Error("dates are taken as numbers")
	}
}

// TestUsualMarks: where points or commas may group digits, the marks of training decide; flags go first.
func TestUsualMarks(t *testing.T) {
	const refused = `f.csv:2:1: a number with a point between thousands ("1.045") in column "a"`
	german := codingOf(t, "a;y\n1,5;2\n2,5;3\n", Choice{})
	grouped, american := german, codingOf(t, "a;y\n1.5;2\n2.5;3\n", Choice{})
	grouped.Thousands, american.Thousands = ".", ","
	for _, c := range []struct {
		coding Coding
		text   string
		d      Dialect
		want   any
	}{
		{german, "a;b\n1.045;1\n2.045;2\n", Dialect{}, refused},
		{german, "a;b\n1.045;1\n2.045;2\n", Dialect{Thousands: "point"}, 1045.0},
		{german, "a;b\n1.045;1\n2.045;2\n", Dialect{Decimal: "point"}, 1.045},
		{german, "a;b\n1.045;1\n2.04;2\n", Dialect{}, 1.045},
		{german, "a,b\n1.045,1\n2.045,2\n", Dialect{}, 1.045},
		{grouped, "a;b\n1.045;1\n2.045;2\n", Dialect{}, 1045.0},
		{grouped, "a;b\n1.045;1\n2.045;2\n", Dialect{Decimal: "point"}, 1.045},
		{american, "a;b\n1.045;1\n2.045;2\n", Dialect{}, 1.045},
		{american, "a;b\n1,045;1\n2,045;2\n", Dialect{}, 1045.0},
		{american, "a;b\n1,045;1\n2,04;2\n", Dialect{}, 1.045},
		{grouped, "a;b\n" + strings.Repeat("1.045;1\n", 40) + "2.04;2\n", Dialect{},
			`f.csv:42:1: a decimal mark that is not the one of the file ("2.04") in column "a"`},
	} {
		f, err := match(c.text, "f.csv", Options{Dialect: c.coding.Dialect(c.d)}, c.coding, false)
		var got any
		if own := (*Error)(nil); errors.As(err, &own) {
			got, _, _ = strings.Cut(own.Error(), ", expected")
			if way := own.Remedies[len(own.Remedies)-1]; way.Setting != "decimal" || way.Value != "point" {
				t.Errorf("%q with %+v: %v", c.text, c.d, own)
			}
		} else {
			got = f.Range(0, 2).X.At(0, 0)
		}
		if got != c.want {
			t.Errorf("%q with %+v: %v, want %v", c.text, c.d, got, c.want)
		}
	}
}
