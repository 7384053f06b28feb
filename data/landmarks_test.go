package data

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// landmarked returns a source with the landmarks of a file with the given content.
func landmarked(t *testing.T, source Source, content string) (Source, []string, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "l.txt")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	with, notes, err := WithLandmarks(t.Context(), source, path, Options{})
	var texts []string
	for _, n := range notes {
		texts = append(texts, n.Text)
	}
	return with, texts, err
}

// drawnAnew is a source of two features whose rows are drawn anew each time, as those of a
// built-in set.
type drawnAnew struct {
	Source
	landmarks *Landmarks
}

func (drawnAnew) Name() string                        { return "moons" }
func (drawnAnew) Dims() int                           { return 2 }
func (s drawnAnew) Landmarks() *Landmarks             { return s.landmarks }
func (s drawnAnew) WithLandmarks(l *Landmarks) Source { s.landmarks = l; return s }

func (drawnAnew) Coding() (Coding, error) {
	return Coding{Width: 3, Columns: []CodedColumn{{Name: "x1", Number: 1}, {Name: "x2", Number: 2}},
		Target: CodedColumn{Name: "moon", Number: 3}}, nil
}

func (s drawnAnew) Draw(n int, _ float64, _ *rand.Rand) (trainSet, testSet *Set, err error) {
	return &Set{X: mat.NewDense(n, 2, nil), Landmarks: s.landmarks.Points()}, nil, nil
}

// row 2 lacks a height
const gaps = "kind,height,age,class\noak,3,1.5,old\nfir,,2,young\noak,5,-1,old\nelm,6,0,young\nfir,7,8,old\n"

func gapped(t *testing.T) *File {
	t.Helper()
	file, err := load([]byte(gaps), "trees.csv", Options{}, Choice{DropMissing: true})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestLandmarks(t *testing.T) {
	line, err := load([]byte("x,y\n1,2\n3,4\n5,6\n"), "line.csv", Options{}, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	numbered, err := load([]byte("1,2,3\n4,5,6\n7,8,10\n"), "n.csv", Options{Dialect: Dialect{Header: HeaderYes}},
		Choice{})
	if err != nil {
		t.Fatal(err)
	}
	years, err := load([]byte("1980,1970,1\n4,5,6\n7,8,10\n"), "y.csv", Options{Dialect: Dialect{Header: HeaderYes}},
		Choice{})
	if err != nil {
		t.Fatal(err)
	}
	moons := drawnAnew{}
	for what, c := range map[string]struct {
		source  Source
		content string
		want    []float64
		note    string
	}{
		"rows, in their order": {gapped(t), "4\n1\n5\n", []float64{1, 0, 0, 6, 0, 0, 0, 1, 3, 1.5, 0, 1, 0, 7, 8},
			"3 rows of trees.csv"},
		"rows below a header":  {gapped(t), "row\n3\n", []float64{0, 0, 1, 5, -1}, "1 rows"},
		"rows below a comment": {gapped(t), "# mine\n3\n1\n", []float64{0, 0, 1, 5, -1, 0, 0, 1, 3, 1.5}, "2 rows"},
		"points, coded as the data": {gapped(t), "age,extra,height,kind\n1.5,8,2.5,fir\n", []float64{0, 1, 0, 2.5, 1.5},
			"1 points"},
		"points between the texts": {gapped(t), "kind=elm,kind=fir,kind=oak,height,age\n0.25,0.75,0,2.5,1\n",
			[]float64{0.25, 0.75, 0, 2.5, 1}, "1 points"},
		"points without a header":    {moons, "1,2\n3,4\n", []float64{1, 2, 3, 4}, "by position"},
		"one feature, by its name":   {line, "x\n1\n2\n9\n", []float64{1, 2, 9}, "3 points"},
		"one feature, rows":          {line, "3\n1\n", []float64{5, 1}, "2 rows"},
		"names that are numbers":     {numbered, "1,2\n0.5,7\n", []float64{0.5, 7}, "1 points"},
		"names that don't count":     {years, "1980,1970\n2.5,7\n3.5,8\n", []float64{2.5, 7, 3.5, 8}, "2 points"},
		"points for a built-in set":  {moons, "x2,x1\n1,2\n3,4\n", []float64{2, 1, 4, 3}, "2 points"},
		"the same point twice":       {line, "x\n1\n1\n", []float64{1, 1}, "2 points"},
		"points with the target, as": {line, "y,x\n1,2\n", []float64{2}, "1 points"},
	} {
		with, notes, err := landmarked(t, c.source, c.content)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		x := with.Landmarks().X
		if got := x.RawMatrix().Data; !slices.Equal(got, c.want) || with.Landmarks().Count() != len(c.want)/c.source.Dims() {
			t.Errorf("%s: %v, want %v", what, got, c.want)
		}
		if !strings.Contains(strings.Join(notes, "; "), c.note) {
			t.Errorf("%s: notes %q", what, notes)
		}
		if c.source.Landmarks() != nil {
			t.Errorf("%s: the source itself was changed", what)
		}
		train, test, err := with.Draw(2, 0.4, rand.New(rand.NewPCG(1, 2)))
		if err != nil || train.Landmarks != x || test != nil && test.Landmarks != nil {
			t.Errorf("%s: drawn with %v: %v", what, train.Landmarks, err)
		}
	}
}

func TestLandmarksRefused(t *testing.T) {
	moons := drawnAnew{}
	for content, c := range map[string]struct {
		source Source
		parts  string
	}{
		"1\n2\n": {gapped(t),
			`landmark 2 of the list, "2", is a row that was left out for a missing value; from 1 to 5;remove it from the list`},
		"1\n6\n":                     {gapped(t), `"6", is not a row; the number of a row of trees.csv, from 1 to 5`},
		"0\n":                        {gapped(t), `"0", is not a row`},
		"-1\n":                       {gapped(t), `"-1", is not a row`},
		"1.5\n":                      {gapped(t), `"1.5", is not a row;names of the features above them`},
		"1e30\n":                     {gapped(t), "is not a row"},
		"row\n1\ntwo\n":              {gapped(t), "is not a row"},
		"3\n4\n3\n":                  {gapped(t), `landmark 3 of the list, "3", is already landmark 1;once`},
		"3\n1\n":                     {moons, "row numbers;moons are drawn anew;points with the columns x1, x2;a file"},
		"height,age\n1,2\n":          {gapped(t), "columns that are missing: kind;kind, height, age;[landmarks=]"},
		"kind,height,age\nash,1,2\n": {gapped(t), `unknown value ("ash");[landmarks=]`},
		"kind,height,age\noak,,2\n":  {gapped(t), "missing value;[landmarks=]"},
		"kind,height,age\noak,x,2\n": {gapped(t), "text;[landmarks=]"},
		"x1,x2\n1,inf\n":             {moons, "infinite"},
		"":                           {moons, "the file is empty"},
	} {
		_, _, err := landmarked(t, c.source, content)
		var own *Error
		if !errors.As(err, &own) {
			t.Errorf("%q: %v, want an *Error", content, err)
			continue
		}
		for part := range strings.SplitSeq(c.parts, ";") {
			if !strings.Contains(told(err), strings.TrimSpace(part)) {
				t.Errorf("%q: %s\nlacks %q", content, told(err), part)
			}
		}
	}
	_, _, err := WithLandmarks(t.Context(), moons, filepath.Join(t.TempDir(), "none.csv"), Options{})
	if !errors.Is(err, fs.ErrNotExist) || !strings.HasSuffix(told(err), "no such file; name another file [landmarks=]") {
		t.Errorf("no file: %v", err)
	}
	if _, _, err := WithLandmarks(t.Context(), moons, "-", Options{}); err == nil ||
		!strings.Contains(err.Error(), "standard input") {
		t.Errorf("standard input: %v", err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	// A file that is opened after all stays open for a while, so that Windows would not remove it.
	if _, _, err := WithLandmarks(stopped, moons, "landmarks_test.go", Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

// What is written is read back, and scales to the same numbers, by few digits where few do.
func TestLandmarksAreReadBack(t *testing.T) {
	const n = 200
	rng := rand.New(rand.NewPCG(4, 4))
	set := &Set{X: mat.NewDense(n, 4, nil), Columns: []string{"small", "far", "constant", `of "two", words`}}
	for i := range n {
		set.X.SetRow(i, []float64{1e-9 * rng.NormFloat64(), 1e6 + rng.NormFloat64(), 7.1, float64(rng.IntN(1000)) / 10})
	}
	raw := mat.DenseCopyOf(set.X)
	scaling, _ := NewScaling(set)
	scaling.Apply(set.X)
	for what, c := range map[string]struct {
		scaling *Scaling
		z       *mat.Dense
	}{"scaled": {&scaling, set.X}, "as they are": {nil, raw}} {
		var out bytes.Buffer
		if err := WriteLandmarks(&out, set.Columns, c.scaling, c.z); err != nil {
			t.Fatal(err)
		}
		table, err := ReadTable(t.Context(), bytes.NewReader(out.Bytes()), "l.csv", Options{})
		if err != nil {
			t.Fatal(err)
		}
		coding := Coding{Width: 4}
		for j, name := range set.Columns {
			coding.Columns = append(coding.Columns, CodedColumn{Name: name, Number: j + 1})
		}
		matched, err := table.Match(coding, false)
		if err != nil {
			t.Fatal(err)
		}
		got := matched.Range(0, n).X
		last := mat.Col(nil, 3, got)
		if !slices.Equal(last, mat.Col(nil, 3, raw)) {
			t.Errorf("%s: numbers of one decimal are %v", what, last[:5])
		}
		if c.scaling != nil {
			scaling.Apply(got)
		}
		if !mat.EqualApprox(got, c.z, 1e-9) || c.scaling == nil && !mat.Equal(got, c.z) {
			t.Errorf("%s: other numbers", what)
		}
	}
}
