package approx

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"gramscope/model"
)

// mustRand panics for a nil generator: no seed would reproduce what a silent fall-back draws.
func mustRand(rng *rand.Rand) {
	if rng == nil {
		panic("approx: Fit needs a random generator, got nil")
	}
}

// mustRidge panics for a score ridge that its descriptor rules out, or that
// nobody has filled in: it has no default of its own.
func mustRidge(ridge float64) {
	if !(ridge > 0) || math.IsInf(ridge, 0) {
		panic(fmt.Sprintf("approx: score-ridge = %v, want a number above 0", ridge))
	}
}

// atLeastOne panics for a parameter below 1, which its descriptor rules out.
func atLeastOne(name string, v int) {
	if v < 1 {
		panic(fmt.Sprintf("approx: %s = %d, want at least 1", name, v))
	}
}

// atMost clamps a parameter to a limit, with a warning that carries both figures and the remedy.
func atMost(name string, v, limit int, limitName string, warnings *[]string) int {
	atLeastOne(name, v)
	if v > limit {
		*warnings = append(*warnings, fmt.Sprintf("%s = %d is above %s = %d, which was used: lower %s", name, v, limitName, limit, name))
	}
	return min(v, limit)
}

// truncation is the target rank as an index limit: 0 stays 0, no truncation.
func truncation(k, m int, warnings *[]string) int {
	if k == 0 {
		return 0
	}
	return atMost("rank", k, m, "m", warnings)
}

// clamped are m, at most n, and a truncation's rank, at most m, 0 for none; with warnings.
func clamped(m, rank, n int) (int, int, []string) {
	var warnings []string
	m = atMost("m", m, n, "n", &warnings)
	rank = truncation(rank, m, &warnings)
	return m, rank, warnings
}

// checkFinite says in a typed error that the kernel overflows: a polynomial
// of high degree does on data that are not standardised.
func checkFinite(k *mat.Dense) error {
	rows, _ := k.Dims()
	for i := range rows {
		row := vector(k.RawRowView(i))
		if squares := blas64.Dot(row, row); !math.IsNaN(squares) && !math.IsInf(squares, 0) {
			continue
		}
		for _, v := range row.Data { // finite ones, too, may have squares that are not
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return &model.DegenerateError{What: "an entry of the kernel matrix", Value: v}
			}
		}
	}
	return nil
}

func vector(x []float64) blas64.Vector { return blas64.Vector{N: len(x), Inc: 1, Data: x} }

// single is the matrix of one column x.
func single(x []float64) blas64.General {
	return blas64.General{Rows: len(x), Cols: 1, Stride: 1, Data: x}
}

func checkLength(what string, got, want int) {
	if got != want {
		panic(fmt.Sprintf("approx: %s with a vector of length %d, want %d", what, got, want))
	}
}

func checkSolve(dst, y []float64, mu float64, n int) {
	checkLength("SolveTo", len(dst), n)
	checkLength("SolveTo", len(y), n)
	if !(mu > 0) {
		panic(fmt.Sprintf("approx: SolveTo with mu = %v, want above 0", mu))
	}
}

func checkMul(dst, x *mat.Dense, n int) {
	r, b := x.Dims()
	dr, db := dst.Dims()
	if r != n || dr != n || db != b {
		panic(fmt.Sprintf("approx: MulTo of a %d×%d into a %d×%d matrix, want %d rows and equal columns", r, b, dr, db, n))
	}
}

func checkBlock(dst *mat.Dense, rows, cols []int, n int) {
	wantR, wantC := n, n
	if rows != nil {
		wantR = len(rows)
	}
	if cols != nil {
		wantC = len(cols)
	}
	if r, c := dst.Dims(); r != wantR || c != wantC {
		panic(fmt.Sprintf("approx: Block into a %d×%d matrix, want %d×%d", r, c, wantR, wantC))
	}
}
