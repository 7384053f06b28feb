package data

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"gramscope/data/remedy"
)

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// numberedFile returns a file of n rows (i, −i, target 10i), i from 1. CSV and LIBSVM must draw the same rows.
func numberedFile(t testing.TB, n int, isLIBSVM bool) *File {
	t.Helper()
	var b strings.Builder
	for i := 1; i <= n; i++ {
		x, y := shortest(float64(i)), shortest(float64(10*i))
		if isLIBSVM {
			b.WriteString(y + " 1:" + x + " 3:-" + x + "\n")
		} else {
			b.WriteString(x + ",0,-" + x + "," + y + "\n")
		}
	}
	// x1 counts the rows
	file, err := load([]byte(b.String()), "numbered", Options{}, Choice{Columns: []string{"x1", "x2", "x3"}})
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestDraw: sizes, no row twice in training and test together, rows stay whole,
// the same seed gives the same sets from dense and sparse files, and the
// training rows do not depend on the test fraction.
func TestDraw(t *testing.T) {
	const rows = 40
	dense, sparse := numberedFile(t, rows, false), numberedFile(t, rows, true)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, rows).Draw(t, "n")
		test := rapid.Float64Range(0, 0.9).Draw(t, "test")
		seed := rapid.Uint64().Draw(t, "seed")
		train, rest, err := dense.Draw(n, test, seeded(seed))
		if err != nil {
			t.Fatal(err)
		}
		want := min(int(math.Round(float64(n)*test/(1-test))), rows-n)
		if got := setRows(rest); setRows(train) != n || got != want {
			t.Fatalf("%d training and %d test rows, want %d and %d", setRows(train), got, n, want)
		}
		seen := make(map[float64]bool)
		for _, set := range []*Set{train, rest} {
			for i := range setRows(set) {
				x := set.X.At(i, 0)
				if seen[x] || set.X.At(i, 2) != -x || set.X.At(i, 1) != 0 || set.Y[i] != 10*x {
					t.Fatalf("row %d: %v, y = %v, drawn before: %v", i, mat.Row(nil, i, set.X), set.Y[i], seen[x])
				}
				seen[x] = true
			}
		}
		otherTrain, otherRest, _ := sparse.Draw(n, test, seeded(seed))
		if !mat.Equal(train.X, otherTrain.X) || rest != nil && !mat.Equal(rest.X, otherRest.X) {
			t.Fatal("LIBSVM and CSV draw different rows")
		}
		if alone, none, _ := dense.Draw(n, 0, seeded(seed)); none != nil || !mat.Equal(alone.X, train.X) {
			t.Fatal("the training rows depend on the test fraction")
		}
	})
}

func setRows(s *Set) int {
	if s == nil {
		return 0
	}
	n, _ := s.X.Dims()
	return n
}

// TestDrawIsUniform: over many draws each row comes first equally often.
func TestDrawIsUniform(t *testing.T) {
	file := numberedFile(t, 10, false)
	rng := seeded(3)
	const draws = 10_000
	var first, second [11]int
	for range draws {
		set, _, _ := file.Draw(2, 0, rng)
		first[int(set.X.At(0, 0))]++
		second[int(set.X.At(1, 0))]++
	}
	spread := 5 * math.Sqrt(draws*0.1*0.9)
	for i := 1; i <= 10; i++ {
		if math.Abs(float64(first[i])-draws/10) > spread || math.Abs(float64(second[i])-draws/10) > spread {
			t.Errorf("row %d is first %d and second %d times of %d", i, first[i], second[i], draws)
		}
	}
}

func TestDrawDoesNotAlias(t *testing.T) {
	file := numberedFile(t, 5, false)
	set := drawAll(t, file)
	set.X.Zero()
	clear(set.Y)
	clear(set.Columns)
	if again := drawAll(t, file); mat.Max(again.X) != 5 || slices.Max(again.Y) != 50 || again.Columns[0] != "x1" {
		t.Error("changing a drawn set changed the file")
	}
}

func TestDrawMisuse(t *testing.T) {
	file := numberedFile(t, 5, false)
	var own *Error
	if _, _, err := file.Draw(6, 0, seeded(1)); !errors.As(err, &own) ||
		!strings.Contains(told(err), "use 5 rows or fewer [n=5]") {
		t.Errorf("6 of 5 rows: %v", err)
	}
	mustPanic(t, "n = 0", func() { file.Draw(0, 0, seeded(1)) })
	mustPanic(t, "test = 1", func() { file.Draw(2, 1, seeded(1)) })
	mustPanic(t, "test = NaN", func() { file.Draw(2, math.NaN(), seeded(1)) })
	mustPanic(t, "nil rng", func() { file.Draw(2, 0, nil) })
	if _, _, err := file.Draw(2, 0, seeded(1)); err != nil {
		t.Error(err)
	}
	wide, err := load([]byte("1 1:1\n2 1000:3\n"), "wide", Options{MaxBytes: 400_000}, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	wide.memory.limit = wide.memory.used + 15_000
	if _, _, err := wide.Draw(2, 0, seeded(1)); !errors.As(err, &own) ||
		!strings.Contains(told(err), "raise [max-memory]") {
		t.Errorf("2×1000 in 15 kB: %v", err)
	}
}

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "data: ") {
			t.Errorf("%s: panic %q, want one of package data", what, text)
		}
	}()
	f()
}

// standardize scales both sets as the first one asks for.
func standardize(train, test *Set) []remedy.Note {
	scaling, warnings := NewScaling(train)
	scaling.Apply(train.X)
	if test != nil {
		scaling.Apply(test.X)
	}
	return warnings
}

// TestStandardize: training columns get mean 0 and deviation 1 at any scale;
// the test rows the same map; constant columns 0.
func TestStandardize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		scale := math.Pow(10, rapid.Float64Range(-300, 300).Draw(t, "scale"))
		shift := rapid.Float64Range(-100, 100).Draw(t, "shift")
		unit := rapid.SliceOfNDistinct(rapid.IntRange(-1000, 1000), n, n, rapid.ID).Draw(t, "values")
		constant := rapid.Float64Range(-1e300, 1e300).Draw(t, "constant")
		train := &Set{X: mat.NewDense(n, 2, nil), Columns: []string{"v", "c"}}
		for i, v := range unit {
			train.X.SetRow(i, []float64{scale * (float64(v)/1000 + shift), constant})
		}
		test := &Set{X: mat.DenseCopyOf(train.X), Columns: train.Columns}
		test.X.Set(0, 1, 5)
		warnings := toldNotes(standardize(train, test))
		if len(warnings) != 1 || !strings.Contains(warnings[0],
			"constant columns carry no information: c; drop whole columns [columns=-NAME]") {
			t.Fatalf("warnings %q", warnings)
		}
		var mean, squares float64
		for i := range n {
			v := train.X.At(i, 0)
			mean += v / float64(n)
			squares += v * v / float64(n)
			if test.X.At(i, 0) != v || train.X.At(i, 1) != 0 || test.X.At(i, 1) != 0 {
				t.Fatalf("row %d: %v and %v", i, mat.Row(nil, i, train.X), mat.Row(nil, i, test.X))
			}
		}
		if math.Abs(mean) > 1e-9 || math.Abs(squares-1) > 1e-8 {
			t.Fatalf("mean %g, mean square %g", mean, squares)
		}
	})
}

// TestStandardizeExample is a case done by hand: 1, 3, 5, 7 has mean 4 and
// population variance 5.
func TestStandardizeExample(t *testing.T) {
	train := &Set{X: mat.NewDense(4, 1, []float64{1, 3, 5, 7}), Columns: []string{"a"}}
	test := &Set{X: mat.NewDense(1, 1, []float64{9}), Columns: []string{"a"}}
	if warnings := standardize(train, test); warnings != nil {
		t.Errorf("warnings %q", warnings)
	}
	if got, want := test.X.At(0, 0), math.Sqrt(5); math.Abs(got-want) > 1e-15 {
		t.Errorf("test value %v, want %v", got, want)
	}
	standardize(train, nil)
}

// problemsOf are the problems of a set, by comparing its rows as they are.
func problemsOf(s *Set) []remedy.Note {
	n, d := s.X.Dims()
	seen, repeated := map[string]bool{}, 0
	for i := range n {
		key := fmt.Sprint(s.X.RawRowView(i))
		key = strings.ReplaceAll(" "+key[1:len(key)-1]+" ", " -0 ", " 0 ")
		if seen[key] {
			repeated++
		}
		seen[key] = true
	}
	isConstant := make([]bool, d)
	for j := range d {
		column := mat.Col(nil, j, s.X)
		isConstant[j] = slices.Min(column) == slices.Max(column)
	}
	return problems(constantWarning(isConstant, func(j int) string { return s.Columns[j] }), repeated, n, d)
}

func TestProblems(t *testing.T) {
	check := func(rows string, parts ...string) {
		t.Helper()
		file, err := load([]byte(strings.ReplaceAll(rows, " ", "\n")), "f", Options{OneRow: true}, Choice{Target: "none"})
		if err != nil {
			t.Fatal(err)
		}
		got := toldNotes(file.Describe().Problems)
		if len(got) != len(parts) {
			t.Errorf("%v: problems %q, want %d", rows, got, len(parts))
			return
		}
		for i, part := range parts {
			if !strings.Contains(got[i], part) {
				t.Errorf("%v: problem %q lacks %q", rows, got[i], part)
			}
		}
	}
	check("1,2 2,1 3,3")
	check("1,2 1,3", "constant columns carry no information: x1;")
	check("1,2 3,4 1,2 1,2 3,4", "earlier one: 3 of 5;")
	check("0,1 -0,1 2,3", "earlier one: 1 of 3;")
	check("0,1 1,0 2,3")
	check("4,7 4,7", "constant columns carry no information: x1, x2;", "earlier one: 1 of 2;")
	check("4,7")

	wide, err := load([]byte("1 1:1\n2 100001:1\n"), "f", Options{}, Choice{})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(toldNotes(wide.Describe().Problems), "\n"); !strings.Contains(got,
		"100001 columns: distances will be slow; keep fewer [columns=-NAME]") {
		t.Errorf("wide: %q", got)
	}
}
