package data

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"gramscope/data/remedy"
)

// TestRows returns the number of test rows that [Source.Draw] draws besides n training rows if there are enough, at
// most math.MaxInt32. It panics for the arguments for which Draw does.
func TestRows(n int, test float64, rng *rand.Rand) int {
	if n < 1 || !(test >= 0 && test < 1) || rng == nil {
		panic(fmt.Sprintf("data: Draw of %d training rows and test fraction %v, without rng: %t", n, test, rng == nil))
	}
	rows := math.Round(float64(n) * test / (1 - test))
	return int(min(rows, math.MaxInt32))
}

// Draw draws n training and t test rows without replacement, by the first n+t steps of a Fisher–Yates shuffle, in the
// order drawn; see Source.
func (f *File) Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error) {
	defer caught(&err)
	rest := TestRows(n, test, rng)
	total := f.Rows()
	if n > total {
		return nil, nil, &Error{File: f.Table.Path, Problem: fmt.Sprintf("%d training rows were requested", n),
			Want:     fmt.Sprintf("at most the %d there are", total),
			Remedies: remedy.By(fmt.Sprintf("use %d rows or fewer", total), "n", strconv.Itoa(total))}
	}
	rest = min(rest, total-n)
	// The sets, the names of their columns, the shuffled rows and their positions. It is computed in floating point,
	// since the product can overflow.
	memory := f.memory
	need := 8*float64(n+rest)*float64(f.Dims()+1) + 32*float64(f.Dims()) + 4*float64(total) + 4*float64(f.Table.Rows)
	need = min(need, math.MaxInt64/2)
	memory.takeFor(fmt.Sprintf("%d rows of %d features", n+rest, f.Dims()), int64(need))
	shuffled := f.shuffled(n+rest, rng)
	trainSet = f.set(shuffled[:n])
	trainSet.Landmarks = f.landmarks.Points()
	if rest > 0 {
		testSet = f.set(shuffled[n : n+rest])
	}
	return trainSet, testSet, nil
}

// shuffled returns the rows that can be drawn, the first of them shuffled by as many Fisher–Yates steps as rows are
// drawn. More steps leave these rows as they are.
func (f *File) shuffled(drawn int, rng *rand.Rand) []int32 {
	rows := make([]int32, f.Rows())
	for i := range rows {
		rows[i] = int32(f.row(i))
	}
	for i := range drawn {
		k := i + rng.IntN(len(rows)-i)
		rows[i], rows[k] = rows[k], rows[i]
	}
	return rows
}

// Numbers returns the numbers in the file, from 1, of the n training rows that a source draws; nil if its rows do not
// come from a file.
func Numbers(of Source, n int, rng *rand.Rand) []int32 {
	f, is := of.(*File)
	if !is {
		return nil
	}
	numbers := f.shuffled(n, rng)[:n:n]
	for i := range numbers {
		numbers[i]++
	}
	return numbers
}

// set copies the given rows of the table, which must be distinct.
func (f *File) set(rows []int32) *Set {
	features := f.features()
	s := &Set{X: mat.NewDense(len(rows), f.dims, nil), Target: f.Target(), Classes: slices.Clone(f.classes),
		Matrix: f.Table.Matrix, Columns: namesOf(features, func(of feature) string { return of.name })}
	if f.values != nil {
		s.Y = make([]float64, len(rows))
	}
	f.fill(s.X.RawMatrix().Data, s.Y, features, rows)
	return s
}

// Range copies the rows lo ≤ i < hi of the table, in its order.
func (f *File) Range(lo, hi int) *Set {
	rows := make([]int32, 0, hi-lo)
	for i := lo; i < hi; i++ {
		rows = append(rows, int32(i))
	}
	return f.set(rows)
}

// fill writes the features of the given rows to x, a zero row-major matrix, and their targets to y unless it is nil. It
// reads the table in the table's order, and of a sparse column only the entries.
func (f *File) fill(x, y []float64, features []feature, rows []int32) {
	first, last := int(slices.Min(rows)), int(slices.Max(rows))
	// position[row−first] is the position of a row of the table in rows, from 1; 0 = not drawn
	position := make([]int32, last-first+1)
	for i, row := range rows {
		position[int(row)-first] = int32(i) + 1
	}
	d := len(features)
	parallel(d, func(lo, hi int) {
		for j := lo; j < hi; j++ {
			if column, isSparse := features[j].cells.(sparse); isSparse {
				each(column, first, last+1, func(row int, v float64) {
					if i := int(position[row-first]); i > 0 {
						x[(i-1)*d+j] = v
					}
				})
			}
		}
	})
	parallel(len(position), func(lo, hi int) {
		for k := lo; k < hi; k++ {
			i, row := int(position[k])-1, first+k
			if i < 0 {
				continue
			}
			for j, feature := range features {
				if _, isSparse := feature.cells.(sparse); isSparse {
					continue
				}
				v := feature.cells.at(row)
				if feature.code >= 0 {
					v = indicator(v == float64(feature.code))
				}
				x[i*d+j] = v
			}
			if y != nil {
				y[i] = f.values.at(row)
			}
		}
	})
}

func indicator(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func isFinite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Set holds rows, on which a kernel matrix is computed, with their targets.
type Set struct {
	X       *mat.Dense // n×d, rows are points
	Y       []float64  // n target values, nil without a target
	Truth   []float64  // built-in sets: the true function at the rows, without noise; else nil
	Columns []string   // d feature names; a column of text has one for each value, such as "Sex=M"
	Target  string     // name of the target, "" if none
	Classes []string   // class names if the target is text; Y then holds 0…len−1; else nil
	Noise   float64    // built-in sets: standard deviation of Y around Truth; else 0

	// Matrix is the kernel matrix of points without coordinates, whose only feature is the number of their row in it,
	// from 1; nil for points with coordinates.
	Matrix *Matrix

	// Landmarks holds the landmarks that were given to the source, one a row, in the units of the features. It is nil
	// if there are none, and in test sets. Read only.
	Landmarks *mat.Dense
}

// Source is what training and test rows are drawn from: a *File, or a built-in set.
type Source interface {
	Name() string      // of the file without folders, or of the built-in set; it fills the column `data` of the results
	Rows() int         // how many can be drawn; 0 = any number
	Dims() int         // d, the number of features
	HasTarget() bool   // drawn sets have Y
	Classes() []string // names of the classes if the target is text; nil for numbers

	// Raw reports whether the features are not standardised by default, as in the papers behind the built-in sets.
	// Numbers of rows of a matrix never are.
	Raw() bool
	// Landmarks returns the landmarks that were given to the source, nil if none. Every training set holds them.
	Landmarks() *Landmarks
	// Draw draws n ≥ 1 training rows, which do not depend on test ∈ [0,1), and then TestRows(n, test, rng) test rows,
	// or fewer if the rows run out; testSet is nil for none. The caller may change the sets. The error is an *Error if
	// n > Rows() > 0 or the sets exceed the memory limit.
	Draw(n int, test float64, rng *rand.Rand) (trainSet, testSet *Set, err error)
}

// parallel splits [0, n) into contiguous ranges, one for each processor, and calls f on them concurrently. The results
// of f must not depend on where its range begins or ends. A panic of f is raised again in the caller.
func parallel(n int, f func(lo, hi int)) {
	ranges := min(runtime.GOMAXPROCS(0), n)
	ended := make(chan any) // receives the values that f panicked with, or nil
	for r := range ranges {
		go func() {
			defer func() { ended <- recover() }()
			f(r*n/ranges, (r+1)*n/ranges)
		}()
	}
	var broken any
	for range ranges {
		broken = cmp.Or(<-ended, broken)
	}
	if broken != nil {
		panic(broken)
	}
}
